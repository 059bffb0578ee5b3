/** Fees: earned when a pay arrived, taken from the balance as soon as that covers them, billed on the first of the month. */
import { feesOf } from '#domain/billing/fees.ts'
import { firstOfMonth } from '#domain/kernel/plain-date.ts'
import type { Events } from '../kernel/events.ts'
import { newUuid, uuidOf } from '../kernel/ids.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { accounts, lockBalances, postTransfers } from '../ledger/index.ts'
import { getEmployerRecord } from '../people/index.ts'
import { type Addressee, listArrived, listEmployersWithFees } from './fee.report.store.ts'
import {
  insertFees,
  insertInvoice,
  lastNumber,
  lockOwed,
  lockUnbilled,
  type NewFee,
  noteTaken,
  type OwedFee,
  sumUnbilled,
} from './fee.store.ts'
import { listInForce, lockBilling } from './price.store.ts'

/** So many are taken in one transaction; the clock takes the rest. */
const TAKEN_AT_ONCE = 1000

/** What follows from a pay that arrived: its fees are earned, once however often this is told. */
export async function chargeFees(
  ctx: Ctx,
  { line_item_uuids }: Events['payments.items_settled'],
): Promise<void> {
  const arrived = Map.groupBy(await listArrived(ctx.tx, line_item_uuids), row => row.employer_uuid)
  const prices = await listInForce(ctx.tx, [...arrived.keys()])
  for (const [employer_uuid, payments] of arrived) {
    const list = prices.get(employer_uuid)
    if (!list) continue
    await lockBilling(ctx.tx, employer_uuid)
    const charged = payments.map(({ source_currency, source_minor, ...payment }) => ({
      ...payment,
      source: { currency: source_currency, minor: source_minor },
    }))
    const earned = feesOf(list, charged).map((fee): NewFee => {
      const of =
        fee.kind === 'CONTRACTOR' ? monthKey(employer_uuid, fee, ctx.today) : fee.payment_uuid
      const fee_uuid = uuidOf(`fee:${fee.kind}:${of}`)
      return { ...fee, fee_uuid, employer_uuid, earned_on: ctx.today }
    })
    await insertFees(ctx.tx, earned)
    await takeFees(ctx, employer_uuid)
  }
}

function monthKey(
  employer_uuid: string,
  { contractor_sub }: { contractor_sub: string },
  day: string,
) {
  return `${employer_uuid}:${contractor_sub}:${firstOfMonth(day)}`
}

/** Takes what is owed from the balance, the earliest fee first and each whole, as far as the balance of its currency goes. */
async function takeFees(ctx: Ctx, employer_uuid: string): Promise<void> {
  const owed = await lockOwed(ctx.tx, employer_uuid, TAKEN_AT_ONCE)
  if (owed.length === 0) return
  const currencies = [...new Set(owed.map(({ currency }) => currency))]
  const left = await lockBalances(ctx.tx, employer_uuid, currencies)
  const covered = owed.filter(fee => takenFrom(left, fee))
  if (covered.length === 0) return
  await postTransfers(
    ctx,
    covered.map(({ fee_uuid, currency, total_minor }) => ({
      transfer_uuid: uuidOf(`fee taken:${fee_uuid}`),
      from: accounts.available(employer_uuid, currency),
      to: accounts.fees(currency),
      amount: { currency, minor: total_minor },
      code: 'fee_taken',
      subject_uuid: fee_uuid,
    })),
  )
  const entity_uuids = covered.map(fee => fee.fee_uuid)
  await noteTaken(ctx.tx, entity_uuids, ctx.now)
  ctx.audit({ action: 'take', entity: 'fee', entity_uuids, employer_uuid })
}

/** Whether what is left covers a fee, of which it then has less; once one is not covered, none after it in its currency is. */
function takenFrom(left: Map<string, bigint>, { currency, total_minor }: OwedFee): boolean {
  const rest = (left.get(currency) ?? 0n) - total_minor
  left.set(currency, rest < 0n ? -1n : rest)
  return rest >= 0n
}

/** The employers with fees to bill or to take. */
export function employersWithFees(ctx: Ctx): Promise<string[]> {
  return listEmployersWithFees(ctx.tx, firstOfMonth(ctx.today))
}

/** The clock's work for one employer: takes what is owed, and bills on the first of a month, or after it, what was earned before. */
export async function billEmployer(ctx: Ctx, employer_uuid: string): Promise<void> {
  await lockBilling(ctx.tx, employer_uuid)
  await takeFees(ctx, employer_uuid)
  const invoice_date = firstOfMonth(ctx.today)
  await lockUnbilled(ctx.tx, employer_uuid, invoice_date)
  const year = Number(invoice_date.slice(0, 4))
  const month = firstOfMonth(ctx.today, -1)
  const billed = await sumUnbilled(ctx.tx, employer_uuid, invoice_date)
  if (billed.length === 0) return
  const addressed_to = await addresseeOf(ctx, employer_uuid)
  let number = await lastNumber(ctx.tx, employer_uuid, year)
  for (const sums of billed) {
    number += 1
    const billing_invoice_uuid = newUuid()
    const named = { billing_invoice_uuid, employer_uuid, year, number, month, invoice_date }
    await insertInvoice(ctx.tx, { ...named, ...sums, addressed_to })
    ctx.audit({
      action: 'bill',
      entity: 'billing_invoice',
      entity_uuids: [billing_invoice_uuid],
      employer_uuid,
      after: { year, number, currency: sums.currency },
    })
  }
}

/** Whom a receipt of today is addressed to: the company by its legal name, at its registered address. */
export async function addresseeOf(ctx: Ctx, employer_uuid: string): Promise<Addressee> {
  const { legal_name, address_lines } = await getEmployerRecord(ctx, employer_uuid)
  return { name: legal_name, address_lines }
}

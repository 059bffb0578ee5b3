/** Recording of a line item that its payments arrived, or that they did not after all. */
import { assert } from '#domain/kernel/assert.ts'
import type { Money } from '#domain/kernel/money.ts'
import { Problem } from '#domain/kernel/problem.ts'
import { paymentMachine, wasAttempted } from '#domain/payments/payment.ts'
import { uuidOf } from '../kernel/ids.ts'
import { together } from '../kernel/read-ahead.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { accounts, postTransfers } from '../ledger/index.ts'
import { endAttempts } from './attempt.store.ts'
import { auditByEmployer } from './audit-by-employer.ts'
import { leftByChain } from './followed.ts'
import { holdScheduled } from './hold-scheduled.ts'
import {
  changeStatus,
  lockPaymentsOfItems,
  redirectPayments,
  type SettlingPayment,
  settledItems,
} from './payment.store.ts'
import { listPaymentsOfItems, type PaymentFactsRow } from './payment-facts.report.store.ts'
import { keepRecords } from './payment-record.store.ts'
import { lookAtHoldsOf } from './release-held.ts'
import { reopen } from './reopen-outside.ts'
import { isUnsent, toArrive } from './unsent.ts'
import { listOthers } from './work-list.report.store.ts'

export type Marking = {
  readonly line_item_uuid: string
  readonly currency: string
  readonly amount_minor: bigint
  readonly reference: string
  /** What more is known, and the document that proves it. */
  readonly words: string
  readonly file_uuid: string | null
}

export type Mark = {
  readonly currency: string
  readonly operation: 'paid' | 'unpaid'
  /** What the marking names: exactly what is owed, or what was marked paid. */
  readonly amount: Money
  /** Of what waits to leave for the first time: that others paid it. */
  readonly outside: boolean
}

/** How the payments of one line item can be marked by hand, per currency; of attempts that left by a chain (`leftByChain`) it is not taken back that they arrived. */
export function marksOf(rows: readonly PaymentFactsRow[], byChain: ReadonlySet<string>): Mark[] {
  const live = rows.filter(({ status }) => status !== 'CANCELLED')
  return [...Map.groupBy(live, row => row.currency)].flatMap(([currency, group]) => {
    const settled = group.filter(({ status }) => status === 'SETTLED')
    const arrived = group.every(({ status }) => status === 'SENT' || status === 'SETTLED')
    const mark = (operation: Mark['operation'], of: readonly PaymentFactsRow[]): Mark => ({
      currency,
      operation,
      amount: { currency, minor: owedOf(of) },
      outside: false,
    })
    const unsent = unsentSum(group)
    return [
      ...(arrived && settled.length < group.length ? [mark('paid', group)] : []),
      ...(unsent === null
        ? []
        : [{ ...mark('paid', group), amount: { currency, minor: unsent }, outside: true }]),
      ...(settled.length > 0 &&
      !settled.some(row => !row.outside && byChain.has(row.attempt_uuid ?? ''))
        ? [mark('unpaid', settled)]
        : []),
    ]
  })
}

/** What would arrive of payments that did not, which all wait to leave for the first time; null where one does not, where there is none, or nobody saw its rate. */
function unsentSum(rows: readonly PaymentFactsRow[]): bigint | null {
  const open = rows.filter(({ status }) => status !== 'SETTLED')
  if (open.length === 0) return null
  const sums = open.map(row => (isUnsent(row) ? toArrive(row) : null))
  return sums.reduce<bigint | null>(
    (sum, minor) => (sum === null || minor === null ? null : sum + minor),
    0n,
  )
}

function owedOf(rows: readonly PaymentFactsRow[]): bigint {
  return rows.reduce((sum, row) => sum + (row.amount_minor ?? 0n), 0n)
}

/**
 * Marks what is owed of a line item in one currency paid. The amount must be exactly that: AMOUNT_MISMATCH otherwise, and
 * never more than is owed. Marking again answers the same.
 */
export async function markPaid(ctx: Ctx, marking: Marking): Promise<number> {
  const rows = await owedIn(ctx, marking)
  const unready = rows.find(row => row.status !== 'SENT' && row.status !== 'SETTLED')
  if (unready)
    throw new Problem('TRANSITION_NOT_ALLOWED', 'payments.problems.notSentYet', {
      params: { status: unready.status },
    })
  checkAmount(rows, marking)
  const sent = rows.filter(row => row.status === 'SENT')
  const { reference, words, file_uuid } = marking
  await settle(ctx, sent, reference)
  await keepRecords(ctx, sent, { kind: 'PAID', reference, words, file_uuid })
  await settleWhole(ctx, rows)
  return rows.length
}

/**
 * The payments of a line item in one currency, locked, that others than Corridor paid: all that did not arrive wait to leave for the first time, or
 * were marked so already. TRANSITION_NOT_ALLOWED where one was sent; AMOUNT_MISMATCH where the amount is not what they come to.
 */
export async function lockToPayOutside(ctx: Ctx, marking: Marking): Promise<PaymentFactsRow[]> {
  const rows = await owedIn(ctx, marking)
  const open = rows.filter(({ status }) => status !== 'SETTLED')
  const outside = rows.filter(row => row.outside)
  const sum = open.length > 0 || outside.length === 0 ? unsentSum(open) : owedOf(outside)
  if (sum === null)
    throw new Problem('TRANSITION_NOT_ALLOWED', 'payments.problems.sentAlready', {
      params: { status: (open[0] ?? rows[0])?.status ?? '' },
    })
  checkSum(sum, marking)
  return rows
}

/**
 * Takes a marking back: the money did not arrive, is held for the contractor and may be paid by a new attempt. TRANSITION_NOT_ALLOWED where nothing is marked, and
 * of what left by a chain, which tells that by itself.
 */
export async function markUnpaid(ctx: Ctx, marking: Marking): Promise<number> {
  const rows = await owedIn(ctx, marking)
  const settled = rows.filter(row => row.status === 'SETTLED')
  if (settled.length === 0) {
    if (rows.every(row => row.status === 'SCHEDULED' && row.attempt > 0)) return rows.length
    throw new Problem('TRANSITION_NOT_ALLOWED', 'payments.problems.notMarkedPaid')
  }
  checkAmount(settled, marking)
  const ours = settled.filter(row => !row.outside)
  if ((await leftByChain(ctx, ours)).size > 0)
    throw new Problem('TRANSITION_NOT_ALLOWED', 'payments.mend.chainTells')
  const line_item_uuids = [...new Set(settled.map(row => row.line_item_uuid))]
  await ctx.doors.payroll.unsettleLineItems(ctx, line_item_uuids)
  await unsettle(ctx, ours)
  await reopen(
    ctx,
    settled.filter(row => row.outside),
  )
  return settled.length
}

/** What was recorded as arrived did not: its money is held for its contractor, and it may be paid by a new attempt. */
async function unsettle(ctx: Ctx, rows: readonly PaymentFactsRow[]): Promise<void> {
  if (rows.length === 0) return
  await move(ctx, rows, 'unsettled', row => ({
    from: accounts.outsideWorld(row.currency),
    to: accounts.heldForContractors(row.employer_uuid, row.currency),
  }))
  const payment_uuids = rows.map(row => row.payment_uuid)
  await changeStatus(ctx.tx, payment_uuids, paymentMachine.sources('unsettle'), 'SCHEDULED')
  const attempts = rows.flatMap(row => row.attempt_uuid ?? [])
  await endAttempts(ctx.tx, attempts, 'RETURNED', ctx.now)
  auditByEmployer(ctx, rows, 'unsettle', 'SCHEDULED')
  ctx.announce('payments.payments_unsettled', { payment_uuids })
}

/**
 * Schedules a failed or returned payment again; its money is held for the contractor until then. Where its account was put out of use it goes to the
 * other one that the work list shows, also when it is asked for again or was taken back; but only if that is the one that was `seen`, else
 * TRANSITION_NOT_ALLOWED names it, also where somebody sent it there meanwhile.
 */
export async function retryPayment(
  ctx: Ctx,
  payment_uuid: string,
  seen?: string,
): Promise<{ payment_uuid: string; status: 'SCHEDULED' | 'HELD' }> {
  const [row] = await lockPaymentsOfItems(ctx.tx, [payment_uuid])
  if (!row) throw new Problem('NOT_FOUND', 'payments.problems.noSuchPayment')
  const { status } = row
  const waits = (status === 'SCHEDULED' || status === 'HELD') && wasAttempted(row)
  const inUse = row.destination_status === 'ACTIVE'
  const [other] = inUse ? [] : await listOthers(ctx.tx, [payment_uuid])
  const { destination_uuid, label } = other ?? { ...row, label: row.destination_label }
  const checkSeen = () => {
    if ((other || seen) && seen !== destination_uuid)
      throw new Problem('TRANSITION_NOT_ALLOWED', 'payments.mend.otherByNow', { params: { label } })
  }
  if (waits && !other) {
    checkSeen()
    return { payment_uuid, status }
  }
  const from = waits ? [status] : paymentMachine.sources('retry')
  if ((await changeStatus(ctx.tx, [payment_uuid], from, 'SCHEDULED')) === 0)
    throw new Problem('TRANSITION_NOT_ALLOWED', 'payments.problems.notRetried', {
      params: { status },
    })
  checkSeen()
  if (other) await redirectPayments(ctx.tx, [payment_uuid], other)
  auditByEmployer(ctx, [row], waits ? 'redirect' : 'retry', 'SCHEDULED', { destination_uuid })
  const held = await holdScheduled(ctx, [payment_uuid])
  // Its account may take payments again.
  await lookAtHoldsOf(ctx, [row])
  return { payment_uuid, status: held.has(payment_uuid) ? 'HELD' : 'SCHEDULED' }
}

/** Settles payments that are held and were sent. */
export async function settle(
  ctx: Ctx,
  rows: readonly SettlingPayment[],
  reference: string,
): Promise<void> {
  if (rows.length === 0) return
  await together([settleAll(ctx, rows, reference), postSettled(ctx, rows)])
  auditByEmployer(ctx, rows, 'confirm', 'SETTLED')
}

async function settleAll(
  ctx: Ctx,
  rows: readonly SettlingPayment[],
  reference: string,
): Promise<void> {
  const payment_uuids = rows.map(row => row.payment_uuid)
  const set = { settled_at: ctx.now, reference }
  const changed = await changeStatus(ctx.tx, payment_uuids, ['SENT'], 'SETTLED', set)
  assert(changed === rows.length, 'locked payments stay as they were read')
}

/** Posts that payments arrived, and says so: what was in flight is outside. Of small first ones that is said as well. */
export function postSettled(ctx: Ctx, rows: readonly SettlingPayment[]): Promise<void> {
  ctx.announce('payments.payments_settled', {
    payment_uuids: rows.map(({ payment_uuid }) => payment_uuid),
  })
  for (const { first_part, payment_uuid } of rows)
    if (first_part === 'FIRST') ctx.announce('payments.first_payment_settled', { payment_uuid })
  return move(ctx, rows, 'settled', row => ({
    from: accounts.inFlight(row.employer_uuid, row.currency),
    to: accounts.outsideWorld(row.currency),
  }))
}

/**
 * Items that are wholly settled by now are paid. Their parts may all have settled before: an item that was left behind then is paid
 * when the settlement is recorded again.
 */
export async function settleWhole(
  ctx: Ctx,
  rows: readonly Pick<SettlingPayment, 'line_item_uuid'>[],
): Promise<void> {
  const items = new Set(rows.map(row => row.line_item_uuid))
  const whole = await settledItems(ctx.tx, [...items])
  const paid = await ctx.doors.payroll.settleLineItems(ctx, whole)
  if (paid.length > 0) ctx.announce('payments.items_settled', { line_item_uuids: paid })
}

/** Posts one transfer for each payment; its id is made of the attempt, so that a payment settles once. */
async function move(
  ctx: Ctx,
  rows: readonly SettlingPayment[],
  code: 'settled' | 'unsettled',
  between: (row: SettlingPayment) => {
    from: ReturnType<typeof accounts.available>
    to: ReturnType<typeof accounts.available>
  },
): Promise<void> {
  await postTransfers(
    ctx,
    rows.map(row => {
      assert(
        row.amount_minor !== null && row.attempt_uuid,
        'a payment that was sent has an amount and an attempt',
      )
      return {
        ...between(row),
        transfer_uuid: uuidOf(`${code}:${row.attempt_uuid}`),
        amount: { currency: row.currency, minor: row.amount_minor },
        code: `payment_${code}`,
        subject_uuid: row.payment_uuid,
      }
    }),
  )
}

async function owedIn(ctx: Ctx, { line_item_uuid, currency }: Marking): Promise<PaymentFactsRow[]> {
  const found = await listPaymentsOfItems(ctx.tx, [line_item_uuid])
  const rows = await lockPaymentsOfItems(
    ctx.tx,
    found.map(row => row.payment_uuid),
  )
  const owed = rows.filter(row => row.currency === currency && row.status !== 'CANCELLED')
  if (owed.length === 0)
    throw new Problem('NOT_FOUND', 'payments.problems.notPaidIn', { params: { currency } })
  return owed
}

function checkAmount(rows: readonly PaymentFactsRow[], marking: Marking): void {
  checkSum(owedOf(rows), marking)
}

function checkSum(owed: bigint, { amount_minor, currency }: Marking): void {
  if (owed !== amount_minor)
    throw new Problem('AMOUNT_MISMATCH', 'payments.problems.anotherAmount', {
      params: { owed: String(owed), currency, amount: String(amount_minor) },
    })
}

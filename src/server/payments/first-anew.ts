/** A small first payment for what waits for one that will not be sent any more: it was taken back, given back, or never planned (decision 0156). */
import { textOf } from '#domain/kernel/words.ts'
import { type SentPart, triedFirst } from '#domain/payments/split.ts'
import { newUuid } from '../kernel/ids.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { listFirstSent } from './first-payments.report.store.ts'
import { changeStatus, insertPayments, type NewPayment } from './payment.store.ts'
import type { PaymentFactsRow } from './payment-facts.report.store.ts'
import { railMinimum } from './rail-minimum.ts'

/**
 * Takes the earliest of what waits for a first payment to a wallet apart, where its employer has none under way there: a little of it goes first, and the
 * rest waits for that. The payments are held, have their money, and nothing else stops them; they stay parts of their item, as they were approved.
 */
export async function tryAnew(
  ctx: Ctx,
  employer_uuid: string,
  waiting: readonly PaymentFactsRow[],
): Promise<void> {
  const rest = waiting.filter(row => row.attempt === 0 && row.promised_minor !== null)
  const byWallet = Map.groupBy(rest, row => row.destination_uuid ?? '')
  if (byWallet.size === 0) return
  const firsts = await listFirstSent(ctx.tx, employer_uuid, [...byWallet.keys()])
  for (const [destination_uuid, [row]] of byWallet) {
    const own = firsts.filter(of => of.destination_uuid === destination_uuid)
    if (!row || own.some(of => of.begun || of.pay_date <= row.pay_date)) continue
    await takeApart(ctx, row)
  }
}

async function takeApart(ctx: Ctx, row: PaymentFactsRow): Promise<void> {
  const { payment_uuid, employer_uuid, cycle_uuid, pay_date } = row
  const parts = triedFirst(partOf(row), {
    rail_minimum_minor: railMinimum(row.network, row.currency),
    under_way: false,
  }).map(part => newPayment(row, part))
  if (parts.every(({ first_part }) => first_part !== 'FIRST')) return
  await changeStatus(ctx.tx, [payment_uuid], ['HELD'], 'CANCELLED', {
    note: textOf('payments.notes.takenApart'),
  })
  await insertPayments(ctx.tx, { employer_uuid, cycle_uuid, pay_date, created_at: ctx.now }, parts)
  const audit = (action: string, status: string, entity_uuids: readonly string[]) =>
    ctx.audit({ action, entity: 'payment', entity_uuids, employer_uuid, after: { status } })
  audit('cancel', 'CANCELLED', [payment_uuid])
  for (const part of parts) audit('plan', part.status, [part.payment_uuid])
}

/** What waits as a part that was planned, at the rate of its approval. */
function partOf(row: PaymentFactsRow): SentPart {
  const { source_currency: from, currency: to, rate, rate_as_of } = row
  return {
    destination_uuid: row.destination_uuid ?? '',
    percentage_bps: row.percentage_bps,
    source: { currency: from, minor: row.source_minor },
    target: { currency: to, minor: row.promised_minor ?? row.source_minor },
    rate: rate
      ? {
          ...{ from_currency: from, to_currency: to, rate },
          ...{ source: row.rate_source ?? '', as_of: rate_as_of?.toISOString() ?? '' },
        }
      : null,
    merged_from: [],
    below_minimum: false,
    too_large: false,
    first_part: null,
  }
}

function newPayment(row: PaymentFactsRow, part: SentPart): NewPayment {
  const first = part.first_part === 'FIRST'
  return {
    payment_uuid: newUuid(),
    line_item_uuid: row.line_item_uuid,
    contractor_sub: row.contractor_sub,
    destination_uuid: row.destination_uuid,
    destination_version: row.destination_version,
    destination_label: row.destination_label,
    network: row.network,
    percentage_bps: part.percentage_bps,
    source_currency: row.source_currency,
    source_minor: part.source.minor,
    currency: row.currency,
    promised_minor: part.target?.minor ?? null,
    rate: row.rate,
    rate_source: row.rate_source,
    rate_as_of: row.rate_as_of?.toISOString() ?? null,
    status: first ? 'SCHEDULED' : 'HELD',
    hold_reason: first ? null : 'FIRST_PAYMENT',
    funded: true,
    first_part: part.first_part,
    note: first ? textOf('payments.notes.first') : row.note_said,
  }
}

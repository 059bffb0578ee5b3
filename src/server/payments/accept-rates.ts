/**
 * A rate that moved too far since the approval stops a payment and is asked about again: the employer accepts the rate that is seen
 * now, and the approval goes on with it.
 */
import { invalidField, Problem } from '#domain/kernel/problem.ts'
import { convert } from '#domain/kernel/rate.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { lockPaymentsOfItems, promiseAnew } from './payment.store.ts'
import { asksForRate } from './payment-blockers.ts'
import { listPaymentsOfItems, type PaymentFactsRow } from './payment-facts.report.store.ts'
import { loadRates, type RateFor } from './rates.ts'

/** The rate of the moment that a payment waits to have accepted, with what would arrive; null where none is asked for. */
export function rateToAccept(row: PaymentFactsRow, rateFor: RateFor) {
  const rate = asksForRate(row, rateFor)
  if (!rate) return null
  const { currency, minor } = convert(
    { currency: row.source_currency, minor: row.source_minor },
    rate,
  )
  return {
    payment_uuid: row.payment_uuid,
    rate: rate.rate,
    source: rate.source,
    as_of: rate.as_of,
    amount: { currency, minor },
  }
}

/**
 * Promises payments of a line item anew, at the rates that were seen: APPROVAL_STALE where the rate is another one by now, VALIDATION
 * where a payment is named twice. What was promised at that rate already stays as it is.
 */
export async function acceptRates(
  ctx: Ctx,
  line_item_uuid: string,
  accepted: readonly { readonly payment_uuid: string; readonly rate: string }[],
): Promise<void> {
  const seen = new Map(accepted.map(({ payment_uuid, rate }) => [payment_uuid, rate]))
  if (seen.size < accepted.length) throw invalidField('rates', 'payments.problems.namePaymentsOnce')
  const found = await listPaymentsOfItems(ctx.tx, [line_item_uuid])
  const rows = new Map(
    (
      await lockPaymentsOfItems(
        ctx.tx,
        found.map(row => row.payment_uuid),
      )
    ).map(row => [row.payment_uuid, row]),
  )
  const rateFor = await loadRates(ctx)
  const fresh = [...seen].flatMap(([payment_uuid, rate]) => {
    const row = rows.get(payment_uuid)
    if (!row) throw new Problem('NOT_FOUND', 'payments.problems.noSuchPaymentInItem')
    const now = rateToAccept(row, rateFor)
    if (!now && row.rate === rate) return []
    if (!now) throw new Problem('TRANSITION_NOT_ALLOWED', 'payments.problems.noRateWaits')
    if (now.rate !== rate)
      throw new Problem('APPROVAL_STALE', 'payments.problems.rateMoved', {
        params: { from: row.source_currency, to: row.currency, rate: now.rate },
      })
    return [{ ...now, row }]
  })
  await promiseAnew(
    ctx.tx,
    fresh.map(({ payment_uuid, rate, source, as_of, amount }) => ({
      payment_uuid,
      rate,
      rate_source: source,
      rate_as_of: as_of,
      promised_minor: amount.minor,
    })),
  )
  for (const { row, rate, amount } of fresh)
    ctx.audit({
      action: 'accept_rate',
      entity: 'payment',
      entity_uuids: [row.payment_uuid],
      employer_uuid: row.employer_uuid,
      before: { status: row.status, rate: row.rate, promised_minor: row.promised_minor },
      after: { status: row.status, rate, promised_minor: amount.minor },
    })
}

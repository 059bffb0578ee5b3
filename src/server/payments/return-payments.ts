/** What becomes of money that came back: it is the contractor's still, and waits for another attempt. */
import { assert } from '#domain/kernel/assert.ts'
import { paymentMachine } from '#domain/payments/payment.ts'
import { uuidOf } from '../kernel/ids.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { accounts, postTransfers, type Transfer } from '../ledger/index.ts'
import { endAttempts } from './attempt.store.ts'
import { changeStatus, type SettlingPayment } from './payment.store.ts'

/**
 * Takes payments that were SENT or SETTLED to RETURNED: their money is held for their contractors, their attempts end, their line items
 * are no longer paid, and whoever hears of `payments.payment_failed` is told. The caller holds them after their line items
 * (`holdPaymentsOfItems`) and read them then. `reason` is a sentence for the contractor, the employer and operators.
 */
export async function returnPayments(
  ctx: Ctx,
  payments: readonly SettlingPayment[],
  reason: string,
): Promise<void> {
  if (payments.length === 0) return
  const payment_uuids = payments.map(row => row.payment_uuid)
  const from = paymentMachine.sources('return')
  const set = { failure_reason: reason }
  const changed = await changeStatus(ctx.tx, payment_uuids, from, 'RETURNED', set)
  assert(changed === payments.length, 'what comes back was sent, and stays as it was read')
  await postTransfers(ctx, payments.map(cameBack))
  const attempt_uuids = payments.flatMap(row => row.attempt_uuid ?? [])
  await endAttempts(ctx.tx, attempt_uuids, 'RETURNED', ctx.now, reason)
  for (const [employer_uuid, group] of Map.groupBy(payments, row => row.employer_uuid))
    ctx.audit({
      action: 'return',
      entity: 'payment',
      entity_uuids: group.map(row => row.payment_uuid),
      employer_uuid,
      after: { status: 'RETURNED', reason },
    })
  const settled = payments.filter(row => row.status === 'SETTLED')
  const line_item_uuids = [...new Set(settled.map(row => row.line_item_uuid))]
  if (settled.length > 0) await ctx.doors.payroll.unsettleLineItems(ctx, line_item_uuids)
  for (const { payment_uuid } of payments) ctx.announce('payments.payment_failed', { payment_uuid })
}

/** What had settled is outside, the rest still in flight. */
function cameBack(row: SettlingPayment): Transfer {
  const { employer_uuid, currency, amount_minor, attempt_uuid } = row
  assert(amount_minor !== null && attempt_uuid, 'what was sent has an amount and an attempt')
  const settled = row.status === 'SETTLED'
  return {
    transfer_uuid: uuidOf(`${settled ? 'unsettled' : 'returned'}:${attempt_uuid}`),
    from: settled ? accounts.outsideWorld(currency) : accounts.inFlight(employer_uuid, currency),
    to: accounts.heldForContractors(employer_uuid, currency),
    amount: { currency, minor: amount_minor },
    code: settled ? 'payment_unsettled' : 'payment_returned',
    subject_uuid: row.payment_uuid,
  }
}

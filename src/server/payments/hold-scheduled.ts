/** What is scheduled for a destination that cannot be used. */

import type { HoldReason } from '#domain/payments/blockers.ts'
import type { Events } from '../kernel/events.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { changeStatus, lockPaymentsOfItems } from './payment.store.ts'
import type { PaymentFactsRow } from './payment-facts.report.store.ts'
import { listScheduledBeside } from './refusing.report.store.ts'

/**
 * Holds scheduled payments whose destination is new, or did not take another payment, as an approval does: so that a cycle says what keeps them, and
 * nobody is told that they are about to leave. The job that lets go of what is held ends it. Answers those that it held.
 */
export async function holdScheduled(
  ctx: Ctx,
  payment_uuids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (payment_uuids.length === 0) return new Set()
  const rows = await lockPaymentsOfItems(ctx.tx, payment_uuids)
  const held = rows.flatMap(row => {
    const hold_reason = row.status === 'SCHEDULED' && reasonOf(row, ctx.now)
    return hold_reason ? [{ ...row, hold_reason }] : []
  })
  for (const [hold_reason, group] of Map.groupBy(held, row => row.hold_reason)) {
    const ids = group.map(row => row.payment_uuid)
    await changeStatus(ctx.tx, ids, ['SCHEDULED'], 'HELD', { hold_reason })
    for (const [employer_uuid, own] of Map.groupBy(group, row => row.employer_uuid))
      ctx.audit({
        action: 'hold',
        entity: 'payment',
        entity_uuids: own.map(row => row.payment_uuid),
        employer_uuid,
        after: { status: 'HELD' },
      })
  }
  return new Set(held.map(row => row.payment_uuid))
}

function reasonOf(
  { destination_refused, destination_usable_from }: PaymentFactsRow,
  now: Date,
): HoldReason | null {
  if (destination_refused) return 'NO_DESTINATION'
  return destination_usable_from && destination_usable_from > now ? 'DESTINATION_COOLING' : null
}

/** Something did not arrive: what is scheduled for the same account, and was never tried, waits as long as that is kept (decision 0203). */
export async function holdRefused(
  ctx: Ctx,
  { payment_uuid }: Events['payments.payment_failed'],
): Promise<void> {
  await holdScheduled(ctx, await listScheduledBeside(ctx.tx, payment_uuid))
}

/** What is scheduled again for a destination that is new. */
import type { Ctx } from '../kernel/unit-of-work.ts'
import { changeStatus, lockPaymentsOfItems } from './payment.store.ts'

/**
 * Holds scheduled payments whose destination cannot be used yet, as an approval does: so that a cycle counts them among what cools off,
 * and nobody is told that they are about to leave. The job that lets go of what is held ends it. Answers those that it held.
 */
export async function holdWhileNew(
  ctx: Ctx,
  payment_uuids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (payment_uuids.length === 0) return new Set()
  const rows = await lockPaymentsOfItems(ctx.tx, payment_uuids)
  const cooling = rows.filter(
    ({ status, destination_usable_from }) =>
      status === 'SCHEDULED' &&
      destination_usable_from !== null &&
      destination_usable_from > ctx.now,
  )
  const ids = cooling.map(row => row.payment_uuid)
  await changeStatus(ctx.tx, ids, ['SCHEDULED'], 'HELD', { hold_reason: 'DESTINATION_COOLING' })
  for (const [employer_uuid, group] of Map.groupBy(cooling, row => row.employer_uuid))
    ctx.audit({
      action: 'hold',
      entity: 'payment',
      entity_uuids: group.map(row => row.payment_uuid),
      employer_uuid,
      after: { status: 'HELD' },
    })
  return new Set(ids)
}

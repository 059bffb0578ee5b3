import { isStoppedWith, stoppedUntil } from '#domain/destinations/destination.ts'
import { Problem } from '#domain/kernel/problem.ts'
import { textOf } from '#domain/kernel/words.ts'
import type { ToldChange } from '../kernel/change-links.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { insertChange, lockDestinations, saveDestinations } from './destination.store.ts'

/**
 * Holds every destination of a contractor that was changed with the change that a mail told of, or since, but for those that had been theirs for long;
 * answers until when. Shares stay as they are, so that nothing is lost, and no later change shortens it. LINK_NOT_VALID once such a hold after it would be over.
 */
export async function stopChange(
  ctx: Ctx,
  { contractor_sub, at }: ToldChange,
): Promise<{ held_until: Date }> {
  if (stoppedUntil(at) <= ctx.now)
    throw new Problem('LINK_NOT_VALID', 'payments.problems.changeIsOld')
  const held_until = stoppedUntil(ctx.now)
  const rows = await lockDestinations(ctx, contractor_sub)
  const changed = rows.filter(row => row.status === 'ACTIVE' && isStoppedWith(at, row))
  await saveDestinations(
    ctx.tx,
    changed.map(row => ({ ...row, usable_from: held_until })),
  )
  await insertChange(ctx.tx, {
    contractor_sub,
    said: textOf('payments.destinationChanges.stopped'),
    at: ctx.now,
  })
  ctx.audit({
    action: 'stop_change',
    // Of which nothing stands any more it is about who stopped it.
    ...(changed.length > 0
      ? { entity: 'destination', entity_uuids: changed.map(row => row.destination_uuid) }
      : { entity: 'contractor', entity_uuids: [contractor_sub] }),
    employer_uuid: null,
    after: {
      contractor_sub,
      changed_since: at.toISOString(),
      held_until: held_until.toISOString(),
    },
  })
  await ctx.doors.payments.lookAtHolds(ctx, { contractor_sub })
  return { held_until }
}

/** Another account in place of one that can be paid to no longer. */
import { invalidField, Problem } from '#domain/kernel/problem.ts'
import { textOf } from '#domain/kernel/words.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { heldFromNow, tellOfChange } from './change-destinations.ts'
import {
  type DestinationRow,
  lockDestinations,
  markRefused,
  saveDestinations,
} from './destination.store.ts'

/**
 * Takes one destination out of use and another in its place: it gets its share and all that has not left for it, also what failed
 * or came back. Both are of one currency, so that what is kept arrives as it was promised; what is approved and was never asked of a
 * rail is to be approved anew, which its employer is told. A share that grew waits 24 hours, and what its owner stopped for as long as that. An account that did not take a payment is not
 * offered to be used again. Again changes nothing.
 */
export async function replaceDestination(
  ctx: Ctx,
  from_uuid: string,
  to_uuid: string,
): Promise<void> {
  const rows = await lockDestinations(ctx, ctx.actor.sub)
  const named = (uuid: string) => rows.find(row => row.destination_uuid === uuid)
  const [from, to] = [named(from_uuid), named(to_uuid)]
  if (!from || !to) throw new Problem('NOT_FOUND', 'payments.problems.noSuchDestination')
  const refused = refusal(from, to)
  if (refused) throw refused
  const inUse = from.status === 'ACTIVE'
  const next = inUse ? await takeOver(ctx, from, to) : to
  const { moved, lost } = await ctx.doors.payments.sendElsewhere(ctx, {
    contractor_sub: ctx.actor.sub,
    from_uuid,
    to: next,
  })
  if (lost > 0) await markRefused(ctx.tx, from_uuid, ctx.now)
  if (!inUse && moved === 0) return
  const said = textOf('payments.destinationChanges.replaced', { from: from.label, to: to.label })
  await tellOfChange(ctx, [to, from], 'replace', { what: said, said })
}

function refusal(from: DestinationRow, to: DestinationRow): Problem | undefined {
  if (from.destination_uuid === to.destination_uuid)
    return invalidField('destination_uuid', 'payments.problems.replaceItself')
  if (to.status !== 'ACTIVE')
    return invalidField('destination_uuid', 'payments.problems.replaceByUnused', {
      label: to.label,
    })
  if (from.currency !== to.currency)
    return invalidField('destination_uuid', 'payments.problems.replaceCurrency', {
      currency: from.currency,
    })
  return undefined
}

/** The share of one goes to the other; answers the other as it is from now. */
async function takeOver(
  ctx: Ctx,
  from: DestinationRow,
  to: DestinationRow,
): Promise<DestinationRow> {
  const grown = from.percentage_bps > 0
  const next = grown
    ? { ...heldFromNow(ctx, to), percentage_bps: to.percentage_bps + from.percentage_bps }
    : to
  const gone = { ...from, percentage_bps: 0, status: 'DEACTIVATED' as const, changed_at: ctx.now }
  await saveDestinations(ctx.tx, grown ? [gone, next] : [gone])
  return { ...next, version: to.version + (grown ? 1 : 0) }
}

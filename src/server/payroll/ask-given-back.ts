/** A pay of which everything was given back to its employer waits for them again: they approve it anew, archive or cancel it. */
import type { Events } from '../kernel/events.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { holdVoidApprovals, listWhollyGivenBack } from '../payments/index.ts'
import { changeRows } from './change-items.ts'
import { lockCycle } from './cycle.store.ts'
import { getCycleKeys } from './cycle-keys.report.store.ts'
import { fitPerson } from './fit-cycle.ts'
import { lockItemsOfPerson } from './line-item.store.ts'
import { holdPoliciesToFit } from './policy.store.ts'

/** What the audit log says of an approval that was taken back since all of its money was given back. */
const GIVEN_BACK = 'GIVEN_BACK'

/**
 * A later reaction: money of a pay went back to its employer. Where no other part of it stands its approval is taken back, so that it may be
 * paid again as any other, and so where the rest goes elsewhere than was approved; else what was given back stays unpaid. Again changes nothing.
 */
export async function askGivenBackAnew(
  ctx: Ctx,
  { line_item_uuid, contractor_sub }: Events['payments.payment_given_back'],
): Promise<void> {
  const keys = await getCycleKeys(ctx, line_item_uuid)
  if (!keys) return
  await holdPoliciesToFit(ctx.tx, [keys])
  const cycle = await lockCycle(ctx.tx, keys.policy_uuid, keys.cycle_uuid)
  if (!cycle) return
  const approved = await lockItemsOfPerson(ctx.tx, contractor_sub, [cycle.cycle_uuid])
  const ids = approved.map(item => item.line_item_uuid)
  const whole = await listWhollyGivenBack(ctx.tx, ids)
  // What was left of a pay followed its contractor elsewhere as long as a rail had been asked for a part of it.
  const astray = await holdVoidApprovals(ctx, ids)
  const items = approved.filter(
    ({ line_item_uuid: id }) => whole.has(id) || (id === line_item_uuid && astray.has(id)),
  )
  if (items.length === 0) return
  await changeRows(ctx, cycle.employer_uuid, items, 'unapprove', GIVEN_BACK)
  await fitPerson(ctx, cycle, contractor_sub)
}

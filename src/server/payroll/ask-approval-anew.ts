/** An approval is of money to accounts: what was approved to go elsewhere waits for its employer again, who is told. */
import type { Ctx } from '../kernel/unit-of-work.ts'
import { holdVoidApprovals } from '../payments/index.ts'
import { changeRows, DESTINATION_CHANGED } from './change-items.ts'
import { type CycleRecord, listCyclesUnpaidOf } from './cycle.report.store.ts'
import { lockCycle } from './cycle.store.ts'
import { fitPerson } from './fit-cycle.ts'
import { type ItemRow, lockItemsOfPerson } from './line-item.store.ts'
import { holdPoliciesToFit } from './policy.store.ts'

/**
 * A later reaction: somebody changed where their pay goes. Their approved items whose approval is void by now, and of which no rail was
 * asked, are taken back as their employer would take them back; again changes nothing. Cycles in which something only waits are
 * locked as well: an approval that has read the old accounts and has not ended yet would else be void without anybody knowing.
 */
export async function askApprovalAnew(
  ctx: Ctx,
  { contractor_sub }: { readonly contractor_sub: string },
): Promise<void> {
  const cycles: CycleRecord[] = []
  const unpaid = await listCyclesUnpaidOf(ctx.tx, contractor_sub)
  await holdPoliciesToFit(ctx.tx, unpaid)
  for (const { policy_uuid, cycle_uuid } of unpaid) {
    const cycle = await lockCycle(ctx.tx, policy_uuid, cycle_uuid)
    if (cycle) cycles.push(cycle)
  }
  const cycle_uuids = cycles.map(cycle => cycle.cycle_uuid)
  const approved = await lockItemsOfPerson(ctx.tx, contractor_sub, cycle_uuids)
  const lost = await holdVoidApprovals(
    ctx,
    approved.map(item => item.line_item_uuid),
  )
  const items = approved.filter(item => lost.has(item.line_item_uuid))
  for (const cycle of cycles) {
    const own = items.filter(item => item.cycle_uuid === cycle.cycle_uuid)
    if (own.length > 0) await takeBack(ctx, cycle, contractor_sub, own)
  }
}

async function takeBack(
  ctx: Ctx,
  cycle: CycleRecord,
  contractor_sub: string,
  items: readonly ItemRow[],
): Promise<void> {
  const { cycle_uuid, employer_uuid } = cycle
  const { allowed } = await changeRows(ctx, employer_uuid, items, 'unapprove', DESTINATION_CHANGED)
  const archived = await fitPerson(ctx, cycle, contractor_sub)
  const line_item_uuids = allowed.filter(uuid => !archived.has(uuid))
  if (line_item_uuids.length > 0)
    ctx.announce('payroll.approval_void', { cycle_uuid, contractor_sub, line_item_uuids })
}

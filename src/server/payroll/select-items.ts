/** A selection of a cycle's line items as it stands: how many, what they come to, and what may be done with them. */
import type { z } from 'zod'
import { MOST_CHOSEN } from '#contract/approval-shapes.ts'
import { type cycleSelection, SELECTION_VERBS } from '#contract/cycle-selection.ts'
import { Problem } from '#domain/kernel/problem.ts'
import { totalsOf } from '#domain/payroll/review-marks.ts'
import { selectedBy } from '../approvals/index.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { itemsUnderWay } from '../payments/index.ts'
import { selectionActions } from './cycle-actions.ts'
import { listFound } from './found-items.report.store.ts'
import { getOwnCycle } from './get-cycle.ts'
import { loadReview, type Review } from './review.ts'
import { reviewDue } from './review-items.ts'
import { countsOfChosen, listShown } from './selection.store.ts'
import { getChosen } from './selection.ts'
import { marksOf, presentToApprove } from './to-approve.ts'

type CycleId = { readonly policy_uuid: string; readonly cycle_uuid: string }
type Call = (typeof cycleSelection)['selectItems']

/** The selection with what waits of it and the verbs on it. NOT_FOUND where an item is none of the cycle, or nobody's yes to one waits. */
export async function selectItems(
  ctx: Ctx,
  id: CycleId,
  by: z.output<Call['body']>,
): Promise<z.output<Call['response']>> {
  const cycle = await getOwnCycle(ctx, id)
  const left = await reviewDue(ctx, cycle)
  const review = await loadReview(ctx, cycle)
  const own = await getChosen(ctx, cycle.cycle_uuid, await namedBy(ctx, review, by))
  const chosen = own.map(row => row.line_item_uuid)
  const counts = await countsOfChosen(ctx.tx, cycle.cycle_uuid, chosen)
  const { shown, may } = await presentToApprove(ctx, review, { chosen, counts, left })
  const approved = own.filter(({ status }) => status === 'APPROVED').map(row => row.line_item_uuid)
  const stopped = await itemsUnderWay(ctx, approved)
  const statuses = own.filter(row => !stopped.has(row.line_item_uuid)).map(({ status }) => status)
  return {
    line_item_uuids: chosen,
    items: chosen.length,
    totals: totalsOf(counts, () => true),
    waiting: shown,
    allowed_actions: SELECTION_VERBS.map(action => ({
      action,
      items: selectionActions(ctx.actor, statuses, action),
    })).filter(({ action, items }) => items > 0 && (action !== 'approve' || may)),
  }
}

async function namedBy(
  ctx: Ctx,
  review: Review,
  by: z.output<Call['body']>,
): Promise<readonly string[]> {
  const { cycle_uuid } = review.cycle
  if ('line_item_uuids' in by) return by.line_item_uuids
  if ('first_yes' in by) return selectedBy(ctx, cycle_uuid, by.first_yes)
  const looked = { marks: marksOf(review, by.show), limit: MOST_CHOSEN + 1 }
  const search = by.search?.trim()
  const found = search
    ? await listFound(ctx.tx, cycle_uuid, { ...looked, search })
    : await listShown(ctx.tx, cycle_uuid, looked)
  if (found.length > MOST_CHOSEN) throw new Problem('VALIDATION', 'payroll.problems.tooManyChosen')
  return found
}

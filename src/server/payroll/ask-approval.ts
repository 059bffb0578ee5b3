import { Problem } from '#domain/kernel/problem.ts'
import { waitingItems } from '#domain/payroll/review-marks.ts'
import { endFirstYes } from '../approvals/index.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { noteAsked } from './approval-reminder.store.ts'
import { lockOwnCycle } from './approve-cycle.ts'
import { judgeCycleApprover } from './approvers.ts'
import { loadReview, waitingDigest } from './review.ts'
import { reviewAll } from './review-items.ts'

type CycleId = { readonly policy_uuid: string; readonly cycle_uuid: string }

/** So long nobody is asked again for the same cycle. */
const ASKED_AGAIN_MS = 4 * 3_600_000

/**
 * Asks those who may approve what the actor may not alone, by mail, and answers whom; within four hours of the last time no mail is sent
 * again. NOTHING_TO_APPROVE, and TRANSITION_NOT_ALLOWED where the actor's own yes is enough.
 */
export async function askApproval(ctx: Ctx, id: CycleId): Promise<{ asked: string[] }> {
  const cycle = await lockOwnCycle(ctx, id)
  await reviewAll(ctx, cycle)
  const review = await loadReview(ctx, cycle)
  if (waitingItems(review.counts) === 0)
    throw new Problem('NOTHING_TO_APPROVE', 'payroll.problems.nothingToApprove')
  const digest = await waitingDigest(ctx, cycle)
  const { decision, asked, first_yes } = await judgeCycleApprover(ctx, review, {
    ...{ chosen: null, counts: review.counts, digest },
  })
  const own = first_yes?.by === ctx.actor.sub
  if (decision !== 'EDITED' && decision !== 'OTHERS' && !own)
    throw new Problem('TRANSITION_NOT_ALLOWED', 'payroll.problems.approveYourself')
  const { cycle_uuid, employer_uuid } = cycle
  const since = new Date(ctx.now.getTime() - ASKED_AGAIN_MS)
  if (await noteAsked(ctx.tx, { cycle_uuid, employer_uuid, at: ctx.now, since }))
    ctx.announce('payroll.approval_asked', {
      ...{ cycle_uuid, line_item_uuid: null, selection: null, first_yes: own, by: ctx.actor.sub },
      ...(decision === 'OTHERS' && { others: true }),
      asked: asked.map(({ sub }) => sub),
    })
  return { asked: asked.map(({ name }) => name) }
}

/**
 * Takes back the actor's first yes to a cycle or an item of it, or rejects somebody else's, who is told why by mail; once it ended, nothing
 * changes.
 */
export async function takeBackYes(
  ctx: Ctx,
  id: CycleId,
  step_uuid: string,
  reason: string,
): Promise<void> {
  const { cycle_uuid } = await lockOwnCycle(ctx, id)
  const rejected = await endFirstYes(ctx, { cycle_uuid, step_uuid, reason })
  if (rejected) ctx.announce('payroll.yes_rejected', { step_uuid })
}

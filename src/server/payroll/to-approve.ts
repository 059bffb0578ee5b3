/** What waits of a cycle, or of a selection of it, as who approves it has to see it. */
import type { z } from 'zod'
import type { ToApprove as Wire } from '#contract/approval-shapes.ts'
import { payroll } from '#contract/payroll.ts'
import { stopsApproval, unusualThings } from '#domain/payroll/approval.ts'
import {
  blockedMarks,
  type CycleCount,
  itemsMarked,
  totalsOf,
  unusualKinds,
  waitingItems,
} from '#domain/payroll/review-marks.ts'
import { mayCall } from '../kernel/may-call.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { type Judged, judgeCycleApprover, maySayYes, presentJudged } from './approvers.ts'
import { presentThing } from './present-items.ts'
import { listReviewPage, listWithSiblings, type ReviewRow } from './review.report.store.ts'
import {
  chosenDigest,
  isAboveApprovalLimit,
  type Review,
  reviewItem,
  waitingDigest,
} from './review.ts'
import { type Chosen, listShown } from './selection.store.ts'

/** So many unusual things or differences are told by name; of more, each kind is. */
export const MOST_NAMED = 50

type Asked = {
  readonly chosen: Chosen
  /** What is counted of it. */
  readonly counts: readonly CycleCount[]
  /** How many people of the cycle are still worked out. */
  readonly left: number
}

/** What approving it would do, and whether the actor may approve it now. */
export async function presentToApprove(
  ctx: Ctx,
  review: Review,
  { chosen, counts, left }: Asked,
): Promise<{ shown: z.output<typeof Wire>; may: boolean }> {
  const { cycle } = review
  const items = waitingItems(counts)
  const gross = totalsOf(counts, status => status === 'PENDING_APPROVAL')
  const unusual_kinds = unusualKinds(counts).map(kind => ({
    ...kind,
    stops: stopsApproval(kind.code, cycle.time_required),
  }))
  const few = unusual_kinds.reduce((sum, kind) => sum + kind.items, 0) <= MOST_NAMED
  const digest =
    left > 0 ? null : await (chosen ? chosenDigest(ctx, cycle, chosen) : waitingDigest(ctx, cycle))
  const looksOn = items === 0 || !mayCall(ctx.actor, payroll.approveCycle)
  const judged = looksOn ? null : await judgeCycleApprover(ctx, review, { chosen, counts, digest })
  return {
    shown: {
      ...{ digest, left, items, gross, unusual_kinds },
      blocked: itemsMarked(counts, blockedNow(review, counts)),
      needs_step_up: items > 0 && (judged?.takes_two || isAboveApprovalLimit(review, gross)),
      approver: judged && presentJudged(ctx, judged),
      unusual: few ? await unusualOf(ctx, review, chosen) : [],
    },
    may: mayApprove(ctx, digest, judged),
  }
}

/** The marks of what cannot leave at this moment: nothing can while the employer may not pay. */
export function blockedNow({ employer, rateFor }: Review, counts: readonly CycleCount[]): string[] {
  const mayPay = employer.suspended_at === null && employer.verification_status === 'VERIFIED'
  return blockedMarks(
    counts,
    (from, to) => mayPay && (from === to || rateFor(from, to)?.stale === false),
  )
}

/** The marks of what a filter shows; undefined for all items. */
export function marksOf(
  review: Review,
  show: 'all' | 'unusual' | 'blocked' | undefined,
): readonly string[] | undefined {
  if (show === 'unusual') return ['UNUSUAL']
  return show === 'blocked' ? blockedNow(review, review.counts) : undefined
}

/** What is still worked out was not seen, and cannot be approved. */
function mayApprove(ctx: Ctx, digest: string | null, judged: Judged | null): boolean {
  return digest !== null && (!judged || maySayYes(ctx, judged))
}

async function unusualOf(
  ctx: Ctx,
  { cycle }: Review,
  chosen: Chosen,
): Promise<z.output<typeof Wire>['unusual']> {
  const rows = await unusualRows(ctx, cycle.cycle_uuid, chosen)
  const shown = new Set(rows.filter(row => row.shown).map(row => row.line_item_uuid))
  return unusualThings(rows.map(row => reviewItem(row, cycle)))
    .filter(thing => shown.has(thing.line_item_uuid))
    .map(thing => presentThing(thing, cycle))
}

/** The unusual items that wait with the others of the same people; of a selection only its own are shown. */
async function unusualRows(
  ctx: Ctx,
  cycle_uuid: string,
  chosen: Chosen,
): Promise<(ReviewRow & { readonly shown: boolean })[]> {
  const marks = ['UNUSUAL']
  if (!chosen) return listReviewPage(ctx.tx, cycle_uuid, { limit: MOST_NAMED, marks })
  return listWithSiblings(
    ctx.tx,
    await listShown(ctx.tx, cycle_uuid, { marks, chosen, limit: MOST_NAMED }),
  )
}

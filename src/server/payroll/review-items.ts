/**
 * Works out what is said of the items that wait, once after each change, so that a page reads it off. Whatever a review reads marks people
 * as due when it changes (0021); nothing is said, and nothing approved, of a cycle in which somebody is due.
 */
import { unusualThings } from '#domain/payroll/approval.ts'
import { reviewMarks } from '#domain/payroll/review-marks.ts'
import { loadRates, type RateFor } from '../exchange/index.ts'
import { sha256 } from '../kernel/ids.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import type { JobContext } from '../worker.ts'
import type { CycleRecord } from './cycle.report.store.ts'
import { lockCycle, lockFreeCycle } from './cycle.store.ts'
import {
  countDue,
  endDue,
  listCyclesDue,
  listDue,
  listEmployersDue,
  type NewReview,
  saveDifferences,
  saveReviews,
} from './item-review.store.ts'
import { listReviewOfPeople, type ReviewRow } from './review.report.store.ts'
import { approvedLine, planOf, reviewItem } from './review.ts'

type CycleId = { readonly policy_uuid: string; readonly cycle_uuid: string }

/** So many people are reviewed at once: what they take in memory does not grow with the company, and others wait for the cycle no longer. */
const SLICE = 1_000
/** So many at most while somebody waits for a page. */
const SLICE_OF_PAGE = 250

/** More people than this are not counted one by one where only a rough number is shown. */
const MOST_COUNTED = 1_000_000

/**
 * Reviews who is due in a cycle, for a page. Few are reviewed at once; of more, a few, and a job works off the rest: while that holds the
 * cycle the page does not wait for it. Answers how many are left.
 */
export async function reviewDue(ctx: Ctx, cycle: CycleRecord): Promise<number> {
  const { cycle_uuid, policy_uuid } = cycle
  const due = await countDue(ctx.tx, cycle_uuid, ctx.now, SLICE_OF_PAGE + 1)
  if (due === 0) return 0
  if (due <= SLICE_OF_PAGE) await lockCycle(ctx.tx, policy_uuid, cycle_uuid)
  if (due <= SLICE_OF_PAGE || (await lockFreeCycle(ctx.tx, cycle_uuid)))
    await reviewSlice(ctx, cycle, await loadRates(ctx), SLICE_OF_PAGE)
  const left = await countDue(ctx.tx, cycle_uuid, ctx.now, MOST_COUNTED)
  if (left > 0) await reviewSoon(ctx, cycle)
  return left
}

/** Has a job review a cycle, where there is one yet: lists say what is kept, and the clock's own review may be a minute away. */
export async function reviewSoon(
  ctx: Pick<Ctx, 'enqueue'>,
  { policy_uuid, cycle_uuid }: { readonly policy_uuid: string; readonly cycle_uuid?: string },
): Promise<void> {
  if (!cycle_uuid) return
  const job_key = `review:${cycle_uuid}`
  await ctx.enqueue('review_cycle', { policy_uuid, cycle_uuid }, { job_key })
}

/** Reviews everybody who is due in a locked cycle. */
export async function reviewAll(ctx: Ctx, cycle: CycleRecord): Promise<void> {
  if ((await countDue(ctx.tx, cycle.cycle_uuid, ctx.now, 1)) === 0) return
  const rateFor = await loadRates(ctx)
  while ((await reviewSlice(ctx, cycle, rateFor)) === SLICE);
}

/** The job that reviews a cycle, slice by slice, each in a unit of its own. */
export async function reviewCycle(
  { policy_uuid, cycle_uuid }: Record<string, unknown>,
  { unit }: Pick<JobContext, 'unit'>,
): Promise<void> {
  const slice = (ctx: Ctx) =>
    reviewLocked(ctx, { policy_uuid: String(policy_uuid), cycle_uuid: String(cycle_uuid) })
  while ((await unit(slice)) === SLICE);
}

/** The clock's work for one employer: whoever is due, also because a hold has ended. */
export async function reviewCyclesOf(
  employer_uuid: string,
  { unit }: Pick<JobContext, 'unit'>,
): Promise<void> {
  const cycles = await unit(ctx => listCyclesDue(ctx.tx, employer_uuid, ctx.now))
  for (const cycle of cycles) await reviewCycle(cycle, { unit })
}

/** The employers of whose cycles somebody is due. */
export function employersToReview(ctx: Ctx): Promise<string[]> {
  return listEmployersDue(ctx.tx, ctx.now)
}

async function reviewLocked(ctx: Ctx, id: CycleId): Promise<number> {
  const cycle = await lockCycle(ctx.tx, id.policy_uuid, id.cycle_uuid)
  return cycle ? reviewSlice(ctx, cycle, await loadRates(ctx)) : 0
}

/** Reviews the next people who are due in a locked cycle; answers how many. */
async function reviewSlice(
  ctx: Ctx,
  cycle: CycleRecord,
  rateFor: RateFor,
  most = SLICE,
): Promise<number> {
  const { cycle_uuid } = cycle
  const subs = await listDue(ctx.tx, cycle_uuid, ctx.now, most)
  if (subs.length === 0) return 0
  const rows = await listReviewOfPeople(ctx.tx, cycle_uuid, subs)
  const until = new Map<string, string>()
  const reviews: NewReview[] = []
  for (const [sub, own] of Map.groupBy(rows, row => row.contractor_sub))
    for (const { held_until, ...review } of reviewsOf(ctx, cycle, own, rateFor)) {
      reviews.push(review)
      const earlier = until.get(sub)
      if (held_until && !(earlier && earlier < held_until)) until.set(sub, held_until)
    }
  await endDue(ctx.tx, cycle_uuid, subs, until)
  await saveReviews(ctx.tx, cycle, reviews)
  await saveDifferences(ctx.tx, cycle, subs)
  return subs.length
}

/** An employer as it is judged by when the counts are read; an item's own marks are the same whoever pays. */
const ANY_EMPLOYER = {
  name: '',
  is_partner: false,
  verification_status: 'VERIFIED',
  verification_since: null,
  suspended_at: null,
  compliance_since: null,
} as const

/** The reviews of one contractor's items that wait. */
function reviewsOf(
  { now }: Ctx,
  cycle: CycleRecord,
  own: readonly ReviewRow[],
  rateFor: RateFor,
): (NewReview & { readonly held_until: string | null })[] {
  const things = unusualThings(own.map(row => reviewItem(row, cycle)))
  return own
    .filter(row => row.status === 'PENDING_APPROVAL')
    .map(row => {
      const { line_item_uuid, contractor_sub, currency } = row
      const codes = things
        .filter(of => of.line_item_uuid === line_item_uuid)
        .map(({ code }) => code)
      const plan = planOf({ employer: ANY_EMPLOYER, rateFor }, [row], now)
      const { marks, unusual, blocked, until } = reviewMarks(codes, plan, cycle.pay_date)
      return {
        line_item_uuid,
        contractor_sub,
        currency,
        digest: sha256(approvedLine(row)),
        marks,
        unusual,
        blocked,
        held_until: until,
      }
    })
}

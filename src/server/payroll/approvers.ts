/** Whether the actor may approve a pay, and whom they ask where they may not alone. */
import type { z } from 'zod'
import type { Approver as Wire } from '#contract/approval-shapes.ts'
import { APPROVING_ROLES } from '#domain/identity/team.ts'
import type { Money } from '#domain/kernel/money.ts'
import { endOf, formatDate } from '#domain/kernel/plain-date.ts'
import { Problem } from '#domain/kernel/problem.ts'
import { worthIn } from '#domain/kernel/rate.ts'
import { type ApprovalBand, type BandAmong, bandFor } from '#domain/payroll/approval-bands.ts'
import { type ApproverJudgement, judgeYes } from '#domain/payroll/approvers.ts'
import { approveBy } from '#domain/payroll/deadlines.ts'
import { totalsOf } from '#domain/payroll/review-marks.ts'
import {
  type FirstYes,
  firstYesesOf,
  keepFirstYes,
  type RejectedYes,
  rejectedYesesOf,
} from '../approvals/index.ts'
import { type Approver, approversOf } from '../identity/index.ts'
import { requireFresh } from '../kernel/actor.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { LOCALE, say } from '../kernel/words.ts'
import { listEditors } from './editor.report.store.ts'
import type { Review } from './review.ts'
import type { Chosen } from './selection.store.ts'

const all = new Intl.ListFormat(LOCALE, { type: 'conjunction' })
const either = new Intl.ListFormat(LOCALE, { type: 'disjunction' })

/** What would be approved: everything of a cycle that waits, a selection of it, or one item. */
export type ToApprove = {
  readonly line_item_uuid: string | null
  readonly chosen: Chosen
  /** Null while it is not worked out: then no yes is to it. */
  readonly digest: string | null
  readonly totals: readonly Money[]
  readonly editors: readonly { readonly sub: string; readonly items: number }[]
}

/** Who may approve pay of a company, and the yeses of a cycle that wait for a second. */
export type Approvers = {
  readonly team: readonly Approver[]
  readonly yeses: readonly FirstYes[]
  /** Those of the actor that somebody rejected, the newest first. */
  readonly rejected: readonly RejectedYes[]
}

export type Judged = Pick<ApproverJudgement, 'decision' | 'lacks'> & {
  /** Whether the sum takes two people. */
  readonly takes_two: boolean
  /** Who is to be among who approves; the names where people are named. */
  readonly among: BandAmong
  readonly named: readonly string[]
  /** On how many items the actor, or somebody for whom they stand in, wrote something. */
  readonly edited: number
  /** Whom the actor asks for their yes. */
  readonly asked: readonly Approver[]
  /** For whom the actor stands in. */
  readonly stands_in_for: Approver['stands_in_for']
  /** The yes of somebody to exactly this, which waits for a second. */
  readonly first_yes: FirstYes | null
  /** The newest yes to what stood there before it changed. */
  readonly void_yes: FirstYes | null
  /** That somebody rejected the actor's yes to exactly this. */
  readonly rejected: RejectedYes | null
}

/** Loads what a yes is judged by besides the pay. */
export async function loadApprovers(ctx: Ctx, { cycle }: Review): Promise<Approvers> {
  const [team, yeses, rejected] = await Promise.all([
    approversOf(ctx, cycle.employer_uuid),
    firstYesesOf(ctx, cycle.cycle_uuid),
    rejectedYesesOf(ctx, cycle.cycle_uuid),
  ])
  return { team, yeses, rejected }
}

/** Judges the actor's yes to a pay. */
export function judgeApprover(
  { actor: { sub: by } }: Pick<Ctx, 'actor'>,
  review: Review,
  { team, yeses, rejected }: Approvers,
  { line_item_uuid, chosen, digest, totals, editors }: ToApprove,
): Judged {
  const all_yeses = yeses.map(yes => ({
    ...yes,
    by_name: withAbsent(yes.by_name, yes.absent),
  }))
  // What was said yes to is what its digest names, whether as a whole, as a selection or by itself.
  const same = all_yeses.find(yes => yes.digest === digest) ?? null
  const selected = chosen !== null && line_item_uuid === null
  const own = all_yeses.filter(
    yes => yes.line_item_uuid === line_item_uuid && !yes.selected && !selected,
  )
  const band = bandFor(review.bands, worthOf(review, totals))
  const { decision, lacks, asked, holds } = judgeYes({
    by,
    approvers: team.map(({ sub }) => sub),
    editors: new Set(editors.map(({ sub }) => sub)),
    needs: band.approvers,
    among: whoseYes(band, team),
    stands_in: new Map(team.map(one => [one.sub, one.stands_in_for.map(({ sub }) => sub)])),
    first_yes: same,
  })
  const first_yes = holds ? same : null
  const stands_in_for = team.find(({ sub }) => sub === by)?.stands_in_for ?? []
  const selves = [by, ...stands_in_for.map(({ sub }) => sub)]
  return {
    ...{ decision, lacks, stands_in_for, first_yes, among: band.among },
    takes_two: band.approvers === 2,
    named: team.filter(({ sub }) => band.named.includes(sub)).map(({ name }) => name),
    edited: Math.max(0, ...editors.filter(of => selves.includes(of.sub)).map(of => of.items)),
    asked: withoutAbsent(team.filter(({ sub }) => asked.includes(sub))),
    void_yes: first_yes ? null : (own[0] ?? null),
    rejected: same?.by === by ? null : (rejected.find(no => no.digest === digest) ?? null),
  }
}

/** Who is to be among who approves; null for anybody. */
function whoseYes(
  { among, named }: ApprovalBand,
  team: readonly Approver[],
): ReadonlySet<string> | null {
  if (among === 'ANYONE') return null
  const some = team.filter(one => (among === 'OWNER' ? one.is_owner : named.includes(one.sub)))
  return new Set(some.map(({ sub }) => sub))
}

/** Of those who are asked, those who are there: who is absent and has a substitute among them is left alone. */
function withoutAbsent(asked: readonly Approver[]): Approver[] {
  const absent = asked.flatMap(one => one.stands_in_for.map(({ sub }) => sub))
  return asked.filter(({ sub }) => !absent.includes(sub))
}

/** The same for everything of a cycle that waits, or what of a selection does. */
export async function judgeCycleApprover(
  ctx: Ctx,
  review: Review,
  { chosen, counts, digest }: Pick<ToApprove, 'chosen' | 'digest'> & Pick<Review, 'counts'>,
): Promise<Judged> {
  const [approvers, editors] = await Promise.all([
    loadApprovers(ctx, review),
    listEditors(ctx.tx, review.cycle.cycle_uuid, chosen),
  ])
  const totals = totalsOf(counts, status => status === 'PENDING_APPROVAL')
  const asked = { line_item_uuid: null, chosen, digest, totals, editors }
  return judgeApprover(ctx, review, approvers, asked)
}

/**
 * Whether the actor's yes approves now; then with the first yes that it is the second to, where there was one. Otherwise it is kept as the
 * first of two and the others are asked by mail; or refused: SECOND_PERSON_NEEDED says why. A yes to what takes two is freshly proved.
 */
export async function approvesNow(
  ctx: Ctx,
  review: Review,
  of: Omit<ToApprove, 'editors' | 'digest'> & { readonly digest: string; readonly items: number },
): Promise<Approved | 'KEPT'> {
  const { cycle_uuid, employer_uuid, pay_date } = review.cycle
  const { line_item_uuid, chosen, ...pay } = of
  const editors = await listEditors(ctx.tx, cycle_uuid, chosen)
  const judged = judgeApprover(ctx, review, await loadApprovers(ctx, review), { ...of, editors })
  const { decision, first_yes, asked, takes_two } = judged
  refuseYes(judged)
  if (takes_two) requireFresh(ctx.actor)
  const stood_in_for = judged.stands_in_for.map(({ sub }) => sub)
  if (decision === 'APPROVES') return { second_to: first_yes, stood_in_for }
  if (first_yes?.by === ctx.actor.sub) return 'KEPT'
  const selected = line_item_uuid === null ? chosen : null
  const step_uuid = await keepFirstYes(ctx, {
    ...{ ...pay, line_item_uuid, selected, employer_uuid, cycle_uuid, stood_in_for },
    may_answer: APPROVING_ROLES,
    approve_by: endOf(approveBy(pay_date, ctx.today)),
  })
  ctx.announce('payroll.approval_asked', {
    ...{ cycle_uuid, line_item_uuid, first_yes: true, by: ctx.actor.sub },
    selection: selected && step_uuid,
    asked: asked.map(({ sub }) => sub),
  })
  return 'KEPT'
}

/** An approval's two yeses: the first where there was one, and for whom who approves stands in. */
export type Approved = {
  readonly second_to: FirstYes | null
  readonly stood_in_for: readonly string[]
}

/** Refuses a yes that is not the actor's to say: SECOND_PERSON_NEEDED says whose it is, or who is missing. */
function refuseYes({ decision, edited, asked, lacks, among, named, stands_in_for }: Judged): void {
  const people = either.format(asked.map(spoken))
  if (decision === 'EDITED')
    throw new Problem('SECOND_PERSON_NEEDED', 'payroll.problems.editedByYou', {
      params: { items: edited, people },
    })
  if (decision === 'OTHERS')
    throw new Problem('SECOND_PERSON_NEEDED', 'payroll.problems.othersApprove', {
      params: { people },
    })
  if (decision !== 'NO_SECOND') return
  if (lacks === 'AMONG')
    throw new Problem('SECOND_PERSON_NEEDED', 'payroll.problems.nobodyAmong', {
      params: { among, people: either.format(named) },
    })
  throw new Problem('SECOND_PERSON_NEEDED', 'payroll.problems.noSecond', {
    params: { substitutes: stands_in_for.length },
  })
}

/** Somebody's name, with those for whom they stand in. */
function spoken({ name, stands_in_for }: Approver): string {
  const [absent] = stands_in_for
  if (!absent) return name
  return say('payroll.approvers.standsIn', {
    ...{ name, absent: all.format(stands_in_for.map(of => of.name)) },
    until: formatDate(absent.until),
  })
}

/** The name of who said yes, with those for whom they stood in then. */
export function withAbsent(name: string, absent: string | null): string {
  return absent ? say('payroll.approvers.stoodIn', { name, absent }) : name
}

/** A judgement as the actor reads it. */
export function presentJudged(
  { actor }: Pick<Ctx, 'actor'>,
  judged: Judged,
): z.output<typeof Wire> {
  const { decision, takes_two, edited, first_yes, void_yes, rejected, lacks, among } = judged
  const yes = first_yes ?? void_yes
  return {
    ...{ decision, takes_two, edited, lacks, among },
    asked: judged.asked.map(spoken),
    named: [...judged.named],
    stands_in_for: judged.stands_in_for.map(({ name, until }) => ({ name, until })),
    rejected: rejected && { by: rejected.by_name, at: rejected.at, reason: rejected.reason },
    first_yes: yes && {
      ...{ step_uuid: yes.step_uuid, by: yes.by_name, at: yes.at, expires_at: yes.expires_at },
      is_me: yes.by === actor.sub,
      holds: first_yes !== null,
    },
  }
}

/** Whether the actor may say yes now: who said the first of two waits for the second. */
export function maySayYes({ actor }: Pick<Ctx, 'actor'>, { decision, first_yes }: Judged): boolean {
  if (decision === 'APPROVES') return true
  return decision === 'FIRST_YES' && first_yes?.by !== actor.sub
}

/** What these amounts come to with what was approved of the cycle before, as for the limit; undefined where a rate is missing. */
function worthOf(
  { currency, counts, rateFor }: Review,
  amounts: readonly Money[],
): bigint | undefined {
  const approved = totalsOf(counts, status => status === 'APPROVED' || status === 'PAID')
  return worthIn(currency, [...approved, ...amounts], rateFor)
}

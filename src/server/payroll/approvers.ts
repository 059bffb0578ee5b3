/** Whether the actor may approve a pay, and whom they ask where they may not alone. */
import type { z } from 'zod'
import type { Approver as Wire } from '#contract/approval-shapes.ts'
import { APPROVING_ROLES } from '#domain/identity/team.ts'
import type { Money } from '#domain/kernel/money.ts'
import { addDays } from '#domain/kernel/plain-date.ts'
import { Problem } from '#domain/kernel/problem.ts'
import { isAboveLimit } from '#domain/payroll/approval-limit.ts'
import { type ApproverDecision, decideApprover, whoIsAsked } from '#domain/payroll/approvers.ts'
import { approveBy } from '#domain/payroll/deadlines.ts'
import { totalsOf } from '#domain/payroll/review-marks.ts'
import { type FirstYes, firstYesesOf, keepFirstYes } from '../approvals/index.ts'
import { type Approver, approversOf } from '../identity/index.ts'
import { requireFresh } from '../kernel/actor.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { LOCALE } from '../kernel/words.ts'
import { listEditors } from './editor.report.store.ts'
import type { Review } from './review.ts'
import type { Chosen } from './selection.store.ts'

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
}

export type Judged = {
  readonly decision: ApproverDecision
  /** Whether the sum takes two people. */
  readonly takes_two: boolean
  /** On how many items the actor wrote something. */
  readonly edited: number
  /** Whom the actor asks for their yes. */
  readonly asked: readonly Approver[]
  /** The yes of somebody to exactly this, which waits for a second. */
  readonly first_yes: FirstYes | null
  /** The newest yes to what stood there before it changed. */
  readonly void_yes: FirstYes | null
}

/** Loads what a yes is judged by besides the pay. */
export async function loadApprovers(ctx: Ctx, { cycle }: Review): Promise<Approvers> {
  const [team, yeses] = await Promise.all([
    approversOf(ctx, cycle.employer_uuid),
    firstYesesOf(ctx, cycle.cycle_uuid),
  ])
  return { team, yeses }
}

/** Judges the actor's yes to a pay. */
export function judgeApprover(
  { actor: { sub: by } }: Pick<Ctx, 'actor'>,
  review: Review,
  { team, yeses }: Approvers,
  { line_item_uuid, chosen, digest, totals, editors }: ToApprove,
): Judged {
  // What was said yes to is what its digest names, whether as a whole, as a selection or by itself.
  const first_yes = yeses.find(yes => yes.digest === digest) ?? null
  const selected = chosen !== null && line_item_uuid === null
  const own = yeses.filter(
    yes => yes.line_item_uuid === line_item_uuid && !yes.selected && !selected,
  )
  const facts = {
    by,
    approvers: team.map(({ sub }) => sub),
    editors: new Set(editors.map(({ sub }) => sub)),
    takes_two: takesTwo(review, totals),
    first_yes: first_yes?.by ?? null,
  }
  const asked = whoIsAsked(facts)
  return {
    decision: decideApprover(facts),
    takes_two: facts.takes_two,
    edited: editors.find(({ sub }) => sub === by)?.items ?? 0,
    asked: team.filter(({ sub }) => asked.includes(sub)),
    first_yes,
    void_yes: first_yes ? null : (own[0] ?? null),
  }
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
): Promise<{ readonly second_to: FirstYes | null } | 'KEPT'> {
  const { cycle_uuid, employer_uuid, pay_date } = review.cycle
  const { line_item_uuid, chosen, ...pay } = of
  const editors = await listEditors(ctx.tx, cycle_uuid, chosen)
  const judged = judgeApprover(ctx, review, await loadApprovers(ctx, review), { ...of, editors })
  const { decision, first_yes, asked, edited, takes_two } = judged
  if (decision === 'EDITED')
    throw new Problem('SECOND_PERSON_NEEDED', 'payroll.problems.editedByYou', {
      params: { items: edited, people: either.format(asked.map(({ name }) => name)) },
    })
  if (decision === 'NO_SECOND')
    throw new Problem('SECOND_PERSON_NEEDED', 'payroll.problems.noSecond')
  if (takes_two) requireFresh(ctx.actor)
  if (decision === 'APPROVES') return { second_to: first_yes }
  if (first_yes?.by === ctx.actor.sub) return 'KEPT'
  const selected = line_item_uuid === null ? chosen : null
  const step_uuid = await keepFirstYes(ctx, {
    ...{ ...pay, line_item_uuid, selected, employer_uuid, cycle_uuid, may_answer: APPROVING_ROLES },
    approve_by: new Date(`${addDays(approveBy(pay_date, ctx.today), 1)}T00:00:00Z`),
  })
  ctx.announce('payroll.approval_asked', {
    ...{ cycle_uuid, line_item_uuid, first_yes: true, by: ctx.actor.sub },
    selection: selected && step_uuid,
    asked: asked.map(({ sub }) => sub),
  })
  return 'KEPT'
}

/** A judgement as the actor reads it. */
export function presentJudged(
  { actor }: Pick<Ctx, 'actor'>,
  judged: Judged,
): z.output<typeof Wire> {
  const { decision, takes_two, edited, asked, first_yes, void_yes } = judged
  const yes = first_yes ?? void_yes
  return {
    ...{ decision, takes_two, edited },
    asked: asked.map(({ name }) => name),
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

/** Whether two people approve these amounts; what was approved of the cycle before counts with them, as for the limit. */
function takesTwo(
  { two_approvers_above: above, counts, rateFor }: Review,
  amounts: readonly Money[],
): boolean {
  if (!above) return false
  const approved = totalsOf(counts, status => status === 'APPROVED' || status === 'PAID')
  return isAboveLimit([...approved, ...amounts], above, rateFor)
}

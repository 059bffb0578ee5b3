/** The first of two yeses to a pay: kept as the second person's step until somebody else says the same, or nobody did in time. */
import { decideStep, STEP_HOURS } from '#domain/approvals/approval-step.ts'
import { assert } from '#domain/kernel/assert.ts'
import type { Money } from '#domain/kernel/money.ts'
import { Problem } from '#domain/kernel/problem.ts'
import { newUuid } from '../kernel/ids.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { answerStep, expireSteps, insertStep, isYesTo } from './approval-step.store.ts'
import {
  type FirstYes,
  findSelected,
  listFirstYeses,
  listRejectedYeses,
  type RejectedYes,
} from './first-yes.report.store.ts'

const KIND = 'approve_pay'
const HOUR_MS = 3_600_000

/** What a first yes is to. */
export type PayToApprove = {
  readonly employer_uuid: string
  readonly cycle_uuid: string
  /** Null for everything of the cycle that waits. */
  readonly line_item_uuid: string | null
  /** The items of a selection; else null. */
  readonly selected: readonly string[] | null
  readonly digest: string
  readonly totals: readonly Money[]
  readonly items: number
  /** For whom who says it stands in. */
  readonly stood_in_for: readonly string[]
  /** The roles of those who may say the second. */
  readonly may_answer: readonly string[]
  /** When it has to be approved by; the step waits until then, and a day at the least. */
  readonly approve_by: Date
}

/** The yeses that wait for a second within a cycle, newest first; those of which the time is over are left out. */
export async function firstYesesOf(ctx: Ctx, cycle_uuid: string): Promise<FirstYes[]> {
  return listFirstYeses(ctx.tx, cycle_uuid, ctx.now)
}

/** The line items of a cycle to which a yes that waits was said as a selection; NOT_FOUND where it does not wait. */
export async function selectedBy(
  ctx: Ctx,
  cycle_uuid: string,
  step_uuid: string,
): Promise<string[]> {
  const selected = await findSelected(ctx.tx, cycle_uuid, step_uuid, ctx.now)
  if (!selected) throw new Problem('NOT_FOUND', 'approvals.problems.noSuchStep')
  return selected
}

/** The actor's yeses within a cycle that somebody rejected, the newest first. */
export async function rejectedYesesOf(ctx: Ctx, cycle_uuid: string): Promise<RejectedYes[]> {
  return listRejectedYeses(ctx.tx, cycle_uuid, ctx.actor.sub)
}

/** Keeps the actor's yes until a second, and answers the step that it waits in; the same said again is the same. */
export async function keepFirstYes(ctx: Ctx, pay: PayToApprove): Promise<string> {
  const { employer_uuid, cycle_uuid, line_item_uuid, selected, digest, totals, items } = pay
  const { stood_in_for } = pay
  // A yes to which nobody can be the second any more counts for nothing, and makes room.
  const void_yeses = (await firstYesesOf(ctx, cycle_uuid)).filter(yes => yes.digest === digest)
  await end(ctx, void_yeses, null)
  const expired = await expireSteps(ctx.tx, { kind: KIND, digest, now: ctx.now })
  auditOwn(ctx, employer_uuid, 'expire', expired)
  const step_uuid = newUuid()
  const kept = await insertStep(ctx.tx, {
    step_uuid,
    employer_uuid,
    kind: KIND,
    content: {
      ...{ cycle_uuid, line_item_uuid },
      ...(selected && { selected }),
      ...(stood_in_for.length > 0 && { stood_in_for }),
    },
    digest,
    title: '',
    totals,
    lines: items,
    may_answer: pay.may_answer,
    asked_by: ctx.actor.sub,
    asked_at: ctx.now,
    expires_at: new Date(
      Math.max(pay.approve_by.getTime(), ctx.now.getTime() + STEP_HOURS * HOUR_MS),
    ),
  })
  assert(kept?.asked_by === ctx.actor.sub, 'a yes of another is a first one, and this the second')
  if (kept.step_uuid === step_uuid) auditOwn(ctx, employer_uuid, 'ask', [step_uuid], { digest })
  return kept.step_uuid
}

/** Answers a first yes by the actor's own, of which so many items are approved. */
export async function answerFirstYes(ctx: Ctx, yes: FirstYes, done: number): Promise<void> {
  const { step_uuid, digest, by: asked_by, expires_at } = yes
  const facts = { answer: null, answered_by: null, asker_may: true, digest, asked_by, expires_at }
  const given = { action: 'approve', by: ctx.actor.sub, may_answer: true, digest } as const
  const decision = decideStep(facts, given, ctx.now)
  assert('status' in decision, 'a first yes that waits is answered by somebody else')
  await answerStep(ctx.tx, step_uuid, {
    answer: decision.status,
    answered_by: ctx.actor.sub,
    answered_at: ctx.now,
    reason: null,
    outcome: { execution_uuid: null, done, refused: 0 },
  })
  auditOwn(ctx, yes.employer_uuid, 'approve', [step_uuid], { status: decision.status, digest })
}

/**
 * Ends a yes that waits within a cycle: who said it takes it back, everybody else rejects it, and may say why. Answers whether it was rejected
 * now; one that ended stays as it is; of none there is NOT_FOUND.
 */
export async function endFirstYes(
  ctx: Ctx,
  of: { readonly cycle_uuid: string; readonly step_uuid: string; readonly reason: string },
): Promise<boolean> {
  const { cycle_uuid, step_uuid, reason } = of
  if (!(await isYesTo(ctx.tx, cycle_uuid, step_uuid)))
    throw new Problem('NOT_FOUND', 'approvals.problems.noSuchStep')
  const all = await firstYesesOf(ctx, cycle_uuid)
  const ended = all.filter(yes => yes.step_uuid === step_uuid)
  await end(ctx, ended, reason === '' ? null : reason)
  return ended.some(yes => yes.by !== ctx.actor.sub)
}

async function end(ctx: Ctx, yeses: readonly FirstYes[], reason: string | null): Promise<void> {
  for (const { step_uuid, by, employer_uuid } of yeses) {
    const own = by === ctx.actor.sub
    await answerStep(ctx.tx, step_uuid, {
      answer: own ? 'WITHDRAWN' : 'REJECTED',
      answered_by: ctx.actor.sub,
      answered_at: ctx.now,
      reason: own ? null : reason,
      outcome: null,
    })
    auditOwn(ctx, employer_uuid, own ? 'withdraw' : 'reject', [step_uuid])
  }
}

function auditOwn(
  ctx: Ctx,
  employer_uuid: string,
  action: string,
  entity_uuids: readonly string[],
  after: object = {},
): void {
  if (entity_uuids.length > 0)
    ctx.audit({ action, entity: 'approval_step', entity_uuids, employer_uuid, after })
}

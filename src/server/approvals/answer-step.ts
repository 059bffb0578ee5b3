/** Answering a step: a yes does what was asked, in the same transaction and once. */

import {
  decideStep,
  type StepAction,
  type StepRefusal,
  stepStatus,
} from '#domain/approvals/approval-step.ts'
import { Problem, type ProblemCode } from '#domain/kernel/problem.ts'
import type { TextKey } from '#domain/kernel/words.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { findStep, type StepRow } from './approval-step.report.store.ts'
import { answerStep, lockStep } from './approval-step.store.ts'
import { mayAnswer } from './present-step.ts'
import { auditSteps } from './second-person.ts'
import { digestOf, type StepOutcome, type Works } from './work.ts'

export type Answer = {
  readonly action: StepAction
  /** Of what was seen; a yes names it. */
  readonly digest?: string
  readonly reason?: string
}

/**
 * Answers a step. NOT_FOUND, SECOND_PERSON_NEEDED for who asked, STEP_CLOSED for one that waits no more, STEP_STALE where what
 * would be done is not what was asked. The same answer again by the same person changes nothing.
 */
export async function answerTo(
  ctx: Ctx,
  works: Works,
  step_uuid: string,
  { action, digest, reason = '' }: Answer,
): Promise<StepRow> {
  const locked = await lockStep(ctx.tx, step_uuid)
  const step = locked && (await findStep(ctx.tx, step_uuid))
  if (!step) throw new Problem('NOT_FOUND', 'approvals.problems.noSuchStep')
  const given = {
    action,
    by: ctx.actor.sub,
    may_answer: mayAnswer(ctx.actor, step),
    digest: digest ?? null,
  }
  const decision = decideStep(step, given, ctx.now)
  if ('refused' in decision) throw refusal(decision.refused, step, action, ctx.now)
  if (decision.again) return step
  const outcome = action === 'approve' ? await doAsAsked(ctx, works, step, locked.content) : null
  await answerStep(ctx.tx, step_uuid, {
    answer: decision.status,
    answered_by: ctx.actor.sub,
    answered_at: ctx.now,
    reason: reason || null,
    outcome,
  })
  auditSteps(ctx, action, [step_uuid], { status: decision.status, digest: step.digest })
  return { ...step, ...(await findStep(ctx.tx, step_uuid)) }
}

async function doAsAsked(
  ctx: Ctx,
  works: Works,
  { kind, digest }: StepRow,
  content: unknown,
): Promise<StepOutcome> {
  const work = works[kind]
  if (digestOf(kind, await work.lines(ctx, content, true)) !== digest)
    throw new Problem('STEP_STALE', 'approvals.problems.changedSince')
  return work.finish(ctx, content)
}

function refusal(why: StepRefusal, step: StepRow, action: StepAction, now: Date): Problem {
  const status = stepStatus(step, now)
  const refusals: Readonly<Record<StepRefusal, readonly [ProblemCode, TextKey]>> = {
    NOT_YOURS:
      action === 'withdraw'
        ? ['FORBIDDEN', 'approvals.problems.onlyAskerWithdraws']
        : ['SECOND_PERSON_NEEDED', 'approvals.problems.askedYourself'],
    ROLE: ['FORBIDDEN', 'approvals.problems.role'],
    CLOSED: ['STEP_CLOSED', 'approvals.problems.closed'],
    ASKER_GONE: ['STEP_CLOSED', 'approvals.problems.askerGone'],
    OTHER_CONTENT: ['STEP_STALE', 'approvals.problems.otherContent'],
  }
  const [code, text] = refusals[why]
  return new Problem(code, text, { params: { status } })
}

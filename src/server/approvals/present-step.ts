import type { z } from 'zod'
import { type ApprovalStep, approvals } from '#contract/approvals.ts'
import type { Endpoint } from '#contract/kernel/endpoint.ts'
import { type StepAction, stepActions, stepStatus } from '#domain/approvals/approval-step.ts'
import type { Actor } from '../kernel/actor.ts'
import { mayCall } from '../kernel/may-call.ts'
import type { StepRow } from './approval-step.report.store.ts'

const CALLS: Readonly<Record<StepAction, Endpoint>> = {
  approve: approvals.approveStep,
  reject: approvals.rejectStep,
  withdraw: approvals.withdrawStep,
}

/** Whether the role of an operator is one of those that may answer. */
export function mayAnswer({ operator_role }: Actor, { may_answer }: StepRow): boolean {
  return operator_role !== null && may_answer.includes(operator_role)
}

/** A step as an operator sees it at an instant, with what they may answer. */
export function presentStep(actor: Actor, step: StepRow, now: Date): z.output<typeof ApprovalStep> {
  const who = { by: actor.sub, may_answer: mayAnswer(actor, step) }
  const { answered_by, answered_at } = step
  return {
    step_uuid: step.step_uuid,
    kind: step.kind,
    title: step.title,
    apart: step.apart,
    status: stepStatus(step, now),
    digest: step.digest,
    totals: step.totals.map(({ currency, minor }) => ({ currency, minor: BigInt(minor) })),
    lines: step.lines,
    asked_by: { name: step.asker_name, is_me: step.asked_by === actor.sub },
    asked_at: step.asked_at,
    expires_at: step.expires_at,
    asker_may: step.asker_may,
    answered:
      answered_by && answered_at
        ? {
            name: step.answerer_name ?? '',
            is_me: answered_by === actor.sub,
            at: answered_at,
            reason: step.reason,
          }
        : null,
    outcome: step.outcome,
    allowed_actions: stepActions(step, who, now).filter(action => mayCall(actor, CALLS[action])),
  }
}

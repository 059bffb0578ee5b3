import { query } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'

export type ApprovalStep = ClientOutput<'listApprovalSteps'>['items'][number]
export type StepKind = ApprovalStep['kind']
export type StepLine = ClientOutput<'getApprovalStep'>['items'][number]

/** Steps of a kind, or of all, that wait for an answer; others ask and answer meanwhile, so that it is asked each time. */
export function waitingSteps(kind?: StepKind) {
  return { ...query('listApprovalSteps', { query: kind ? { kind } : {} }), staleTime: 0 }
}

/** The last few steps of a kind that wait for no answer any more. */
export function closedSteps(kind: StepKind) {
  return {
    ...query('listApprovalSteps', { query: { kind, view: 'closed', limit: '3' } }),
    staleTime: 0,
  }
}

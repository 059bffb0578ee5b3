/**
 * A second person's yes or no (design: Promises, 7). What one person may not do alone is asked for and kept as it was asked;
 * another one sees exactly that and answers. Who asked never answers, whatever session they use.
 */
import { machine } from '#domain/kernel/machine.ts'

/**
 * What operators ask each other for: to book a funding file, to execute payments, to say what became of them or give them back, to ask for money,
 * to exchange it, to say whose a receipt is or send it back, to explain what a bank says otherwise or book it, or what left a wallet of ours.
 */
export const WORK_KINDS = [
  'book_funding',
  'execute_payments',
  'mend_payments',
  'request_funds',
  'schedule_conversion',
  'match_receipt',
  'refund_receipt',
  'reverse_funding',
  'explain_difference',
  'book_bank_entry',
  'explain_missing',
  'explain_wallet',
] as const
export type WorkKind = (typeof WORK_KINDS)[number]

/** What is asked for; the people of a company ask each other to approve a pay. */
export const STEP_KINDS = [...WORK_KINDS, 'approve_pay'] as const
export type StepKind = (typeof STEP_KINDS)[number]

export const STEP_STATUSES = ['WAITING', 'APPROVED', 'REJECTED', 'WITHDRAWN', 'EXPIRED'] as const
export type StepStatus = (typeof STEP_STATUSES)[number]
export type StepAction = 'approve' | 'reject' | 'withdraw'

/** A step's life: one answer, or none in time. */
export const stepMachine = machine<StepStatus, StepAction | 'expire'>({
  WAITING: { approve: 'APPROVED', reject: 'REJECTED', withdraw: 'WITHDRAWN', expire: 'EXPIRED' },
  APPROVED: {},
  REJECTED: {},
  WITHDRAWN: {},
  EXPIRED: {},
})

/** How long a step waits for its answer. */
export const STEP_HOURS = 24

/** What decides about an answer. */
export type StepFacts = {
  readonly answer: Exclude<StepStatus, 'WAITING'> | null
  readonly expires_at: Date
  /** SHA-256 of what was asked, down to each amount and account. */
  readonly digest: string
  readonly asked_by: string
  /** Whether who asked could still do it: suspended or with another role they ask for nothing. */
  readonly asker_may: boolean
  readonly answered_by: string | null
}

/** Who answers what. `digest` is of what they saw; only a yes names one. */
export type StepAnswer = {
  readonly action: StepAction
  readonly by: string
  readonly may_answer: boolean
  readonly digest: string | null
}

/** An answer to be kept; one that stands already, sent again; or a refusal and why. */
export type StepDecision =
  | { readonly status: Exclude<StepStatus, 'WAITING'>; readonly again: boolean }
  | { readonly refused: StepRefusal }

export type StepRefusal =
  /** Who asked does not answer, and nobody else takes back. */
  | 'NOT_YOURS'
  /** The role does not allow it. */
  | 'ROLE'
  | 'CLOSED'
  /** Who asked could not do it any more. */
  | 'ASKER_GONE'
  /** What was seen is not what was asked. */
  | 'OTHER_CONTENT'

/** Where a step stands at an instant: one that nobody answered in time has expired. */
export function stepStatus(
  { answer, expires_at }: Pick<StepFacts, 'answer' | 'expires_at'>,
  now: Date,
): StepStatus {
  return answer ?? (expires_at.getTime() <= now.getTime() ? 'EXPIRED' : 'WAITING')
}

/** Decides about an answer at an instant. */
export function decideStep(step: StepFacts, given: StepAnswer, now: Date): StepDecision {
  const { action, by, may_answer, digest } = given
  const own = by === step.asked_by
  if (own !== (action === 'withdraw')) return { refused: 'NOT_YOURS' }
  if (!own && !may_answer) return { refused: 'ROLE' }
  const status = stepStatus(step, now)
  const next = stepMachine.next(status, action)
  if (!next) {
    const same = stepMachine.next('WAITING', action) === status && step.answered_by === by
    return same && status !== 'WAITING' ? { status, again: true } : { refused: 'CLOSED' }
  }
  if (action === 'approve' && !step.asker_may) return { refused: 'ASKER_GONE' }
  if (action === 'approve' && digest !== step.digest) return { refused: 'OTHER_CONTENT' }
  return { status: next as Exclude<StepStatus, 'WAITING'>, again: false }
}

/** The actions that a step offers somebody at an instant. */
export function stepActions(
  step: StepFacts,
  who: Pick<StepAnswer, 'by' | 'may_answer'>,
  now: Date,
): StepAction[] {
  return (['approve', 'reject', 'withdraw'] as const).filter(action => {
    const decision = decideStep(step, { ...who, action, digest: step.digest }, now)
    return 'status' in decision && !decision.again
  })
}

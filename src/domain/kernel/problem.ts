/**
 * Expected failure. A `Problem` carries a stable code, a sentence that is safe to show and says how to mend it, and
 * sometimes which field is meant. `contract/kernel/problems.ts` gives every code its HTTP status and its documentation.
 */
export const PROBLEM_CODES = [
  'VALIDATION',
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'NOT_FOUND',
  'CONFLICT',
  'IDEMPOTENCY_KEY_REUSED',
  'PAYLOAD_TOO_LARGE',
  'BODY_TOO_SLOW',
  'TOO_MANY_REQUESTS',
  'EMAIL_NOT_VERIFIED',
  'DETAILS_MISSING',
  'ONBOARDING_INCOMPLETE',
  'SUSPENDED',
  'STEP_UP_REQUIRED',
  'SECOND_FACTOR_REQUIRED',
  'LINK_NOT_VALID',
  'ALREADY_MEMBER',
  'LAST_OWNER',
  'AGREEMENT_ALREADY_ACCEPTED',
  'TRANSITION_NOT_ALLOWED',
  'INVITATION_NOT_VALID',
  'INVITATION_TOO_SOON',
  'ALREADY_INVITED',
  'ADDRESS_STOPPED',
  'DOCUMENT_NOT_READABLE',
  'DOCUMENT_REFUSED',
  'STORAGE_FULL',
  'WALLET_ALREADY_EXISTS',
  'DESTINATION_NOT_VALID',
  'PERCENTAGES_NOT_100',
  'CONTRACT_CHANGED',
  'POLICY_IN_USE',
  'APPROVAL_STALE',
  'NOTHING_TO_APPROVE',
  'FUNDS_SHORT',
  'AMOUNT_MISMATCH',
  'FUNDING_FILE_NOT_VALID',
  'EXECUTION_HALTED',
  'EXECUTION_STALE',
  'SECOND_PERSON_NEEDED',
  'STEP_CLOSED',
  'STEP_STALE',
  'TRANSFER_REUSED',
  'RATE_MISSING',
  'UNAVAILABLE',
] as const

export type ProblemCode = (typeof PROBLEM_CODES)[number]

/** One invalid part of the input, in the specification's `detail` shape. `loc` is the path to it, outermost first. */
export type InvalidField = {
  readonly loc: readonly (string | number)[]
  readonly msg: string
  readonly type: string
}

/** An expected failure. `detail` is shown to people; `cause` is for the log and never leaves the server. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly code: ProblemCode
  readonly detail: string
  readonly fields: readonly InvalidField[] | undefined
  /** After how many seconds it may work, where that is known. */
  readonly retry_after_s: number | undefined

  constructor(
    code: ProblemCode,
    detail: string,
    options: { cause?: unknown; fields?: readonly InvalidField[]; retry_after_s?: number } = {},
  ) {
    super(`${code}: ${detail}`, { cause: options.cause })
    this.code = code
    this.detail = detail
    this.fields = options.fields
    this.retry_after_s = options.retry_after_s
  }
}

/** A `VALIDATION` problem about one field of the body, for rules that a schema cannot say. */
export function invalidField(path: string | readonly (string | number)[], msg: string): Problem {
  const loc = ['body', ...(typeof path === 'string' ? path.split('.') : path)]
  return new Problem('VALIDATION', msg, { fields: [{ loc, msg, type: 'value_error' }] })
}

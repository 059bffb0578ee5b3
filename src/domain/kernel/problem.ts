/**
 * Expected failure. A `Problem` carries a stable code, a text that is safe to show and says how to mend it, and
 * sometimes which field is meant. `contract/kernel/problems.ts` gives every code its HTTP status and its documentation.
 */
import type { Text, TextKey, TextParams } from './words.ts'

export const PROBLEM_CODES = [
  'VALIDATION',
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'NOT_FOUND',
  'CONFLICT',
  'IDEMPOTENCY_KEY_REUSED',
  'PAYLOAD_TOO_LARGE',
  'BODY_TOO_SLOW',
  'NOT_HTTP',
  'TOO_MANY_REQUESTS',
  'EMAIL_NOT_VERIFIED',
  'DETAILS_MISSING',
  'ONBOARDING_INCOMPLETE',
  'SUSPENDED',
  'STEP_UP_REQUIRED',
  'SECOND_FACTOR_REQUIRED',
  'LINK_NOT_VALID',
  'LINK_USED',
  'LINK_EXPIRED',
  'LINK_REPLACED',
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
  'NAME_DIFFERS',
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
  'QUOTE_EXPIRED',
  'RATE_MISSING',
  'UNAVAILABLE',
] as const

export type ProblemCode = (typeof PROBLEM_CODES)[number]

/** One invalid part of the input. `loc` is the path to it, outermost first. */
export type InvalidField = Text & {
  readonly loc: readonly (string | number)[]
  readonly type: string
}

type Options = {
  readonly params?: TextParams
  readonly cause?: unknown
  readonly fields?: readonly InvalidField[]
  readonly retry_after_s?: number
}

/** An expected failure. Its text is shown to people; `cause` is for the log and never leaves the server. */
export class Problem extends Error implements Text {
  override readonly name = 'Problem'
  readonly code: ProblemCode
  readonly text: TextKey
  readonly params: TextParams | undefined
  readonly fields: readonly InvalidField[] | undefined
  /** After how many seconds it may work, where that is known. */
  readonly retry_after_s: number | undefined

  constructor(
    code: ProblemCode,
    text: TextKey,
    { params, cause, fields, retry_after_s }: Options = {},
  ) {
    super(`${code}: ${text}`, { cause })
    this.code = code
    this.text = text
    this.params = params
    this.fields = fields
    this.retry_after_s = retry_after_s
  }
}

/** A `VALIDATION` problem about one field of the body, for rules that a schema cannot say. */
export function invalidField(
  path: string | readonly (string | number)[],
  text: TextKey,
  params?: TextParams,
): Problem {
  const loc = ['body', ...(typeof path === 'string' ? path.split('.') : path)]
  return invalidFields([{ loc, text, params, type: 'value_error' }])
}

/** A problem, `VALIDATION` unless said otherwise, about parts of the input; it says what is wrong with the first. */
export function invalidFields(
  fields: readonly [InvalidField, ...InvalidField[]],
  code: ProblemCode = 'VALIDATION',
): Problem {
  const [{ text, params }] = fields
  return new Problem(code, text, { ...(params && { params }), fields })
}

/** Throws `VALIDATION` if a rule finds parts of the input that are wrong. */
export function requireValid([first, ...more]: readonly InvalidField[]): void {
  if (first) throw invalidFields([first, ...more])
}

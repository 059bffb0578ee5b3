/** What people read when an identity provider refuses something: its codes, whoever it is, in our words. */
import { type Text, textOf } from '#domain/kernel/words.ts'

/** Those of which the specification says what is said (section 8). */
const REFUSALS = [
  'user-not-found',
  'wrong-password',
  'invalid-email',
  'invalid-login-credentials',
  'email-already-in-use',
  'invalid-action-code',
] as const
type Refusal = (typeof REFUSALS)[number]

/** Why a log-in at another site did not end here: `error` of `/auth/login`. */
const SIGN_IN_ERRORS = [
  'cancelled',
  'login_required',
  'expired',
  'email_not_verified',
  'another_account',
  'not_confirmed',
  'not_usable',
  'too_many_requests',
  'unavailable',
  'failed',
] as const
export type SignInError = (typeof SIGN_IN_ERRORS)[number]

/** better-auth's codes, and those that Firebase and Google Identity Platform answer over REST. */
const UPPER_CASE: Readonly<Record<string, Refusal>> = {
  USER_NOT_FOUND: 'user-not-found',
  EMAIL_NOT_FOUND: 'user-not-found',
  INVALID_PASSWORD: 'wrong-password',
  INVALID_EMAIL: 'invalid-email',
  INVALID_EMAIL_OR_PASSWORD: 'invalid-login-credentials',
  INVALID_LOGIN_CREDENTIALS: 'invalid-login-credentials',
  USER_ALREADY_EXISTS: 'email-already-in-use',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'email-already-in-use',
  EMAIL_EXISTS: 'email-already-in-use',
  INVALID_TOKEN: 'invalid-action-code',
  TOKEN_EXPIRED: 'invalid-action-code',
  INVALID_OOB_CODE: 'invalid-action-code',
  EXPIRED_OOB_CODE: 'invalid-action-code',
}

/** Firebase's codes in browsers that are not spelled as the message's own name. */
const FIREBASE: Readonly<Record<string, Refusal>> = {
  'invalid-credential': 'invalid-login-credentials',
  'expired-action-code': 'invalid-action-code',
}

/** Errors that come back in an address: of OAuth (RFC 6749, 4.1.2.1), OpenID Connect (Core, 3.1.2.6) and better-auth. */
const IN_ADDRESS: Readonly<Record<string, SignInError>> = {
  access_denied: 'cancelled',
  consent_required: 'cancelled',
  interaction_required: 'login_required',
  account_selection_required: 'login_required',
  server_error: 'unavailable',
  temporarily_unavailable: 'unavailable',
  internal_server_error: 'unavailable',
  oauth_provider_not_found: 'unavailable',
  state_mismatch: 'expired',
  state_not_found: 'expired',
  please_restart_the_process: 'expired',
  email_not_found: 'email_not_verified',
}

function own<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined
}

/** Our own word for an error that came back in an address; `failed` for one that says nothing to people. */
export function signInError(code: string): SignInError {
  return SIGN_IN_ERRORS.find(one => one === code) ?? own(IN_ADDRESS, code) ?? 'failed'
}

/**
 * What is said of a code of any provider: better-auth, Firebase (`auth/...` or over REST, where words may follow a colon),
 * OpenID Connect, or our own of `/auth/login`. Unknown codes get a general text.
 */
export function providerText(code: string): Text {
  const [plain = ''] = code.split(' : ')
  const name = plain.replace(/^auth\//, '')
  const known = own(UPPER_CASE, name) ?? own(FIREBASE, name) ?? name
  const said = [...REFUSALS, ...SIGN_IN_ERRORS].find(one => one === known)
  if (said) return textOf(`identity.refused.${said}`)
  return /^[a-z]+(_[a-z]+)+$/.test(name)
    ? textOf(`identity.refused.${signInError(name)}`)
    : textOf('identity.refused.unexpected')
}

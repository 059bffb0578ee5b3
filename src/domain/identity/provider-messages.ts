/** What people read when an identity provider refuses something: its codes, whoever it is, in our words. */

/** The specification's messages (section 8). */
export const IDENTITY_MESSAGES = {
  'user-not-found':
    'Email not recognized. Please sign in again with a different email or create a new account.',
  'wrong-password': 'The password you entered is incorrect.',
  'invalid-email': 'The email you entered is invalid. Please try again.',
  'invalid-login-credentials': 'The email or password you entered is incorrect. Please try again.',
  'email-already-in-use': 'The email you entered is already in use.',
  'invalid-action-code':
    'The action code is invalid. This can happen if the code is malformed, expired, or has already been used.',
} as const

/** Why a log-in at another site did not end here: `error` of `/auth/login`. */
export const SIGN_IN_MESSAGES = {
  cancelled: 'The log-in was cancelled. Start again when you are ready.',
  login_required: 'Log in to go on.',
  expired: 'This log-in took too long, or it was used before. Log in again.',
  email_not_verified: 'Confirm your e-mail address there first, then log in again.',
  another_account: 'That was another account. Confirm with the account that you are logged in to.',
  not_confirmed: 'Your log-in was not asked for again. Log in once more to confirm that it is you.',
  not_usable: 'Your account is not set up for Corridor yet. Write to support.',
  too_many_requests: 'Too many tries. Wait a minute, then try again.',
  unavailable: 'The log-in does not answer at the moment. Try again in a minute.',
  failed: 'The log-in did not work. Try again.',
} as const

export type SignInError = keyof typeof SIGN_IN_MESSAGES

/** What is said of a code that nobody knows (section 8). */
export const UNEXPECTED = 'Unexpected error. Please try again later.'

/** better-auth's codes, and those that Firebase and Google Identity Platform answer over REST. */
const UPPER_CASE: Readonly<Record<string, keyof typeof IDENTITY_MESSAGES>> = {
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
const FIREBASE: Readonly<Record<string, keyof typeof IDENTITY_MESSAGES>> = {
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
  return Object.hasOwn(SIGN_IN_MESSAGES, code)
    ? (code as SignInError)
    : (own(IN_ADDRESS, code) ?? 'failed')
}

/**
 * The message for a code of any provider: better-auth, Firebase (`auth/...` or over REST, where words may follow a colon),
 * OpenID Connect, or our own of `/auth/login`. Unknown codes get a general one.
 */
export function providerMessage(code: string): string {
  const [plain = ''] = code.split(' : ')
  const name = plain.replace(/^auth\//, '')
  const known = own(UPPER_CASE, name) ?? own(FIREBASE, name) ?? name
  const said = own(IDENTITY_MESSAGES, known) ?? own(SIGN_IN_MESSAGES, known)
  return (
    said ?? (/^[a-z]+(_[a-z]+)+$/.test(name) ? SIGN_IN_MESSAGES[signInError(name)] : UNEXPECTED)
  )
}

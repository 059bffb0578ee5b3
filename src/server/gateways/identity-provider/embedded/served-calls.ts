/** What is served of better-auth, its plugins and ours, below `/api/auth`; everything else is 404. */
export const SERVED_CALLS: ReadonlySet<string> = new Set([
  'POST /sign-up/email',
  'POST /sign-in/email',
  'POST /mailed-link',
  'POST /sign-in/link',
  'POST /sign-in/social',
  'GET /callback/google',
  'GET /token',
  'GET /jwks',
  'POST /sign-out',
  'POST /confirm-email',
  'POST /reset-password',
  'POST /change-password',
  'GET /second-factors',
  'POST /second-factors/verify',
  'POST /second-factors/totp/start',
  'POST /second-factors/totp/confirm',
  'POST /second-factors/totp/remove',
  'POST /second-factors/passkeys/remove',
  'POST /second-factors/recovery-codes',
  'GET /passkey/generate-register-options',
  'POST /passkey/verify-registration',
  'GET /passkey/generate-authenticate-options',
  'POST /passkey/verify-authentication',
])

const BASE = '/api/auth'

/** Whether a request is for one of them. */
export function isServed({ method, url }: Request): boolean {
  const { pathname } = new URL(url)
  return pathname.startsWith(BASE) && SERVED_CALLS.has(`${method} ${pathname.slice(BASE.length)}`)
}

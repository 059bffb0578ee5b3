/** Who is signed in, as the identity provider knows: signing in and out, and the bearer token of every call. */
import { apiProblem, isApiProblem } from '#web/kernel/api-problem.ts'
import { nowMs } from '#web/kernel/env.ts'
import { askProvider } from '#web/kernel/identity-provider.ts'

/** A token is fetched anew this long before it expires (specification 9). */
const REFRESH_BEFORE_MS = 5 * 60 * 1000

type Held = { readonly token: string; readonly expires_ms: number }

let held: Held | undefined
let pending: Promise<string> | undefined
let listener: (why: SignOutReason) => void = () => {}

/** Why a session ended: the person asked, or it could not be renewed. */
export type SignOutReason = 'asked' | 'expired'

/** The bearer token, from memory while it is fresh. Throws an ApiProblem 401 when nobody is signed in. */
export function token(): Promise<string> {
  if (held && held.expires_ms - nowMs() > REFRESH_BEFORE_MS) return Promise.resolve(held.token)
  return refreshToken()
}

/** Fetches the token anew, so that its claims (such as a verified e-mail) are those of now. Calls at once share one. */
export function refreshToken(): Promise<string> {
  pending ??= fetchToken().finally(() => {
    pending = undefined
  })
  return pending
}

async function fetchToken(): Promise<string> {
  held = undefined
  const { token: fetched } = await askProvider('GET', '/token')
  if (typeof fetched !== 'string') throw apiProblem(401, 'UNAUTHENTICATED', 'Sign in first.')
  held = { token: fetched, expires_ms: expiryOf(fetched) }
  return fetched
}

/** The expiry in a token's own claims (RFC 7519, `exp`); an unreadable one counts as expired and is used once. */
function expiryOf(jwt: string): number {
  const claims = claimsOf(jwt)
  return typeof claims.exp === 'number' ? claims.exp * 1000 : 0
}

function claimsOf(jwt: string): Readonly<Record<string, unknown>> {
  try {
    const part = (jwt.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/')
    const read: unknown = JSON.parse(atob(part))
    return typeof read === 'object' && read !== null ? { ...read } : {}
  } catch {
    return {}
  }
}

/** Whether somebody is signed in. A provider that cannot be reached is a failure, not a signed-out person. */
export async function signedIn(): Promise<boolean> {
  try {
    await token()
    return true
  } catch (thrown) {
    if (isApiProblem(thrown) && (thrown.status === 401 || thrown.status === 403)) return false
    throw thrown
  }
}

/** Signs in with e-mail and password. */
export async function signIn(email: string, password: string): Promise<void> {
  await askProvider('POST', '/sign-in/email', { email, password })
  held = undefined
}

/** Creates an account; the provider signs it in at once where it may. The name is asked in the step that follows. */
export async function signUp(email: string, password: string, name: string): Promise<void> {
  await askProvider('POST', '/sign-up/email', { email, password, name })
  held = undefined
}

/** Ends the session here and at the provider; a provider that does not answer keeps nobody signed in on this page. */
export async function signOut(why: SignOutReason = 'asked'): Promise<void> {
  held = undefined
  await askProvider('POST', '/sign-out').catch(() => {})
  held = undefined
  listener(why)
}

/** Says what happens on this page after a sign-out, such as going to the log in page. */
export function afterSignOut(callback: (why: SignOutReason) => void): void {
  listener = callback
}

/** Proves the e-mail with the token of the mailed link; the next bearer token says so. */
export async function verifyEmail(mailed: string): Promise<void> {
  await askProvider('GET', `/verify-email?token=${encodeURIComponent(mailed)}`)
  held = undefined
}

/** Sets a new password with the token of the mailed link. */
export async function resetPassword(newPassword: string, mailed: string): Promise<void> {
  await askProvider('POST', '/reset-password', { newPassword, token: mailed })
}

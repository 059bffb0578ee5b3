/** Who is signed in, as the identity provider knows: the bearer token of every call, and what the tabs tell each other. */
import type { SignUpRole } from '#domain/identity/sign-up.ts'
import {
  apiProblem,
  isApiProblem,
  SESSION_CHANGED,
  UNKNOWN_FAILURE,
} from '#web/kernel/api-problem.ts'
import { draftsBelongTo, forgetDrafts, keepOpenForms } from '#web/kernel/drafts.ts'
import { nowMs } from '#web/kernel/env.ts'
import { askProvider } from '#web/kernel/identity-provider.ts'

/** The longest wait that a timer can hold; a longer one would end at once, and renew without end. */
const LONGEST_WAIT_MS = 2 ** 31 - 1

/** A token is fetched anew this long before it expires (specification 9). */
const REFRESH_BEFORE_MS = 5 * 60 * 1000

/**
 * Why this page must be left: the person signed out here or in another tab, or was suspended, the session ended by itself or lacks
 * its second factor, or it is another person's.
 */
export type SessionEnd =
  | 'asked'
  | 'elsewhere'
  | 'suspended'
  | 'expired'
  | 'second-factor'
  | 'changed'

/** A way to prove who one is; the password where no factor is set. */
export type Method = 'passkey' | 'totp' | 'recovery' | 'password'

/** What the provider knows of this browser. */
export type SessionState = 'nobody' | 'second-factor' | 'open'

type Held = {
  readonly token: string
  readonly sub: string
  readonly asked_ms: number
  readonly lifetime_ms: number
}

/** What one tab tells the others. */
type Told = { readonly ended: SessionEnd } | { readonly over: true } | { readonly began: true }

const tabs = new BroadcastChannel('corridor.session')
let held: Held | undefined
let pending: Promise<string> | undefined
let ending: Promise<void> | undefined
/** Whether this page is left already because its session is over. */
let over = false
let timer: ReturnType<typeof setTimeout> | undefined
/** Whose page this is; undefined until the first token. */
let who: string | undefined
/** Whether the server said so with the page, while its token is on the way. */
let vouched = false
let listener: (why: SessionEnd, url?: string) => void = () => {}

/** The bearer token, from memory while it is fresh. Throws an ApiProblem 401 when nobody is signed in. */
export function token(): Promise<string> {
  return held && isFresh(held) ? Promise.resolve(held.token) : refreshToken()
}

/** The token in memory, where there is one that is fresh: for calls that need none and say who asks all the same. */
export function tokenAtHand(): string | undefined {
  return held && isFresh(held) ? held.token : undefined
}

/**
 * A token's age is what passed on this device since it was asked for, and its life what its own claims say, so that a
 * clock which is hours off changes nothing. One that was set back counts as a stale token.
 */
function isFresh({ asked_ms, lifetime_ms }: Held): boolean {
  const age_ms = nowMs() - asked_ms
  return age_ms >= 0 && age_ms < lifetime_ms - REFRESH_BEFORE_MS
}

/** Fetches the token anew, so that its claims (such as a verified e-mail) are those of now. Calls at once share one. */
export function refreshToken(): Promise<string> {
  if (pending) return pending
  const mine = fetchToken()
    .then(fetched => {
      // A sign-in or a sign-out in between makes it a token of the past.
      if (pending === mine) keep(fetched)
      return fetched.token
    })
    .finally(() => {
      if (pending === mine) pending = undefined
    })
  pending = mine
  return mine
}

async function fetchToken(): Promise<Held> {
  // Not even for a moment where nothing is untold: a page that opens asks before the rest of its scripts is evaluated.
  if (isUntold()) await tellOfSignOut()
  const asked_ms = nowMs()
  const { token: fetched } = await askProvider('GET', '/token')
  const { sub, iat, exp } = claimsOf(fetched)
  // Whose it is decides about what is kept on this device.
  if (typeof fetched !== 'string' || typeof sub !== 'string' || sub === '')
    throw apiProblem(0, 'UNKNOWN', UNKNOWN_FAILURE)
  const known = typeof iat === 'number' && typeof exp === 'number'
  return {
    token: fetched,
    sub,
    asked_ms,
    // One that does not say how long it lives is used once.
    lifetime_ms: known ? (exp - iat) * 1000 : 0,
  }
}

/** What a token says; nothing where it is none. */
function claimsOf(jwt: unknown): Readonly<Record<string, unknown>> {
  try {
    const part = (String(jwt).split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/')
    const read: unknown = JSON.parse(atob(part))
    return typeof read === 'object' && read !== null ? { ...read } : {}
  } catch {
    return {}
  }
}

function keep(fetched: Held): void {
  if (who !== undefined && who !== fetched.sub) {
    listener('changed')
    // What this page was about to do is not for that person to do.
    throw apiProblem(0, 'SESSION_CHANGED', SESSION_CHANGED)
  }
  who = fetched.sub
  draftsBelongTo(fetched.sub)
  held = fetched
  clearTimeout(timer)
  const wait_ms = fetched.lifetime_ms - REFRESH_BEFORE_MS
  if (wait_ms > 0) timer = setTimeout(renew, Math.min(wait_ms, LONGEST_WAIT_MS))
}

/** Renews in time while somebody looks at the page; a device that slept, or a hidden page, renews at its next call. */
function renew(): void {
  if (document.visibilityState !== 'visible') return
  refreshToken().catch(endIfOver)
}

/** Asks the provider something of the session that is open; one that ended there ends here too, and its page is come back to. */
export async function whileOpen<T>(answer: Promise<T>): Promise<T> {
  return answer.catch(async thrown => {
    endIfOver(thrown)
    throw thrown
  })
}

function endIfOver(thrown: unknown): void {
  if (isApiProblem(thrown) && thrown.status === 401) foundOver()
}

/**
 * Takes the server's word for whose session this page was opened with, until the token is here, which is asked for at once. False
 * where its person signed out and the provider has not heard of it.
 */
export function openedFor(sub: string): boolean {
  if (isUntold()) return false
  who = sub
  draftsBelongTo(sub)
  vouched = true
  refreshToken()
    .catch(endIfOver)
    .finally(() => {
      vouched = false
    })
  return true
}

/** Forgets the token, because what it says is about to change: the next call fetches another. */
export function forgetToken(): void {
  held = undefined
  pending = undefined
  clearTimeout(timer)
}

/** Kept while a sign-out has not reached the provider, who alone can take its cookie away; `public/first.js` knows it by this name. */
const UNTOLD = 'corridor.sign-out-untold'

/** Storage that is forbidden remembers nothing. */
function remember(untold: boolean): void {
  try {
    if (untold) localStorage.setItem(UNTOLD, 'yes')
    else localStorage.removeItem(UNTOLD)
  } catch {}
}

/** Before anything is asked with a session that its person has left, the provider hears of it. */
async function tellOfSignOut(): Promise<void> {
  await askProvider('POST', '/sign-out')
  remember(false)
}

function isUntold(): boolean {
  try {
    return localStorage.getItem(UNTOLD) !== null
  } catch {
    return false
  }
}

/** Says that this browser has a session of its own making; other tabs load again where that is another person's. */
export function sessionBegan(): void {
  remember(false)
  forgetToken()
  who = undefined
  over = false
  tabs.postMessage({ began: true } satisfies Told)
}

/**
 * What the provider knows of this browser. A provider that cannot be reached is a failure and not a signed-out person; so is one
 * that says that the person is suspended.
 */
export async function sessionState(): Promise<SessionState> {
  if (vouched) return 'open'
  try {
    await token()
    return 'open'
  } catch (thrown) {
    if (!isApiProblem(thrown)) throw thrown
    if (thrown.code === 'SECOND_FACTOR_NEEDED') return 'second-factor'
    if (thrown.code === 'SUSPENDED') throw thrown
    if (thrown.status === 401 || thrown.status === 403) return 'nobody'
    throw thrown
  }
}

/**
 * Ends the session here, at the provider and in the other tabs. A provider that does not answer keeps nobody on this page, and
 * hears of it before this browser uses that session again.
 */
export function signOut(why: SessionEnd = 'asked'): Promise<void> {
  ending ??= end(why).finally(() => {
    ending = undefined
  })
  return ending
}

async function end(why: SessionEnd): Promise<void> {
  forgetToken()
  if (why === 'asked') forgetDrafts()
  else keepOpenForms()
  const { url } = await askProvider('POST', '/sign-out').catch(thrown => {
    if (isApiProblem(thrown) && (thrown.status === 0 || thrown.status >= 500)) remember(true)
    return { url: null }
  })
  forgetToken()
  who = undefined
  tabs.postMessage({ ended: why } satisfies Told)
  listener(why, typeof url === 'string' ? url : undefined)
}

/**
 * Leaves this page because the provider said that nobody is signed in here. There is nothing to end then, and a sign-out that is
 * late would end what began in another tab meanwhile; the other tabs ask for themselves. Once, however many calls find out.
 */
export function foundOver(): void {
  if (over) return
  over = true
  leave('expired')
  tabs.postMessage({ over: true } satisfies Told)
}

/** Leaves this page because the session that it was opened with no longer carries it; the session itself stays. */
export function leave(why: SessionEnd): void {
  keepOpenForms()
  forgetToken()
  who = undefined
  listener(why)
}

/** Says what happens on this page when its session ends; `url` is a provider's own sign-out that must follow. */
export function onSessionEnd(callback: (why: SessionEnd, url?: string) => void): void {
  listener = callback
}

tabs.onmessage = ({ data }: MessageEvent<Told>) => {
  if ('ended' in data) return leave(data.ended === 'asked' ? 'elsewhere' : data.ended)
  if (who === undefined) {
    if ('began' in data) listener('changed')
    return
  }
  // The new token says whose session it is; see `keep`.
  forgetToken()
  refreshToken().catch('over' in data ? endIfOver : () => {})
}

/**
 * Signs in with e-mail and password; answers the methods of which one must still follow, or none. Whoever goes on from there
 * calls `sessionBegan`.
 */
export async function signIn(email: string, password: string): Promise<readonly Method[]> {
  const { second_factor } = await askProvider('POST', '/sign-in/email', { email, password })
  return Array.isArray(second_factor) ? (second_factor as Method[]) : []
}

/** Logs in with the token of a mailed link; answers as `signIn` does. */
export async function signInByLink(mailed: string): Promise<readonly Method[]> {
  const { second_factor } = await askProvider('POST', '/sign-in/link', { token: mailed })
  return Array.isArray(second_factor) ? (second_factor as Method[]) : []
}

/** Asks whether a mailed link works, and uses nothing up; an ApiProblem says why it does not. */
export async function askMailedLink(
  kind: 'reset-password' | 'log-in',
  mailed: string,
): Promise<true> {
  await askProvider('POST', '/mailed-link', { kind, token: mailed })
  return true
}

/**
 * Creates an account with a session, alike for every address; `role` is as what it is begun, `invitation` the token of a link that it came by,
 * or empty. The name is asked in the step that follows.
 */
export async function signUp(
  email: string,
  password: string,
  begun: { name: string; role: SignUpRole; invitation: string },
): Promise<void> {
  await askProvider('POST', '/sign-up/email', { email, password, ...begun })
  sessionBegan()
}

/**
 * Proves the e-mail with the token of the mailed link and signs in; the next bearer token says so. Outside the browser that
 * signed up it needs the password too: an ApiProblem PASSWORD_NEEDED says so.
 */
export async function confirmEmail(mailed: string, password?: string): Promise<void> {
  await askProvider('POST', '/confirm-email', { token: mailed, ...(password ? { password } : {}) })
  sessionBegan()
}

/** Sets a new password with the token of the mailed link; it ends all sessions. */
export async function resetPassword(newPassword: string, mailed: string): Promise<void> {
  await askProvider('POST', '/reset-password', { newPassword, token: mailed })
}

/** Changes the password; it ends the other sessions. Needs a proof of the last minutes. */
export async function changePassword(currentPassword: string, newPassword: string): Promise<void> {
  await askProvider('POST', '/change-password', { currentPassword, newPassword })
  forgetToken()
}

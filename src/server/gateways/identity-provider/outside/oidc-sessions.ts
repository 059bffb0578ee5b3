/** Sessions of browsers at an outside provider: a random cookie here, the issuer's tokens behind it. */

import type pg from 'pg'
import { sessionEnds_ms } from '#domain/identity/session.ts'
import { Problem } from '#domain/kernel/problem.ts'
import type { Text } from '#domain/kernel/words.ts'
import { newToken, sha256 } from '../../../kernel/ids.ts'
import { GatewayError } from '../../gateway-error.ts'
import type { Origin, ProviderEvents } from '../identity-provider.ts'
import type { IssuedTokens, OidcIssuer } from './oidc-issuer.ts'
import {
  dropSession,
  endSessions,
  findSession,
  type KeptSession,
  openSession,
  saveSession,
  withSession,
} from './oidc-session.store.ts'
import { sealedBox } from './sealed-box.ts'

/** How long a log-in lasts. */
export const SESSION_DAYS = 7

// The web asks for a new token five minutes before the old one ends (specification 9); a little more, so that it gets one.
const RENEW_BEFORE_MS = 5 * 60_000 + 30_000

type Held = Pick<IssuedTokens, 'bearer' | 'until_ms' | 'refresh_token' | 'id_token'> & {
  /** From when the bearer token is renewed. */
  readonly renew_ms: number
}

/** The token that a session goes on with, and the session that is over: it, or what it was before. */
type Renewal = { readonly bearer?: string; readonly over?: KeptSession }

export type OidcSessions = {
  /** Opens a session and answers its cookie; the one that this browser had is over. */
  open(tokens: IssuedTokens, former: string | undefined, from: Origin): Promise<string>
  /**
   * The bearer token of a session, renewed where it ends soon; undefined when the session is over, also by its age, and for
   * somebody who is suspended what they are told instead.
   */
  token(
    cookie: string,
  ): Promise<{ readonly bearer: string } | { readonly suspended: Text } | undefined>
  /** The same without asking the issuer: undefined for one that would have to be renewed. */
  atHand(cookie: string): Promise<string | undefined>
  /** Whose session a cookie is; undefined when it is over. */
  find(cookie: string): Promise<Pick<KeptSession, 'sub' | 'session_id'> | undefined>
  /** Ends the session of a cookie; answers what its issuer has to hear. */
  end(cookie: string, from: Origin): Promise<Pick<Held, 'refresh_token' | 'id_token'> | undefined>
}

type SessionDeps = {
  readonly pool: pg.Pool
  readonly secret: string
  readonly issuer: OidcIssuer
  readonly events: Pick<ProviderEvents, 'sessionsEnded' | 'standingOf'>
}

type Sessions = Omit<SessionDeps, 'secret'> & {
  readonly box: ReturnType<typeof sealedBox<Held>>
  /** Renewals under way, by the hash of their cookie. */
  readonly renewing: Map<string, Promise<string | undefined>>
}

/** Sessions in the database of all processes. */
export function oidcSessions({ secret, ...deps }: SessionDeps): OidcSessions {
  const box = sealedBox<Held>(secret, 'oidc session')
  const sessions: Sessions = { ...deps, box, renewing: new Map() }
  return {
    open: (tokens, former, from) => open(sessions, tokens, former, from),
    token: cookie => token(sessions, cookie),
    atHand: cookie => atHand(sessions, cookie),
    find: async cookie => (await opened(sessions, sha256(cookie)))?.kept,
    end: (cookie, from) => end(sessions, cookie, from),
  }
}

/** Opens a session; the one that this browser had is over. */
async function open(
  sessions: Sessions,
  tokens: IssuedTokens,
  former: string | undefined,
  from: Origin,
): Promise<string> {
  const { pool, box } = sessions
  const { sub, session_id } = tokens.claims
  const before = former && (await findSession(pool, sha256(former)))
  if (former && before) {
    if (before.session_id === session_id) await dropSession(pool, sha256(former))
    else await endSessions(pool, before.sub, { only: [before.session_id] })
  }
  const cookie = newToken()
  const cookie_hash = sha256(cookie)
  const sealed = await box.seal(toHold(tokens), cookie_hash)
  await openSession(pool, { cookie_hash, session_id, sub, sealed, days: SESSION_DAYS })
  if (before && before.session_id !== session_id) await tellEnded(sessions, before, from)
  return cookie
}

/** The token of a session, renewed once for all who ask at the same moment. */
async function token(sessions: Sessions, cookie: string) {
  const { renewing } = sessions
  const hash = sha256(cookie)
  const found = await opened(sessions, hash)
  if (found?.standing.suspended) return { suspended: found.standing.suspended }
  const now = await held(sessions, found?.kept, hash)
  if (!now || now.renew_ms > Date.now()) return now
  const running = renewing.get(hash) ?? renew(sessions, hash).finally(() => renewing.delete(hash))
  renewing.set(hash, running)
  const bearer = await running
  return bearer === undefined ? undefined : { bearer }
}

async function atHand(sessions: Sessions, cookie: string): Promise<string | undefined> {
  const hash = sha256(cookie)
  const found = await opened(sessions, hash)
  if (!found || found.standing.suspended) return undefined
  const now = await held(sessions, found.kept, hash)
  return now && now.renew_ms > Date.now() ? now.bearer : undefined
}

/** Ends a session; answers what its issuer has to hear. */
async function end(sessions: Sessions, cookie: string, from: Origin) {
  const hash = sha256(cookie)
  const ended = await withSession(sessions.pool, hash, async (kept, client) => {
    if (kept) await endSessions(client, kept.sub, { only: [kept.session_id] })
    return kept
  })
  if (ended) await tellEnded(sessions, ended, from)
  return held(sessions, ended, hash)
}

async function tellEnded(
  { events }: Sessions,
  { session_id, sub }: KeptSession,
  from?: Origin,
): Promise<void> {
  await events.sessionsEnded([{ session_id, sub }], from)
}

/** The open session of a cookie. One that is too old for its person ends here. */
async function opened(sessions: Sessions, hash: string) {
  const { pool, events } = sessions
  const kept = await findSession(pool, hash)
  if (!kept) return undefined
  const standing = await events.standingOf(kept.sub)
  if (sessionEnds_ms(kept.created_at.getTime(), standing) > Date.now()) return { kept, standing }
  await endSessions(pool, kept.sub, { only: [kept.session_id] })
  await tellEnded(sessions, kept)
  return undefined
}

async function held(
  { box }: Sessions,
  kept: KeptSession | undefined,
  hash: string,
): Promise<Held | undefined> {
  return kept && box.open(kept.sealed, hash)
}

/** Waits for the row, so that two processes never use one refresh token (RFC 9700, 4.14.2: that would end them all). */
async function renew(sessions: Sessions, hash: string): Promise<string | undefined> {
  const { pool, box, issuer } = sessions
  const { bearer, over } = await withSession<Renewal>(pool, hash, async (kept, client) => {
    const old = await held(sessions, kept, hash)
    if (!kept || !old) return {}
    const lives = old.until_ms > Date.now()
    if (old.renew_ms > Date.now() || (lives && !old.refresh_token)) return { bearer: old.bearer }
    try {
      const fresh = await renewed(issuer, kept, old)
      const { session_id } = fresh.claims
      const sealed = await box.seal(toHold(fresh), hash)
      await saveSession(client, hash, { ...kept, session_id, sealed })
      return { bearer: fresh.bearer, ...(session_id === kept.session_id ? {} : { over: kept }) }
    } catch (error) {
      if (!isOver(error) && lives) return { bearer: old.bearer }
      if (!isOver(error)) throw error
      await endSessions(client, kept.sub, { only: [kept.session_id] })
      return { over: kept }
    }
  })
  if (over) await tellEnded(sessions, over)
  return bearer
}

async function renewed(issuer: OidcIssuer, kept: KeptSession, old: Held): Promise<IssuedTokens> {
  if (!old.refresh_token) throw signInAgain()
  const fresh = await issuer.refresh(old.refresh_token)
  if (fresh.claims.sub !== kept.sub) throw signInAgain()
  return { ...fresh, id_token: fresh.id_token ?? old.id_token }
}

/** Tokens with the moment to renew them: before the web asks, but never before half of a short life is over. */
function toHold({ bearer, until_ms, lifetime_ms, refresh_token, id_token }: IssuedTokens): Held {
  const renew_ms = until_ms - Math.min(RENEW_BEFORE_MS, lifetime_ms / 2)
  return { bearer, until_ms, refresh_token, id_token, renew_ms }
}

const signInAgain = () => new Problem('UNAUTHENTICATED', 'identity.problems.signInAgain')

/** Whether a failure says that the session is over, and not merely that nobody answered. */
function isOver(error: unknown): boolean {
  if (error instanceof Problem) return error.code === 'UNAUTHENTICATED'
  return error instanceof GatewayError && ['refused', 'not_usable'].includes(error.code)
}

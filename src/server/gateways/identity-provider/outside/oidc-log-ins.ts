/** A log-in at an outside provider, from the first redirect to the cookie: code, PKCE, state, nonce, bound to the browser. */
import type pg from 'pg'
import { type SignInError, signInError } from '#domain/identity/provider-messages.ts'
import { Problem } from '#domain/kernel/problem.ts'
import { newToken, sha256 } from '../../../kernel/ids.ts'
import { networkOf } from '../../../kernel/network.ts'
import { ownPath } from '../../../kernel/own-path.ts'
import type { Claims, TokenVerifier } from '../../../kernel/token.ts'
import { GatewayError } from '../../gateway-error.ts'
import { takeTries } from '../embedded/accounts.store.ts'
import { originOf } from '../embedded/traces.ts'
import type { ProviderEvents } from '../identity-provider.ts'
import type { Cookies } from './oidc-cookies.ts'
import { type Checks, newChecks, type OidcIssuer } from './oidc-issuer.ts'
import { keepFlow, takeFlow, wasEnded } from './oidc-session.store.ts'
import { type OidcSessions, SESSION_DAYS } from './oidc-sessions.ts'
import { sealedBox } from './sealed-box.ts'

const FLOW_MINUTES = 10
const HOME = '/dashboard'
const SKEW_MS = 60_000
/** Log-ins begun from one network address: an office behind it works on. */
const PACE = { burst: 60, seconds: 5 }

/** What is remembered of a log-in until its answer comes. */
type Flow = Checks & {
  readonly return_to: string
  /** Whether the issuer was told to ask for the log-in again. */
  readonly again: boolean
  /** The session that a step-up confirms. */
  readonly confirms: { readonly sub: string; readonly session_id: string } | null
  readonly started_ms: number
}

/** A log-in that ends on the log in page with one of our own codes. */
class LogInError extends Error {
  readonly code: SignInError
  constructor(code: SignInError) {
    super(code)
    this.code = code
  }
}

export type OidcLogIns = {
  /** `GET /sign-in`. */
  begin(request: Request): Promise<Response>
  /** `GET /step-up`: the same person logs in again. */
  confirm(request: Request): Promise<Response>
  /** `GET /callback`. */
  finish(request: Request): Promise<Response>
}

type LogInDeps = {
  readonly pool: pg.Pool
  readonly secret: string
  /** The origin that people use. */
  readonly origin: string
  readonly cookies: Cookies
  readonly issuer: OidcIssuer
  readonly verifier: TokenVerifier
  readonly sessions: OidcSessions
  readonly events: Pick<ProviderEvents, 'noted' | 'warn'>
}

/** What the calls go by, with the box that seals what is remembered in between. */
type LogIns = Omit<LogInDeps, 'secret'> & { readonly box: ReturnType<typeof sealedBox<Flow>> }

/** The three calls of a log-in. Whatever goes wrong ends on the log in page, with no word of the issuer's. */
export function oidcLogIns({ secret, ...deps }: LogInDeps): OidcLogIns {
  const logIns: LogIns = { ...deps, box: sealedBox<Flow>(secret, 'oidc flow') }
  return {
    begin: request => guarded(logIns, () => begin(logIns, request)),
    confirm: request => guarded(logIns, () => confirm(logIns, request)),
    finish: request => guarded(logIns, () => finish(logIns, request)),
  }
}

function to(origin: string, address: string, cookie?: string): Response {
  const headers = { location: new URL(address, origin).href }
  return new Response(null, {
    status: 303,
    headers: cookie ? { ...headers, 'set-cookie': cookie } : headers,
  })
}

async function guarded(
  { origin, events }: LogIns,
  work: () => Promise<Response>,
): Promise<Response> {
  try {
    return await work()
  } catch (error) {
    const code = errorCode(error)
    if (!code) throw error
    if (!(error instanceof LogInError)) events.warn('A log-in at the OpenID provider failed', error)
    return to(origin, `/auth/login?error=${code}`)
  }
}

async function send(
  { pool, box, origin, cookies, issuer }: LogIns,
  request: Request,
  flow: Pick<Flow, 'return_to' | 'again' | 'confirms'>,
  create = false,
): Promise<Response> {
  const checks = newChecks()
  const url = await issuer.logInUrl(checks, { again: flow.again, create })
  const browser = cookies.read(request, 'browser') ?? newToken()
  const state_hash = sha256(checks.state)
  const kept: Flow = { ...flow, ...checks, started_ms: Date.now() }
  await keepFlow(pool, {
    state_hash,
    browser_hash: sha256(browser),
    sealed: await box.seal(kept, state_hash),
    minutes: FLOW_MINUTES,
  })
  return to(origin, url.href, cookies.write('browser', browser, FLOW_MINUTES * 60))
}

async function takeStarted(
  { pool, box, cookies }: LogIns,
  request: Request,
  answer: URLSearchParams,
): Promise<Flow> {
  const state_hash = sha256(answer.get('state') ?? '')
  const browser = cookies.read(request, 'browser')
  const sealed = browser && (await takeFlow(pool, state_hash, sha256(browser)))
  const flow = sealed ? await box.open(sealed, state_hash) : undefined
  if (!flow) throw new LogInError('expired')
  return flow
}

async function begin(logIns: LogIns, request: Request): Promise<Response> {
  await takeTry(logIns.pool, request)
  const { searchParams: asked } = new URL(request.url)
  const return_to = ownPath(asked.get('return_to')) ?? HOME
  return send(logIns, request, { return_to, again: false, confirms: null }, asked.has('create'))
}

async function confirm(logIns: LogIns, request: Request): Promise<Response> {
  await takeTry(logIns.pool, request)
  const cookie = logIns.cookies.read(request, 'session')
  const confirms = cookie ? await logIns.sessions.find(cookie) : undefined
  if (!confirms) throw new LogInError('login_required')
  const return_to = ownPath(new URL(request.url).searchParams.get('return_to')) ?? HOME
  const { sub, session_id } = confirms
  return send(logIns, request, { return_to, again: true, confirms: { sub, session_id } })
}

async function finish(logIns: LogIns, request: Request): Promise<Response> {
  const answer = new URL(request.url).searchParams
  const flow = await takeStarted(logIns, request, answer)
  try {
    return await enter(logIns, request, answer, flow)
  } catch (error) {
    const how = errorCode(error) ?? 'DEFECT'
    await logIns.events.noted({ action: 'fail_log_in', how, ...originOf(request) })
    throw error
  }
}

async function enter(
  logIns: LogIns,
  request: Request,
  answer: URLSearchParams,
  flow: Flow,
): Promise<Response> {
  const { pool, origin, cookies, issuer, verifier, sessions, events } = logIns
  const tokens = await issuer.exchange(answer, flow, flow.again)
  const claims = await verifier.verify(tokens.bearer)
  // Without the time of the log-in nobody could confirm that it is them, and no session could be told from the next.
  if (claims.authenticated_at_ms === 0)
    throw new GatewayError('not_usable', 'The token has no auth_time.', { retriable: false })
  if (flow.confirms) requireConfirmed(flow, flow.confirms, claims)
  if (await wasEnded(pool, claims.sub, claims.session_id)) {
    // Somebody signed this log-in out. The issuer still knows it, so it has to ask again.
    if (tokens.refresh_token)
      await issuer.revoke(tokens.refresh_token).catch(cause => events.warn('Not revoked', cause))
    if (flow.again) throw new LogInError('not_confirmed')
    return send(logIns, request, { ...flow, again: true })
  }
  const from = originOf(request)
  const cookie = await sessions.open(tokens, cookies.read(request, 'session'), from)
  const { sub, session_id } = claims
  const action = flow.confirms ? 'prove' : 'log_in'
  await events.noted({ action, how: 'openid', sub, account: sub, session_id, ...from })
  return to(origin, flow.return_to, cookies.write('session', cookie, SESSION_DAYS * 24 * 60 * 60))
}

/** A step-up counts for the same person, by an authentication that is another one and newer than the wish for it. */
function requireConfirmed(
  flow: Flow,
  before: NonNullable<Flow['confirms']>,
  now: Pick<Claims, 'sub' | 'session_id' | 'authenticated_at_ms'>,
): void {
  if (now.sub !== before.sub) throw new LogInError('another_account')
  const fresh = now.authenticated_at_ms > flow.started_ms - SKEW_MS
  if (!fresh || now.session_id === before.session_id) throw new LogInError('not_confirmed')
}

async function takeTry(pool: pg.Pool, request: Request): Promise<void> {
  const bucket = `OpenID log-in from ${networkOf(originOf(request).address)}`
  if ((await takeTries(pool, [{ bucket, ...PACE }])) > 0) throw new LogInError('too_many_requests')
}

/** The code that the log in page gets; undefined for a failure of our own. */
function errorCode(error: unknown): SignInError | undefined {
  if (error instanceof LogInError) return error.code
  if (error instanceof GatewayError) return signInError(error.code)
  if (!(error instanceof Problem)) return undefined
  return error.code === 'UNAVAILABLE' ? 'unavailable' : 'not_usable'
}

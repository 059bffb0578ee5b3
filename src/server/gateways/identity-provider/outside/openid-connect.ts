/**
 * An outside OpenID provider as the whole identity provider. We are its client, and the back end of our pages in the browser
 * (OAuth 2.0 for Browser-Based Applications, 6.1): tokens stay here, the browser has a cookie and asks for the bearer token.
 */

import { Problem } from '#domain/kernel/problem.ts'
import type { TextKey } from '#domain/kernel/words.ts'
import type { OidcSettings } from '../../../kernel/identity-config.ts'
import { openPool } from '../../../kernel/pool.ts'
import { tokenVerifier } from '../../../kernel/token.ts'
import { say, sayText } from '../../../kernel/words.ts'
import { GatewayError } from '../../gateway-error.ts'
import { originOf } from '../embedded/traces.ts'
import type { IdentityProvider, ProviderEvents } from '../identity-provider.ts'
import { type Cookies, cookiesOf } from './oidc-cookies.ts'
import { type OidcIssuer, oidcIssuer } from './oidc-issuer.ts'
import { oidcLogIns } from './oidc-log-ins.ts'
import { endSessions } from './oidc-session.store.ts'
import { type OidcSessions, oidcSessions } from './oidc-sessions.ts'

export type OpenIdConnectConfig = Omit<ProviderEvents, 'sendMail'> & {
  readonly databaseUrl: string
  /** Encrypts what is kept of log-ins and sessions. */
  readonly secret: string
  /** The address that people use. The issuer knows `/api/auth/callback` and `/auth/login` below it. */
  readonly publicUrl: string
  readonly settings: OidcSettings
}

/** Starts the provider. The issuer need not answer yet; it is asked when it is needed. `close` ends the connections. */
export async function startOpenIdConnect(
  config: OpenIdConnectConfig,
): Promise<IdentityProvider & { close(): Promise<void> }> {
  const { settings, secret } = config
  const { name } = settings
  const { origin } = new URL(config.publicUrl)
  const pool = openPool({
    connectionString: config.databaseUrl,
    max: 10,
    options: '-c search_path=auth',
  })
  const issuer = oidcIssuer(settings, `${origin}/api/auth/callback`)
  const identity = identityOf(settings, issuer)
  const verifier = tokenVerifier(identity)
  const cookies = cookiesOf(origin)
  const sessions = oidcSessions({ pool, secret, issuer, events: config })
  const own = { origin, cookies, issuer, sessions, events: config }
  const logIns = oidcLogIns({ ...own, pool, secret, verifier })
  const calls: Calls = {
    'GET /api/auth/sign-in': logIns.begin,
    'GET /api/auth/step-up': logIns.confirm,
    'GET /api/auth/callback': logIns.finish,
    'GET /api/auth/token': request => token(own, request),
    'POST /api/auth/sign-out': request => signOut(own, request),
  }

  return {
    ...identity,
    name,
    google: false,
    handle: request => answer(calls, name, config, request),
    tokenAtHand: async cookie => {
      const session = cookies.read(new Request(origin, { headers: { cookie } }), 'session')
      return session && sessions.atHand(session)
    },
    createVerifiedAccount: async () => {
      throw elsewhere(name, 'identity.problems.accountsElsewhere')
    },
    changeEmail: async () => {
      throw elsewhere(name, 'identity.problems.addressesElsewhere')
    },
    // The issuer proves addresses and resets passwords itself, on its own pages.
    sendVerificationLink: async () => {},
    sendPasswordResetLink: async () => {},
    sendLogInLink: async () => {},
    findAccount: async () => undefined,
    endSessions: (sub, which) => endSessions(pool, sub, which),
    close: () => pool.end(),
  }
}

/** Whose tokens are believed, and by which keys. */
function identityOf(settings: OidcSettings, issuer: OidcIssuer) {
  return {
    kind: 'oidc',
    issuer: settings.issuer,
    audience: settings.audience,
    clientId: settings.clientId,
    keys: async () => {
      try {
        return await issuer.keys()
      } catch (cause) {
        throw unavailable(settings.name, cause)
      }
    },
  } as const
}

type Calls = Readonly<Record<string, (request: Request) => Promise<Response>>>

type Own = {
  readonly origin: string
  readonly cookies: Cookies
  readonly issuer: OidcIssuer
  readonly sessions: OidcSessions
  readonly events: Pick<ProviderEvents, 'warn'>
}

/** Answers a call of ours; when the issuer is away, that it is. */
async function answer(
  calls: Calls,
  name: string,
  events: Pick<ProviderEvents, 'warn'>,
  request: Request,
): Promise<Response> {
  const { pathname } = new URL(request.url)
  const call = calls[`${request.method} ${pathname}`]
  if (!call) return refusal(404, 'NOT_FOUND', say('identity.provider.notFound'))
  try {
    return await call(request)
  } catch (error) {
    if (!isOutside(error)) throw error
    events.warn('The OpenID provider was not to be had', error)
    return refusal(503, 'UNAVAILABLE', sayText(unavailable(name)), { 'retry-after': '5' })
  }
}

/** The bearer token of a browser's session. */
async function token({ cookies, sessions }: Own, request: Request): Promise<Response> {
  const cookie = cookies.read(request, 'session')
  const given = cookie ? await sessions.token(cookie) : undefined
  if (given && 'suspended' in given) return refusal(403, 'SUSPENDED', sayText(given.suspended))
  return given
    ? Response.json({ token: given.bearer })
    : refusal(401, 'UNAUTHENTICATED', say('identity.provider.logInFirst'))
}

/** Ends a browser's session here and, as far as it can be reached, at the issuer; answers where the issuer's own sign-out is. */
async function signOut(
  { origin, cookies, issuer, sessions, events }: Own,
  request: Request,
): Promise<Response> {
  const from = request.headers.get('origin')
  if (from && from !== origin) return refusal(403, 'FORBIDDEN', say('identity.provider.ownPages'))
  const cookie = cookies.read(request, 'session')
  const ended = cookie ? await sessions.end(cookie, originOf(request)) : undefined
  const headers = { 'set-cookie': cookies.write('session', '', 0) }
  if (!ended) return Response.json({ url: null }, { headers })
  const { refresh_token, id_token } = ended
  // Signed out here it is, whether or not the issuer hears of it.
  const late = (cause: unknown) => {
    events.warn('The OpenID provider was not told of a sign-out', cause)
    return null
  }
  if (refresh_token) await issuer.revoke(refresh_token).catch(late)
  const url = await issuer.signOutUrl(id_token, `${origin}/auth/login`).catch(late)
  return Response.json({ url }, { headers })
}

function isOutside(error: unknown): boolean {
  return error instanceof GatewayError || (error instanceof Problem && error.code === 'UNAVAILABLE')
}

function unavailable(name: string, cause?: unknown): Problem {
  return new Problem('UNAVAILABLE', 'identity.problems.providerAway', {
    params: { provider: name },
    cause,
  })
}

function elsewhere(name: string, text: TextKey): Problem {
  return new Problem('FORBIDDEN', text, { params: { provider: name } })
}

function refusal(
  status: number,
  code: string,
  message: string,
  headers: Record<string, string> = {},
): Response {
  return Response.json({ code, message }, { status, headers })
}

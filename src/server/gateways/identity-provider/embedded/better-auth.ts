/** The embedded identity provider: better-auth in its own database schema, behind `/api/auth`. */

import type { GenericEndpointContext } from '@better-auth/core'
import { betterAuth } from 'better-auth'
import { getMigrations } from 'better-auth/db/migration'
import { jwt } from 'better-auth/plugins'
import pg from 'pg'
import { sessionEnds_ms } from '#domain/identity/session.ts'
import { assert } from '#domain/kernel/assert.ts'
import { invalidField } from '#domain/kernel/problem.ts'
import { unavailable } from '../../../kernel/faults.ts'
import type { GoogleSettings } from '../../../kernel/identity-config.ts'
import { newToken } from '../../../kernel/ids.ts'
import { openPool } from '../../../kernel/pool.ts'
import { say } from '../../../kernel/words.ts'
import { type IdentityProvider, type ProviderEvents, UNHEARD } from '../identity-provider.ts'
import {
  deleteSessions,
  ensureNobody,
  ensureOneOwnerOfPasskeys,
  findAccountOf,
  insertAccount,
  moveAccount,
} from './accounts.store.ts'
import { googleSignIn } from './google.ts'
import { limits } from './limits.ts'
import { forgetWaysIn, logInLinks, mailLogInLink, mailResetLink } from './links.ts'
import { addressOf, type OpenSession, requirePassword, sessionEnds } from './open-session.ts'
import { passkeyRules, passkeys } from './passkeys.ts'
import { passwordHashing, passwordProblem } from './passwords.ts'
import { secondFactors } from './second-factors.ts'
import { isServed } from './served-calls.ts'
import { mailConfirmLink, signUps } from './sign-ups.ts'
import { keepsOneKey } from './signing-key.store.ts'
import { originOf, traces } from './traces.ts'

export type BetterAuthConfig = ProviderEvents & {
  readonly databaseUrl: string
  readonly secret: string
  /** The origin that people use; the token's issuer. */
  readonly publicUrl: string
  readonly trustedOrigins: readonly string[]
  /** Google beside our own log-in, where it is configured. */
  readonly google?: GoogleSettings | undefined
}

export const TOKEN_AUDIENCE = 'corridor-api'
const TOKEN_MINUTES = 15
const WEEK_SECONDS = 7 * 24 * 60 * 60

/** Starts the provider on tables that `ensureIdentityTables` made. `close` ends its connections. */
export async function startBetterAuth(
  config: BetterAuthConfig,
): Promise<IdentityProvider & { close(): Promise<void> }> {
  const pool = poolOf(config.databaseUrl, 5)
  const auth = betterAuth(optionsOf(config, pool))
  return {
    issuer: config.publicUrl,
    audience: TOKEN_AUDIENCE,
    kind: 'embedded',
    name: 'Corridor',
    google: config.google !== undefined,
    handle: async request => {
      if (!isServed(request)) return refusal(404, 'NOT_FOUND', say('identity.provider.notFound'))
      // Every browser names the origin of a POST; one without it may come from anywhere, with or without a cookie.
      if (request.method === 'POST' && !request.headers.get('origin')) {
        const message = say('identity.provider.noOrigin')
        return refusal(403, 'MISSING_OR_NULL_ORIGIN', message)
      }
      try {
        return await auth.handler(request)
      } catch (error) {
        if (cannotBeKept(error))
          return refusal(400, 'VALIDATION', say('identity.provider.cannotBeKept'))
        // Who mounted the provider says what a database that is away means.
        if (unavailable(error)) throw error
        config.warn('A call of the identity provider failed', error)
        return refusal(500, 'DEFECT', say('identity.provider.unexpected'))
      }
    },
    tokenAtHand: cookie => tokenAtHand(auth.handler, config, cookie),
    keys: async () => ({ keys: (await auth.api.getJwks()).keys }),
    findAccount: email => findAccountOf(pool, email),
    createVerifiedAccount: async ({ email, password, name }) => {
      const known = await findAccountOf(pool, email)
      if (known) return { sub: known, created: false }
      const problem = passwordProblem(password)
      if (problem) throw invalidField('password', problem.text, problem.params)
      const password_hash = await passwordHashing.hash(password)
      const made = await insertAccount(pool, { email, name, verified: true, password_hash })
      // Two at once make one account; the second finds it.
      const sub = made ?? (await findAccountOf(pool, email))
      assert(sub, 'an address that has an account is found')
      return { sub, created: made !== undefined }
    },
    sendVerificationLink: async (sub, go_on_to) =>
      mailConfirmLink((await auth.$context).internalAdapter, pool, config, sub, go_on_to),
    sendPasswordResetLink: async (email, go_on_to) =>
      mailResetLink((await auth.$context).internalAdapter, pool, config, email, go_on_to),
    sendLogInLink: async (email, go_on_to) =>
      mailLogInLink((await auth.$context).internalAdapter, pool, config, email, go_on_to),
    changeEmail: async (sub, email) => {
      const moved = await moveAccount(pool, sub, email)
      if (moved) await forgetWaysIn(pool, sub)
      return moved
    },
    endSessions: (sub, which) => deleteSessions(pool, sub, which),
    close: () => pool.end(),
  }
}

/** Asks as a browser asks `GET /token`, with the same refusals, but lengthens no session. */
async function tokenAtHand(
  handle: (request: Request) => Promise<Response>,
  { publicUrl }: BetterAuthConfig,
  cookie: string,
): Promise<string | undefined> {
  const url = `${publicUrl}/api/auth/token?disableRefresh=true`
  const answer = await handle(new Request(url, { headers: { cookie } }))
  if (!answer.ok) return undefined
  const { token } = (await answer.json()) as { token: string }
  return token
}

function refusal(status: number, code: string, message: string): Response {
  return Response.json({ code, message }, { status })
}

/** Whether PostgreSQL refused a value that no text or id can be: a NUL, half of a pair, or a UUID that is none. */
function cannotBeKept(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return ['22021', '22P02', '22P05'].includes(code)
}

function poolOf(databaseUrl: string, max: number): pg.Pool {
  return openPool({
    connectionString: databaseUrl,
    max,
    options: '-c search_path=auth',
    types: numbers,
  })
}

const numbers: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === 20 && format !== 'binary'
      ? Number
      : pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig['getTypeParser'],
}

function optionsOf(config: BetterAuthConfig, pool: pg.Pool) {
  const { publicUrl } = config
  return {
    database: pool,
    secret: config.secret,
    baseURL: publicUrl,
    basePath: '/api/auth',
    trustedOrigins: [...config.trustedOrigins],
    telemetry: { enabled: false },
    logger: {
      level: 'error' as const,
      log: (_level: string, message: string, ...causes: unknown[]) =>
        config.warn(
          message,
          causes.find(cause => cause instanceof Error),
        ),
    },
    // Ours count for all processes, by account as well as by address.
    rateLimit: { enabled: false },
    // What is not meant for people comes back to `handle`; its router would write it to the console as it is.
    onAPIError: { errorURL: `${publicUrl}/auth/login`, throw: true },
    advanced: {
      database: { generateId: 'uuid' as const },
      ipAddress: { ipAddressHeaders: ['x-real-ip'] },
      useSecureCookies: publicUrl.startsWith('https:'),
      cookiePrefix: 'corridor',
      // Said outright, since better-auth leaves both out where it finds itself under test.
      disableOriginCheck: false,
      disableCSRFCheck: false,
    },
    verification: { storeIdentifier: 'hashed' as const },
    user: {
      additionalFields: {
        claimedEmail: { type: 'string' as const, required: false, returned: true, index: true },
        /** As what the account was begun; empty where nobody said. */
        signUpRole: { type: 'string' as const, required: false, returned: true },
      },
    },
    session: {
      expiresIn: WEEK_SECONDS,
      updateAge: WEEK_SECONDS / 7,
      // How fresh a session is we keep ourselves; see second-factors.ts.
      freshAge: 0,
      additionalFields: {
        amr: { type: 'string' as const, required: false, input: false, defaultValue: '' },
        authenticatedAt: { type: 'date' as const, required: false, input: false },
      },
    },
    databaseHooks: { session: sessionHooks(pool, config) },
    emailAndPassword: passwordRules(pool, config),
    plugins: pluginsOf(pool, config),
  }
}

/** What is kept of how a session was opened, what keeps it from staying, and who hears that it ended. */
function sessionHooks(pool: pg.Pool, config: Pick<ProviderEvents, 'sessionsEnded'>) {
  return {
    create: {
      before: async (session: Partial<Proof>, ctx: GenericEndpointContext | null) => ({
        data: { ...session, ...openedBy(session, ctx) },
      }),
      after: async (session: Opened, ctx: GenericEndpointContext | null) => {
        if (ctx?.path === '/sign-in/email') await requirePassword(ctx, pool, session)
      },
    },
    delete: {
      after: async (
        { id, userId }: { id: string; userId: string },
        ctx: GenericEndpointContext | null,
      ) => config.sessionsEnded([{ session_id: id, sub: userId }], ctx ? originOf(ctx) : undefined),
    },
  }
}

/** Log-ins by password. Who resets theirs is signed out everywhere and told. */
function passwordRules(pool: pg.Pool, config: Pick<ProviderEvents, 'sendMail'>) {
  return {
    enabled: true,
    autoSignIn: true,
    minPasswordLength: 1,
    maxPasswordLength: 256,
    revokeSessionsOnPasswordReset: true,
    onPasswordReset: async ({ user }: { user: { id: string; email: string } }) => {
      await forgetWaysIn(pool, user.id)
      await config.sendMail({
        kind: 'security-notice',
        email: user.email,
        text: say('identity.provider.notices.passwordReset'),
      })
    },
    password: passwordHashing,
  }
}

/** What better-auth is taught: our own rules first, then how tokens are made. */
function pluginsOf(pool: pg.Pool, config: BetterAuthConfig) {
  return [
    traces(config),
    limits(pool, config),
    sessionEnds(pool, config),
    signUps(pool, config),
    logInLinks(pool, config),
    passkeys(pool, config.trustedOrigins),
    passkeyRules,
    secondFactors(pool, config),
    ...(config.google ? [googleSignIn(config.google)] : []),
    jwt({
      disableSettingJwtHeader: true,
      jwks: { keyPairConfig: { alg: 'ES256' as const } },
      adapter: { createJwk: keepsOneKey(pool) },
      jwt: {
        issuer: config.publicUrl,
        audience: TOKEN_AUDIENCE,
        expirationTime: `${TOKEN_MINUTES}m`,
        definePayload: open => claimsOf(open as unknown as OpenSession & Verified, config),
      },
    }),
  ]
}

type Verified = {
  readonly user: { readonly emailVerified: boolean; readonly signUpRole?: string | null }
}

/** The claims of a token: OpenID Connect Core's, with `amr` of RFC 8176. None outlives its session. */
async function claimsOf(
  { user, session }: OpenSession & Verified,
  { standingOf }: Pick<ProviderEvents, 'standingOf'>,
) {
  const ends_ms = sessionEnds_ms(new Date(session.createdAt).getTime(), await standingOf(user.id))
  const endsFirst = ends_ms < Date.now() + TOKEN_MINUTES * 60_000
  return {
    ...(endsFirst ? { exp: Math.floor(ends_ms / 1000) } : {}),
    email: addressOf(user),
    email_verified: user.emailVerified,
    sid: session.id,
    auth_time: Math.floor(new Date(session.authenticatedAt).getTime() / 1000),
    amr: session.amr.split(' ').filter(Boolean),
    ...(user.signUpRole ? { sign_up_role: user.signUpRole } : {}),
  }
}

/**
 * How and when a session was opened, by the call that did it, unless that said so. A change of the password goes on as the
 * session before, with its age. A mailed link proves nothing of the last minutes.
 */
function openedBy(session: Partial<Proof>, ctx: GenericEndpointContext | null): Partial<Proof> {
  if (session.authenticatedAt) return {}
  const path = ctx?.path ?? ''
  const before = ctx?.context.session?.session as Proof | undefined
  if (path === '/change-password' && before) {
    const { amr, authenticatedAt, createdAt } = before
    return { amr, authenticatedAt, createdAt }
  }
  return { amr: amrOf(path), authenticatedAt: new Date(path === '/sign-in/link' ? 0 : Date.now()) }
}

type Proof = OpenSession['session']
type Opened = { readonly userId: string; readonly token: string }

function amrOf(path: string): string {
  if (path === '/sign-in/email' || path === '/sign-up/email') return 'pwd'
  if (path === '/passkey/verify-authentication') return 'hwk user mfa'
  return path.startsWith('/callback') ? 'fed' : 'link'
}

/** Creates or updates the provider's tables in the schema `auth`; part of migrating, by one process at a time. */
export async function ensureIdentityTables(databaseUrl: string): Promise<void> {
  const pool = poolOf(databaseUrl, 1)
  await pool.query('create schema if not exists auth')
  const config = {
    ...UNHEARD,
    databaseUrl,
    secret: 'migrations',
    publicUrl: 'http://localhost',
    trustedOrigins: [],
  }
  const { runMigrations } = await getMigrations(optionsOf(config, pool))
  await runMigrations()
  await ensureNobody(pool, await passwordHashing.hash(newToken()))
  await ensureOneOwnerOfPasskeys(pool)
  await pool.end()
}

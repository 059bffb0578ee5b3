/** The embedded identity provider: better-auth in its own database schema, behind `/api/auth`. */
import { hash as argon2, verify as argon2Verify } from '@node-rs/argon2'
import { betterAuth } from 'better-auth'
import { APIError, createAuthMiddleware } from 'better-auth/api'
import { getMigrations } from 'better-auth/db/migration'
import { jwt } from 'better-auth/plugins'
import pg from 'pg'
import { passwordProblems } from '#domain/identity/password.ts'
import type { IdentityMail, IdentityProvider } from './identity-provider.ts'

export type BetterAuthConfig = {
  readonly databaseUrl: string
  readonly secret: string
  /** The origin that people use; links and the token's issuer are made of it. */
  readonly publicUrl: string
  readonly trustedOrigins: readonly string[]
  sendMail(mail: IdentityMail): Promise<void>
}

export const TOKEN_AUDIENCE = 'corridor-api'
const TOKEN_MINUTES = 15
const RESET_SECONDS = 30 * 60
const VERIFY_SECONDS = 24 * 60 * 60
const WEEK_SECONDS = 7 * 24 * 60 * 60
// OWASP's first choice for argon2id (Password Storage Cheat Sheet): 19 MiB, two passes, one lane.
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Starts the provider on tables that `ensureIdentityTables` made. `close` ends its connections. */
export async function startBetterAuth(
  config: BetterAuthConfig,
): Promise<IdentityProvider & { close(): Promise<void> }> {
  const pool = new pg.Pool({
    connectionString: config.databaseUrl,
    max: 5,
    options: '-c search_path=auth',
    types: numbers,
  })
  pool.on('error', () => {})
  pool.on('connect', client => client.on('error', () => {}))
  const auth = betterAuth(optionsOf(config, pool))
  return {
    issuer: config.publicUrl,
    audience: TOKEN_AUDIENCE,
    handle: request => auth.handler(request),
    keys: async () => ({ keys: (await auth.api.getJwks()).keys }),
    createVerifiedAccount: async account => {
      const context = await auth.$context
      const known = await context.internalAdapter.findUserByEmail(account.email)
      if (known) return { sub: known.user.id }
      const { user } = await auth.api.signUpEmail({ body: account })
      await context.internalAdapter.updateUser(user.id, { emailVerified: true })
      return { sub: user.id }
    },
    sendVerificationLink: async email => {
      await auth.api.sendVerificationEmail({ body: { email } }).catch(quiet)
    },
    sendPasswordResetLink: async email => {
      await auth.api.requestPasswordReset({ body: { email } }).catch(quiet)
    },
    close: () => pool.end(),
  }
}

const numbers: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === 20 && format !== 'binary'
      ? Number
      : pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig['getTypeParser'],
}

function optionsOf(config: BetterAuthConfig, pool: pg.Pool) {
  return {
    database: pool,
    secret: config.secret,
    baseURL: config.publicUrl,
    basePath: '/api/auth',
    trustedOrigins: [...config.trustedOrigins],
    telemetry: { enabled: false },
    logger: { level: 'error' as const, disabled: true },
    advanced: {
      database: { generateId: 'uuid' as const },
      ipAddress: { ipAddressHeaders: ['x-real-ip'] },
      useSecureCookies: config.publicUrl.startsWith('https:'),
      cookiePrefix: 'corridor',
    },
    session: { expiresIn: WEEK_SECONDS, updateAge: WEEK_SECONDS / 7 },
    emailAndPassword: {
      enabled: true,
      autoSignIn: true,
      minPasswordLength: 10,
      maxPasswordLength: 256,
      revokeSessionsOnPasswordReset: true,
      resetPasswordTokenExpiresIn: RESET_SECONDS,
      sendResetPassword: ({ user, token }: { user: { email: string }; token: string }) =>
        config.sendMail({ kind: 'reset-password', email: user.email, token }),
      password: {
        hash: (password: string) => argon2(password, ARGON2),
        verify: ({ hash, password }: { hash: string; password: string }) =>
          argon2Verify(hash, password),
      },
    },
    emailVerification: {
      sendOnSignUp: false,
      autoSignInAfterVerification: true,
      expiresIn: VERIFY_SECONDS,
      sendVerificationEmail: ({ user, token }: { user: { email: string }; token: string }) =>
        config.sendMail({ kind: 'verify-email', email: user.email, token }),
    },
    hooks: { before: createAuthMiddleware(async ctx => refuseWeakPassword(ctx.path, ctx.body)) },
    plugins: [
      jwt({
        jwks: { keyPairConfig: { alg: 'ES256' as const } },
        jwt: {
          issuer: config.publicUrl,
          audience: TOKEN_AUDIENCE,
          expirationTime: `${TOKEN_MINUTES}m`,
          definePayload: ({ user, session }) => ({
            email: user.email,
            email_verified: user.emailVerified,
            sid: session.id,
          }),
        },
      }),
    ],
  }
}

/** The specification's password rules (section 5), at the door through which every new password comes. */
async function refuseWeakPassword(
  path: string,
  body: Record<string, unknown> | undefined,
): Promise<void> {
  const password = path === '/sign-up/email' ? body?.password : body?.newPassword
  if (typeof password !== 'string') return
  const [first] = passwordProblems(password)
  if (first) throw new APIError('BAD_REQUEST', { message: first, code: 'WEAK_PASSWORD' })
}

// Any number, the same in every process: several that start together make the tables one after the other.
const MIGRATION_LOCK = 7_204_511

/** Creates or updates the provider's tables in the schema `auth`; part of migrating, under a lock that processes share. */
export async function ensureIdentityTables(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
  await client.query('create schema if not exists auth')
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 1,
    options: '-c search_path=auth',
    types: numbers,
  })
  const config = {
    databaseUrl,
    secret: 'migrations',
    publicUrl: 'http://localhost',
    trustedOrigins: [],
  }
  const { runMigrations } = await getMigrations(
    optionsOf({ ...config, sendMail: async () => {} }, pool),
  )
  await runMigrations()
  await pool.end()
  // Ending the connection gives the lock back, here and when anything above throws and ends the process.
  await client.end()
}

function quiet(): void {}

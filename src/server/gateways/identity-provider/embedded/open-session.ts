/** A session as our hooks see it: how it was opened, what its account still has to prove, and when it ends for good. */

import type { BetterAuthPlugin, GenericEndpointContext } from '@better-auth/core'
import { BASE_ERROR_CODES } from '@better-auth/core/error'
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import { deleteSessionCookie, setSessionCookie } from 'better-auth/cookies'
import type pg from 'pg'
import { sessionEnds_ms } from '#domain/identity/session.ts'
import { isFresh } from '#domain/identity/step-up.ts'
import { newToken } from '../../../kernel/ids.ts'
import { say, sayText } from '../../../kernel/words.ts'
import type { ProviderEvents } from '../identity-provider.ts'
import { hasPassword } from './accounts.store.ts'
import { attemptOf } from './attempts.ts'
import { hasFailed } from './outcome.ts'
import { type Factors, findFactors } from './second-factor.store.ts'

/** Of a session that used a second factor (RFC 8176). */
export const MFA = 'mfa'

/** A way to prove who one is. */
export type Method = 'passkey' | 'totp' | 'recovery' | 'password'

/** A session with what we keep of it. */
export type OpenSession = {
  readonly session: {
    readonly id: string
    readonly token: string
    readonly amr: string
    readonly authenticatedAt: Date
    readonly createdAt: Date
  }
  readonly user: {
    readonly id: string
    readonly email: string
    readonly claimedEmail?: string | null
  }
}

/** The address that an account has or claims. */
export function addressOf(user: OpenSession['user']): string {
  return user.claimedEmail ?? user.email
}

/** Whether a session was opened or proved in this way. */
export function has({ session }: OpenSession, method: string): boolean {
  return session.amr.split(' ').includes(method)
}

/**
 * The methods by which an account proves itself: its factors, or the password where it has none. None where it has neither:
 * then a new log-in with Google is the proof.
 */
export function methodsOf(factors: Factors): Method[] {
  const { totp, passkeys, recovery_codes_left, has_password } = factors
  if (!totp && passkeys === 0) return has_password ? ['password'] : []
  return [
    ...(passkeys > 0 ? ['passkey' as const] : []),
    ...(totp ? ['totp' as const] : []),
    ...(recovery_codes_left > 0 ? ['recovery' as const] : []),
  ]
}

/** The factors of which one must still follow before a session counts; none when it is whole. */
export async function methodsMissing(pool: pg.Pool, open: OpenSession): Promise<Method[]> {
  if (has(open, MFA)) return []
  return methodsOf(await findFactors(pool, open.user.id)).filter(method => method !== 'password')
}

/** The session that this call opened; null for a call that opened none, or failed. */
export function openedBy(ctx: GenericEndpointContext): OpenSession | null {
  return hasFailed(ctx) ? null : (ctx.context.newSession as OpenSession | null)
}

/** The current session, whole or not; UNAUTHORIZED without one. */
export async function anySession(ctx: GenericEndpointContext): Promise<OpenSession> {
  const found = await getSessionFromCtx(ctx)
  if (!found)
    throw new APIError('UNAUTHORIZED', {
      code: 'UNAUTHENTICATED',
      message: say('identity.provider.logInFirst'),
    })
  return found as unknown as OpenSession
}

/** The current session, whole and with a proof of the last minutes; what changes factors needs that. */
export async function freshSession(
  ctx: GenericEndpointContext,
  pool: pg.Pool,
): Promise<OpenSession> {
  const open = await anySession(ctx)
  await requireWhole(pool, open)
  if (!isFresh(new Date(open.session.authenticatedAt).getTime(), Date.now()))
    throw new APIError('FORBIDDEN', {
      code: 'STEP_UP_REQUIRED',
      message: say('identity.provider.stepUp'),
    })
  return open
}

async function requireWhole(pool: pg.Pool, open: OpenSession): Promise<void> {
  const methods = await methodsMissing(pool, open)
  if (methods.length === 0) return
  const message = say('identity.provider.secondFactorNeeded')
  throw new APIError('FORBIDDEN', { code: 'SECOND_FACTOR_NEEDED', message, methods })
}

/** Notes in a session that its person just proved who they are. A log-in's second step also changes the session's secret. */
export async function noteProof(
  ctx: GenericEndpointContext,
  open: OpenSession,
  how: string,
): Promise<void> {
  const { session, user } = open
  const known = new Set(session.amr.split(' ').filter(Boolean))
  const grew = how !== '' && !known.has(MFA)
  for (const one of how.split(' ').filter(Boolean)) known.add(one)
  const changed = {
    amr: [...known].join(' '),
    authenticatedAt: new Date(),
    ...(grew ? { token: newToken() } : {}),
  }
  const updated = await ctx.context.internalAdapter.updateSession(session.token, changed)
  if (grew && updated) await setSessionCookie(ctx, { session: updated, user: user as never })
}

/**
 * Ends a session that a password opened which is the account's no more. Whoever changes it ends the sessions that are there by then, and not
 * one that opens a moment later by what was held against the password of before.
 */
export async function requirePassword(
  ctx: GenericEndpointContext,
  pool: pg.Pool,
  { userId, token }: { readonly userId: string; readonly token: string },
): Promise<void> {
  const { hash } = attemptOf(ctx)
  if (hash && (await hasPassword(pool, userId, hash))) return
  await ctx.context.internalAdapter.deleteSession(token)
  throw APIError.from('UNAUTHORIZED', BASE_ERROR_CODES.INVALID_EMAIL_OR_PASSWORD)
}

/** A session that this one replaces in the same browser is over, so that the list of devices has each once. */
export async function endFormer(ctx: GenericEndpointContext, opened: OpenSession): Promise<void> {
  const { name } = ctx.context.authCookies.sessionToken
  const former = await ctx.getSignedCookie(name, ctx.context.secret)
  if (former && former !== opened.session.token)
    await ctx.context.internalAdapter.deleteSession(former)
}

/**
 * The plugin that ends sessions for good, before any call sees them, and gives tokens to whole sessions of people who are not
 * suspended alone.
 */
export function sessionEnds(
  pool: pg.Pool,
  { standingOf }: Pick<ProviderEvents, 'standingOf'>,
): BetterAuthPlugin {
  return {
    id: 'corridor-session-ends',
    hooks: {
      before: [
        {
          matcher: () => true,
          handler: createAuthMiddleware(async ctx => {
            const open = (await getSessionFromCtx(ctx)) as unknown as OpenSession | null
            if (!open) return
            const standing = await standingOf(open.user.id)
            if (
              sessionEnds_ms(new Date(open.session.createdAt).getTime(), standing) <= Date.now()
            ) {
              await ctx.context.internalAdapter.deleteSession(open.session.token)
              deleteSessionCookie(ctx)
              ctx.context.session = null
              if (ctx.path === '/token') await anySession(ctx)
            } else if (ctx.path === '/token') {
              // Why somebody is suspended is theirs to know, and of no one who has their password alone.
              await requireWhole(pool, open)
              if (standing.suspended)
                throw new APIError('FORBIDDEN', {
                  code: 'SUSPENDED',
                  message: sayText(standing.suspended),
                })
            }
          }),
        },
      ],
    },
  }
}

/**
 * Second factors of the embedded provider: authenticator apps (totp.ts), passkeys (WebAuthn, by better-auth's plugin) and
 * recovery codes. A session says how it was opened (`amr`, RFC 8176) and when its person last proved who they are. While an
 * account has a factor that its session lacks, no token is made for that session.
 */

import type { BetterAuthPlugin, GenericEndpointContext } from '@better-auth/core'
import { APIError, createAuthEndpoint, createAuthMiddleware } from 'better-auth/api'
import type pg from 'pg'
import { z } from 'zod'
import { say } from '../../../kernel/words.ts'
import { afterNewFactor, type Factors, remove, tell } from './factor-changes.ts'
import { countGuess, rememberDevice } from './limits.ts'
import { forgetWaysIn } from './links.ts'
import {
  anySession,
  freshSession,
  has,
  type Method,
  MFA,
  methodsOf,
  noteProof,
  type OpenSession,
} from './open-session.ts'
import { afterSuccess, answerOf } from './outcome.ts'
import { asKept, newRecoveryCodes } from './recovery-codes.ts'
import {
  findFactors,
  hasPasskey,
  listPasskeys,
  replaceRecoveryCodes,
  takeRecoveryCode,
} from './second-factor.store.ts'
import { codeFits, invalidCode, totpCalls } from './totp.ts'

const Verify = z.object({
  method: z.enum(['totp', 'recovery', 'password']),
  code: z.string().min(1).max(256),
})
const ById = z.object({ id: z.uuid().toLowerCase() })

/** The plugin with the calls of `docs/api/identity-provider.md` on second factors. */
export function secondFactors(pool: pg.Pool, events: Factors['events']) {
  const deps: Factors = { pool, events }
  return {
    id: 'corridor-second-factors',
    endpoints: {
      ...provingCalls(deps),
      ...totpCalls(deps),
      ...changingCalls(deps),
    },
    hooks: hooksOf(deps),
  } satisfies BetterAuthPlugin
}

/** The calls by which a session shows whose it is. */
function provingCalls(deps: Factors) {
  return {
    listFactors: createAuthEndpoint('/second-factors', { method: 'GET' }, async ctx => {
      const { user } = await anySession(ctx)
      const factors = await findFactors(deps.pool, user.id)
      const passkeys = await listPasskeys(deps.pool, user.id)
      return ctx.json({ ...factors, passkeys, methods: methodsOf(factors) })
    }),
    verifyFactor: createAuthEndpoint(
      '/second-factors/verify',
      { method: 'POST', body: Verify },
      async ctx => {
        const open = await anySession(ctx)
        const { method, code } = ctx.body
        const offered = methodsOf(await findFactors(deps.pool, open.user.id))
        if (!offered.includes(method) || !(await prove(ctx, deps, open, method, code)))
          throw invalidCode(
            method === 'password'
              ? say('identity.provider.wrongPassword')
              : say('identity.provider.wrongCode'),
          )
        await noteProof(ctx, open, { totp: `otp ${MFA}`, recovery: MFA, password: '' }[method])
        if (!open.user.claimedEmail) await rememberDevice(ctx, open.user.email)
        if (method === 'recovery') {
          const left = (await findFactors(deps.pool, open.user.id)).recovery_codes_left
          await tell(deps, open, say('identity.provider.notices.recoveryUsed', { left }))
        }
        return ctx.json({ ok: true })
      },
    ),
  }
}

async function prove(
  ctx: GenericEndpointContext,
  deps: Factors,
  open: OpenSession,
  method: Method,
  code: string,
) {
  const { user } = open
  await countGuess(ctx, deps.pool, deps.events, user, has(open, 'link'))
  if (method === 'totp') return codeFits(ctx, deps.pool, user.id, code, true)
  if (method === 'recovery') return takeRecoveryCode(deps.pool, user.id, asKept(code))
  const credential = await ctx.context.internalAdapter.findCredentialAccount(user.id)
  return (
    typeof credential?.password === 'string' &&
    ctx.context.password.verify({ hash: credential.password, password: code })
  )
}

/** The calls that take factors away and renew what stands in for them. */
function changingCalls(deps: Factors) {
  return {
    removeTotp: createAuthEndpoint('/second-factors/totp/remove', { method: 'POST' }, async ctx => {
      await remove(ctx, deps, 'totp')
      return ctx.json({ ok: true })
    }),
    removePasskey: createAuthEndpoint(
      '/second-factors/passkeys/remove',
      { method: 'POST', body: ById },
      async ctx => {
        await remove(ctx, deps, { passkey: ctx.body.id })
        return ctx.json({ ok: true })
      },
    ),
    renewRecoveryCodes: createAuthEndpoint(
      '/second-factors/recovery-codes',
      { method: 'POST' },
      async ctx => {
        const open = await freshSession(ctx, deps.pool)
        const { totp, passkeys } = await findFactors(deps.pool, open.user.id)
        if (!totp && passkeys === 0)
          throw new APIError('BAD_REQUEST', {
            code: 'NO_SECOND_FACTOR',
            message: say('identity.provider.noFactor'),
          })
        const recovery_codes = newRecoveryCodes()
        await replaceRecoveryCodes(deps.pool, open.user.id, recovery_codes)
        await tell(deps, open, say('identity.provider.notices.recoveryMade'))
        return ctx.json({ recovery_codes })
      },
    ),
  }
}

/** What is done before and after calls that are better-auth's own. */
function hooksOf(deps: Factors): NonNullable<BetterAuthPlugin['hooks']> {
  return {
    before: [
      {
        matcher: ({ path }) => path !== undefined && NEEDS_FRESH.has(path),
        handler: createAuthMiddleware(async ctx => {
          const { user } = await freshSession(ctx, deps.pool)
          if (ctx.path !== '/change-password') return
          await countGuess(ctx, deps.pool, deps.events, user)
          return { context: { body: { ...ctx.body, revokeOtherSessions: true } } }
        }),
      },
    ],
    after: [
      afterSuccess(['/passkey/verify-registration'], async ctx => {
        const open = await anySession(ctx)
        // What counts is the passkey that is there now, and not what the call answered.
        if (!(await hasPasskey(deps.pool, open.user.id, answerOf(ctx).id))) return
        await noteProof(ctx, open, `hwk ${MFA}`)
        await tell(deps, open, say('identity.provider.notices.passkeyAdded'))
        return ctx.json({ ok: true, recovery_codes: await afterNewFactor(ctx, deps, open) })
      }),
      afterSuccess(['/change-password'], async ctx => {
        const opened = ctx.context.newSession as OpenSession | null
        if (opened) await forgetWaysIn(deps.pool, opened.user.id)
        if (opened) await tell(deps, opened, say('identity.provider.notices.passwordChanged'))
        return ctx.json({ ok: true })
      }),
    ],
  }
}

const NEEDS_FRESH: ReadonlySet<string> = new Set([
  '/passkey/generate-register-options',
  '/passkey/verify-registration',
  '/change-password',
])

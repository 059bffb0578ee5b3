/**
 * Second factors of the embedded provider: authenticator apps (TOTP, RFC 6238), passkeys (WebAuthn, by better-auth's plugin) and
 * recovery codes. A session says how it was opened (`amr`, RFC 8176) and when its person last proved who they are. While an
 * account has a factor that its session lacks, no token is made for that session.
 */
import { randomInt } from 'node:crypto'
import type { BetterAuthPlugin, GenericEndpointContext } from '@better-auth/core'
import { APIError, createAuthEndpoint, createAuthMiddleware } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import { Secret, TOTP } from 'otpauth'
import type pg from 'pg'
import { z } from 'zod'
import type { ProviderEvents } from '../identity-provider.ts'
import { countGuess, rememberDevice } from './limits.ts'
import {
  addressOf,
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
import {
  findFactors,
  findTotp,
  hasPasskey,
  keepTotp,
  listPasskeys,
  type RemovableFactor,
  removeFactor,
  replaceRecoveryCodes,
  takeRecoveryCode,
  takeStep,
} from './second-factor.store.ts'

const STEP_SECONDS = 30
/** A code of the step before or after is taken too: clocks differ, and people type slowly. */
const WINDOW = 1
const RECOVERY_CODES = 10
/** Crockford's alphabet has no letters that look alike. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

function totpOf(secret: string, email = ''): TOTP {
  return new TOTP({
    issuer: 'Corridor',
    label: email,
    period: STEP_SECONDS,
    digits: 6,
    secret: Secret.fromBase32(secret),
  })
}

async function codeFits(
  ctx: GenericEndpointContext,
  pool: pg.Pool,
  user_id: string,
  code: string,
  confirmed: boolean,
): Promise<boolean> {
  const kept = await findTotp(pool, user_id)
  if (kept?.confirmed !== confirmed) return false
  const secret = await symmetricDecrypt({ key: ctx.context.secretConfig, data: kept.secret })
  const delta = totpOf(secret).validate({ token: code.replace(/\s/g, ''), window: WINDOW })
  if (delta === null) return false
  return takeStep(pool, user_id, Math.floor(Date.now() / 1000 / STEP_SECONDS) + delta)
}

function newRecoveryCodes(): string[] {
  const part = () => Array.from({ length: 5 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return Array.from({ length: RECOVERY_CODES }, () => `${part()}-${part()}`)
}

/** A recovery code as it is kept, however it was typed. */
function asKept(code: string): string {
  const plain = code
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')
  return `${plain.slice(0, 5)}-${plain.slice(5)}`
}

const invalidCode = (message: string) =>
  new APIError('BAD_REQUEST', { code: 'INVALID_CODE', message })

const Verify = z.object({
  method: z.enum(['totp', 'recovery', 'password']),
  code: z.string().min(1).max(256),
})
const Code = z.object({ code: z.string().min(6).max(20) })
const ById = z.object({ id: z.uuid().toLowerCase() })

/** The plugin with the calls of `docs/api/identity-provider.md` on second factors. */
export function secondFactors(
  pool: pg.Pool,
  events: Pick<ProviderEvents, 'sendMail' | 'noted' | 'standingOf'>,
) {
  const tell = (open: OpenSession, text: string) =>
    events.sendMail({ kind: 'security-notice', email: addressOf(open.user), text })

  /**
   * What follows a new factor. The first one replaces whatever recovery codes there were and ends the other sessions, which
   * were opened without it.
   */
  const afterNewFactor = async (ctx: GenericEndpointContext, open: OpenSession) => {
    const { totp, passkeys, recovery_codes_left } = await findFactors(pool, open.user.id)
    const first = passkeys + (totp ? 1 : 0) === 1
    if (first)
      for (const { id, token } of await ctx.context.internalAdapter.listSessions(open.user.id))
        if (id !== open.session.id) await ctx.context.internalAdapter.deleteSession(token)
    if (!first && recovery_codes_left > 0) return null
    const codes = newRecoveryCodes()
    await replaceRecoveryCodes(pool, open.user.id, codes)
    return codes
  }

  const prove = async (
    ctx: GenericEndpointContext,
    open: OpenSession,
    method: Method,
    code: string,
  ) => {
    const { user } = open
    await countGuess(ctx, pool, events, user, has(open, 'link'))
    if (method === 'totp') return codeFits(ctx, pool, user.id, code, true)
    if (method === 'recovery') return takeRecoveryCode(pool, user.id, asKept(code))
    const credential = await ctx.context.internalAdapter.findCredentialAccount(user.id)
    return (
      typeof credential?.password === 'string' &&
      ctx.context.password.verify({ hash: credential.password, password: code })
    )
  }

  /**
   * Removes a factor. With the last one goes what it proved: the recovery codes, the other sessions, and this one's second
   * factor and proof, with every token that says so.
   */
  const remove = async (ctx: GenericEndpointContext, which: RemovableFactor) => {
    const open = await freshSession(ctx, pool)
    const { needs_factor } = await events.standingOf(open.user.id)
    const left = await removeFactor(pool, open.user.id, which, needs_factor)
    if (left === 'NOT_FOUND')
      throw new APIError('NOT_FOUND', {
        code: 'FACTOR_NOT_FOUND',
        message: 'There is no such second factor. Load the page again.',
      })
    if (left === 'LAST')
      throw new APIError('CONFLICT', {
        code: 'LAST_FACTOR',
        message: 'Operators keep a second factor. Add another one first, then remove this.',
      })
    if (left === 0) await forgetProof(ctx, open)
    const name = which === 'totp' ? 'The authenticator app' : 'A passkey'
    await tell(open, `${name} was removed as a second factor.`)
  }

  return {
    id: 'corridor-second-factors',
    endpoints: {
      listFactors: createAuthEndpoint('/second-factors', { method: 'GET' }, async ctx => {
        const { user } = await anySession(ctx)
        const factors = await findFactors(pool, user.id)
        const passkeys = await listPasskeys(pool, user.id)
        return ctx.json({ ...factors, passkeys, methods: methodsOf(factors) })
      }),
      verifyFactor: createAuthEndpoint(
        '/second-factors/verify',
        { method: 'POST', body: Verify },
        async ctx => {
          const open = await anySession(ctx)
          const { method, code } = ctx.body
          const offered = methodsOf(await findFactors(pool, open.user.id))
          if (!offered.includes(method) || !(await prove(ctx, open, method, code)))
            throw invalidCode(
              method === 'password'
                ? 'The password you entered is incorrect.'
                : 'This code is not right, or it was used before. Take the newest one.',
            )
          await noteProof(ctx, open, { totp: `otp ${MFA}`, recovery: MFA, password: '' }[method])
          if (!open.user.claimedEmail) await rememberDevice(ctx, open.user.email)
          if (method === 'recovery') {
            const left = (await findFactors(pool, open.user.id)).recovery_codes_left
            await tell(
              open,
              `A recovery code was used to confirm that it is you. ${left} are left.`,
            )
          }
          return ctx.json({ ok: true })
        },
      ),
      startTotp: createAuthEndpoint('/second-factors/totp/start', { method: 'POST' }, async ctx => {
        const { user } = await freshSession(ctx, pool)
        const secret = new Secret({ size: 20 }).base32
        const data = await symmetricEncrypt({ key: ctx.context.secretConfig, data: secret })
        if (!(await keepTotp(pool, user.id, data)))
          throw new APIError('BAD_REQUEST', {
            code: 'TOTP_ALREADY_ENABLED',
            message: 'An authenticator app is set up already. Remove it first to set up another.',
          })
        return ctx.json({ secret, uri: totpOf(secret, addressOf(user as never)).toString() })
      }),
      confirmTotp: createAuthEndpoint(
        '/second-factors/totp/confirm',
        { method: 'POST', body: Code },
        async ctx => {
          const open = await freshSession(ctx, pool)
          await countGuess(ctx, pool, events, open.user)
          if (!(await codeFits(ctx, pool, open.user.id, ctx.body.code, false)))
            throw invalidCode('This code is not right. Take the newest one of the app.')
          await noteProof(ctx, open, `otp ${MFA}`)
          await tell(open, 'An authenticator app was added as a second factor.')
          return ctx.json({ recovery_codes: await afterNewFactor(ctx, open) })
        },
      ),
      removeTotp: createAuthEndpoint(
        '/second-factors/totp/remove',
        { method: 'POST' },
        async ctx => {
          await remove(ctx, 'totp')
          return ctx.json({ ok: true })
        },
      ),
      removePasskey: createAuthEndpoint(
        '/second-factors/passkeys/remove',
        { method: 'POST', body: ById },
        async ctx => {
          await remove(ctx, { passkey: ctx.body.id })
          return ctx.json({ ok: true })
        },
      ),
      renewRecoveryCodes: createAuthEndpoint(
        '/second-factors/recovery-codes',
        { method: 'POST' },
        async ctx => {
          const open = await freshSession(ctx, pool)
          const { totp, passkeys } = await findFactors(pool, open.user.id)
          if (!totp && passkeys === 0)
            throw new APIError('BAD_REQUEST', {
              code: 'NO_SECOND_FACTOR',
              message: 'Set up an authenticator app or a passkey first.',
            })
          const recovery_codes = newRecoveryCodes()
          await replaceRecoveryCodes(pool, open.user.id, recovery_codes)
          await tell(open, 'New recovery codes were made; the ones before no longer work.')
          return ctx.json({ recovery_codes })
        },
      ),
    },
    hooks: {
      before: [
        {
          matcher: ({ path }) => path !== undefined && NEEDS_FRESH.has(path),
          handler: createAuthMiddleware(async ctx => {
            const { user } = await freshSession(ctx, pool)
            if (ctx.path !== '/change-password') return
            await countGuess(ctx, pool, events, user)
            return { context: { body: { ...ctx.body, revokeOtherSessions: true } } }
          }),
        },
      ],
      after: [
        afterSuccess(['/passkey/verify-registration'], async ctx => {
          const open = await anySession(ctx)
          // What counts is the passkey that is there now, and not what the call answered.
          if (!(await hasPasskey(pool, open.user.id, answerOf(ctx).id))) return
          await noteProof(ctx, open, `hwk ${MFA}`)
          await tell(open, 'A passkey was added as a second factor.')
          return ctx.json({ ok: true, recovery_codes: await afterNewFactor(ctx, open) })
        }),
        afterSuccess(['/change-password'], async ctx => {
          const opened = ctx.context.newSession as OpenSession | null
          if (opened) await tell(opened, 'Your password was changed.')
          return ctx.json({ ok: true })
        }),
      ],
    },
  } satisfies BetterAuthPlugin
}

/**
 * Opens a session in place of one whose proof is gone, with the age that it has, and ends all that were there. A password that
 * opened it is no proof of the last minutes any more.
 */
async function forgetProof(ctx: GenericEndpointContext, { session, user }: OpenSession) {
  const { internalAdapter } = ctx.context
  const amr = session.amr.split(' ').filter(method => !OF_FACTORS.has(method))
  const before = await internalAdapter.listSessions(user.id)
  const carried = { amr: amr.join(' '), authenticatedAt: new Date(0), createdAt: session.createdAt }
  const opened = await internalAdapter.createSession(user.id, false, carried, true)
  await setSessionCookie(ctx, { session: opened, user: user as never })
  for (const { token } of before) await internalAdapter.deleteSession(token)
}

const OF_FACTORS: ReadonlySet<string> = new Set([MFA, 'otp', 'hwk', 'user'])

const NEEDS_FRESH: ReadonlySet<string> = new Set([
  '/passkey/generate-register-options',
  '/passkey/verify-registration',
  '/change-password',
])

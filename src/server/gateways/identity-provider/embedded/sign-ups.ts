/**
 * Signing up and in at the embedded provider, alike for every address. A sign-up makes an account that merely claims its
 * address; the mailed link gives it the address, unless another account has it, whose owner gets another mail.
 */

import type { BetterAuthPlugin, GenericEndpointContext } from '@better-auth/core'
import {
  APIError,
  createAuthEndpoint,
  createAuthMiddleware,
  getSessionFromCtx,
} from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import type pg from 'pg'
import { z } from 'zod'
import { isEmail, normalizeEmail } from '#domain/identity/email.ts'
import { newToken, newUuid } from '../../../kernel/ids.ts'
import type { ProviderEvents } from '../identity-provider.ts'
import {
  addressToLogIn,
  findAccount,
  forgetLinks,
  giveClaimedEmail,
  PLACEHOLDER_DOMAIN,
} from './accounts.store.ts'
import { countGuess, rememberDevice } from './limits.ts'
import { passwordProblem } from './passwords.ts'
import { methodsMissing, type OpenSession } from './second-factors.ts'

const CONFIRM_HOURS = 24
const confirming = (user_id: string) => `confirm-email of ${user_id}`
const linkOf = (token: string) => `confirm-email:${token}`

/** What better-auth's context offers to keep links. */
export type Links = {
  createVerificationValue(data: {
    identifier: string
    value: string
    expiresAt: Date
  }): Promise<unknown>
}

/** Mails a link that confirms the address of an account; the owner of an address that is taken gets another mail. */
export async function mailConfirmLink(
  links: Links,
  pool: pg.Pool,
  events: Pick<ProviderEvents, 'sendMail'>,
  user_id: string,
): Promise<void> {
  const account = await findAccount(pool, user_id)
  if (!account || account.verified) return
  const { email } = account
  if (account.taken) return events.sendMail({ kind: 'account-exists', email, token: '' })
  const token = newToken()
  await forgetLinks(pool, confirming(user_id))
  const expiresAt = new Date(Date.now() + CONFIRM_HOURS * 3_600_000)
  await links.createVerificationValue({
    identifier: linkOf(token),
    value: confirming(user_id),
    expiresAt,
  })
  await events.sendMail({ kind: 'verify-email', email, token })
}

function entryOf(body: unknown): { email: string; password: string } {
  const { email = '', password = '' } = (
    typeof body === 'object' && body !== null ? body : {}
  ) as Record<string, unknown>
  // No address holds a control character, and no database takes a NUL.
  const plain = String(email).replace(/\p{Cc}/gu, '')
  return { email: normalizeEmail(plain), password: String(password) }
}

function refuseWeak(password: unknown): void {
  const problem = typeof password === 'string' ? passwordProblem(password) : 'Password is required'
  if (problem) throw new APIError('BAD_REQUEST', { code: 'WEAK_PASSWORD', message: problem })
}

/** The plugin with sign-up, log-in and `/confirm-email`. */
export function signUps(pool: pg.Pool) {
  return {
    id: 'corridor-sign-ups',
    endpoints: {
      confirmEmail: createAuthEndpoint(
        '/confirm-email',
        { method: 'POST', body: Confirm },
        async ctx => {
          const { internalAdapter } = ctx.context
          const { token, password } = ctx.body
          const link = await internalAdapter.findVerificationValue(linkOf(token))
          const user_id = link && link.expiresAt > new Date() ? userOf(link.value) : undefined
          const user = user_id ? await internalAdapter.findUserById(user_id) : null
          if (!user) throw deadLink()
          const own = (await getSessionFromCtx(ctx))?.user.id === user.id
          // Whoever signed up knows the password; whoever merely has the mailbox may not have signed up.
          if (!own) await requirePassword(ctx, pool, user, password)
          if (!(await internalAdapter.consumeVerificationValue(linkOf(token)))) throw deadLink()
          if (!(await giveClaimedEmail(pool, user.id))) throw deadLink()
          if (!own) {
            const session = await internalAdapter.createSession(user.id)
            await setSessionCookie(ctx, { session, user })
            await endFormer(ctx, { session, user } as unknown as OpenSession)
          }
          return ctx.json({ ok: true })
        },
      ),
    },
    hooks: {
      before: [
        {
          matcher: ({ path }) => path === '/sign-up/email',
          handler: createAuthMiddleware(async ctx => {
            const { email, password } = entryOf(ctx.body)
            if (!isEmail(email))
              throw new APIError('BAD_REQUEST', {
                code: 'INVALID_EMAIL',
                message: 'Invalid email address',
              })
            refuseWeak(password)
            const placeholder = `${newUuid()}@${PLACEHOLDER_DOMAIN}`
            return {
              context: { body: { name: email, password, email: placeholder, claimedEmail: email } },
            }
          }),
        },
        {
          matcher: ({ path }) => path === '/sign-in/email',
          handler: createAuthMiddleware(async ctx => {
            const { email, password } = entryOf(ctx.body)
            return { context: { body: { email: await addressToLogIn(pool, email), password } } }
          }),
        },
        {
          matcher: ({ path }) => path === '/reset-password' || path === '/change-password',
          handler: createAuthMiddleware(async ctx => {
            refuseWeak(ctx.body?.newPassword)
            if (ctx.path === '/reset-password') await noteResetOf(ctx, pool)
          }),
        },
      ],
      after: [
        {
          matcher: ({ path }) =>
            path === '/sign-up/email' || path === '/passkey/verify-authentication',
          handler: createAuthMiddleware(async ctx => {
            const opened = openedBy(ctx)
            if (!opened) return
            await endFormer(ctx, opened)
            await rememberWhole(ctx, pool, opened)
            return ctx.json({ ok: true })
          }),
        },
        {
          matcher: ({ path }) => path === '/reset-password',
          // The mailbox's owner is no stranger, however often strangers guessed.
          handler: createAuthMiddleware(async ctx => {
            const email = ctx.request && resets.get(ctx.request)
            if (email && !(ctx.context.returned instanceof APIError))
              await rememberDevice(ctx, email)
          }),
        },
        {
          matcher: ({ path }) => path === '/sign-in/email',
          handler: createAuthMiddleware(async ctx => {
            const opened = openedBy(ctx)
            if (!opened) return
            await endFormer(ctx, opened)
            await rememberWhole(ctx, pool, opened)
            const second_factor = await methodsMissing(pool, opened.user.id, opened.session.amr)
            return ctx.json({ second_factor })
          }),
        },
        {
          // Who logs out of Corridor stays logged in at Google.
          matcher: ({ path }) => path === '/sign-out',
          handler: createAuthMiddleware(async ctx =>
            ctx.context.returned instanceof APIError ? undefined : ctx.json({ success: true }),
          ),
        },
        {
          matcher: ({ path }) => path?.startsWith('/callback') ?? false,
          handler: createAuthMiddleware(async ctx => {
            const opened = openedBy(ctx)
            if (!opened) return
            await endFormer(ctx, opened)
            await rememberWhole(ctx, pool, opened)
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin
}

const Confirm = z.object({
  token: z.string().min(1).max(100),
  password: z.string().max(256).optional(),
})

function userOf(value: string): string | undefined {
  const start = confirming('')
  return value.startsWith(start) ? value.slice(start.length) : undefined
}

function deadLink(): APIError {
  const message = 'This link was used already, or a newer one replaced it.'
  return new APIError('BAD_REQUEST', { code: 'INVALID_TOKEN', message })
}

/** Refuses who does not know the password that was chosen at the sign-up. The link is not used up by that. */
async function requirePassword(
  ctx: GenericEndpointContext,
  pool: pg.Pool,
  user: { id: string; email: string },
  password: string | undefined,
): Promise<void> {
  const message = 'Type the password that you chose when you signed up.'
  if (!password) throw new APIError('FORBIDDEN', { code: 'PASSWORD_NEEDED', message })
  await countGuess(ctx, pool, user)
  const credential = await ctx.context.internalAdapter.findCredentialAccount(user.id)
  const hash = credential?.password
  if (typeof hash === 'string' && (await ctx.context.password.verify({ hash, password }))) return
  throw new APIError('FORBIDDEN', {
    code: 'INVALID_PASSWORD',
    message: 'The password you entered is incorrect.',
  })
}

/** Whose password a request resets, between the hook before it and the one after. */
const resets = new WeakMap<Request, string>()

async function noteResetOf(ctx: GenericEndpointContext, pool: pg.Pool): Promise<void> {
  const link = await ctx.context.internalAdapter.findVerificationValue(
    `reset-password:${String(ctx.body?.token)}`,
  )
  const account = link && (await findAccount(pool, link.value))
  if (account?.verified && ctx.request) resets.set(ctx.request, account.email)
}

/** Remembers the device of a session that lacks nothing, where its account has its address. */
async function rememberWhole(
  ctx: GenericEndpointContext,
  pool: pg.Pool,
  { session, user }: OpenSession,
): Promise<void> {
  if (user.claimedEmail) return
  if ((await methodsMissing(pool, user.id, session.amr)).length === 0)
    await rememberDevice(ctx, user.email)
}

function openedBy(ctx: GenericEndpointContext): OpenSession | null {
  return ctx.context.newSession as OpenSession | null
}

/** A session that this one replaces in the same browser is over, so that the list of devices has each once. */
async function endFormer(ctx: GenericEndpointContext, opened: OpenSession): Promise<void> {
  const { name } = ctx.context.authCookies.sessionToken
  const former = await ctx.getSignedCookie(name, ctx.context.secret)
  if (former && former !== opened.session.token)
    await ctx.context.internalAdapter.deleteSession(former)
}

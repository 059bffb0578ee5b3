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
  forgetConfirmLinks,
  giveClaimedEmail,
  PLACEHOLDER_DOMAIN,
} from './accounts.store.ts'
import { rememberDevice } from './limits.ts'
import { passwordProblem } from './passwords.ts'
import { addressOf, methodsMissing, type OpenSession } from './second-factors.ts'

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
  await forgetConfirmLinks(pool, confirming(user_id))
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
  return { email: normalizeEmail(String(email)), password: String(password) }
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
        { method: 'POST', body: z.object({ token: z.string().min(1).max(100) }) },
        async ctx => {
          const { internalAdapter } = ctx.context
          const link = await internalAdapter.consumeVerificationValue(linkOf(ctx.body.token))
          const user_id = link?.value.replace(confirming(''), '')
          if (!user_id || !(await giveClaimedEmail(pool, user_id)))
            throw new APIError('BAD_REQUEST', {
              code: 'INVALID_TOKEN',
              message: 'This link was used already, or a newer one replaced it.',
            })
          const current = await getSessionFromCtx(ctx)
          if (current?.user.id !== user_id) {
            const session = await internalAdapter.createSession(user_id)
            const user = await internalAdapter.findUserById(user_id)
            if (user) await setSessionCookie(ctx, { session, user })
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
          handler: createAuthMiddleware(async ctx => refuseWeak(ctx.body?.newPassword)),
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
            await rememberDevice(ctx, addressOf(opened.user))
            return ctx.json({ ok: true })
          }),
        },
        {
          matcher: ({ path }) => path === '/sign-in/email',
          handler: createAuthMiddleware(async ctx => {
            const opened = openedBy(ctx)
            if (!opened) return
            await endFormer(ctx, opened)
            await rememberDevice(ctx, addressOf(opened.user))
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
            if (opened) await endFormer(ctx, opened)
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin
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

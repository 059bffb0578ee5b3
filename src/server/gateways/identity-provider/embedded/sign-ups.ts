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
import { emailOf } from '#domain/identity/email.ts'
import { CONFIRM_HOURS } from '#domain/identity/mailed-links.ts'
import { signUpRoleNamed } from '#domain/identity/sign-up.ts'
import { newToken, newUuid } from '../../../kernel/ids.ts'
import { say, sayText } from '../../../kernel/words.ts'
import type { ProviderEvents } from '../identity-provider.ts'
import {
  accountToLogIn,
  findAccount,
  forgetLinks,
  giveClaimedEmail,
  PLACEHOLDER_DOMAIN,
} from './accounts.store.ts'
import { attemptOf } from './attempts.ts'
import { countGuess, rememberDevice } from './limits.ts'
import {
  goneLink,
  keepLink,
  type Links,
  LinkToken,
  linkOf,
  noteUsed,
  requireLink,
} from './links.ts'
import { endFormer, methodsMissing, type OpenSession, openedBy } from './open-session.ts'
import { afterSuccess, answerOf } from './outcome.ts'
import { passwordProblem } from './passwords.ts'

const confirming = (user_id: string) => `confirm-email of ${user_id}`

/** Mails a link that confirms the address of an account; the owner of an address that is taken gets another mail. */
export async function mailConfirmLink(
  links: Links,
  pool: pg.Pool,
  events: Pick<ProviderEvents, 'sendMail'>,
  user_id: string,
  go_on_to?: string,
): Promise<void> {
  const account = await findAccount(pool, user_id)
  if (!account || account.verified) return
  const { email } = account
  if (account.taken) return events.sendMail({ kind: 'account-exists', email })
  const token = newToken()
  await forgetLinks(pool, confirming(user_id))
  const kept = { value: confirming(user_id), minutes: CONFIRM_HOURS * 60 }
  await keepLink(links, 'confirm-email', token, kept)
  await events.sendMail({ kind: 'verify-email', email, token, go_on_to })
}

function entryOf(body: unknown): { email: string | undefined; password: string } {
  const { email, password } = (typeof body === 'object' && body !== null ? body : {}) as Record<
    string,
    unknown
  >
  return { email: emailOf(email), password: typeof password === 'string' ? password : '' }
}

function refuseWeak(password: unknown): void {
  const problem = passwordProblem(typeof password === 'string' ? password : '')
  if (problem)
    throw new APIError('BAD_REQUEST', { code: 'WEAK_PASSWORD', message: sayText(problem) })
}

/** What is kept of a new account: its address is claimed until it is proven. */
function accountOf(body: { readonly role?: unknown } | undefined) {
  const { email, password } = entryOf(body)
  if (!email)
    throw new APIError('BAD_REQUEST', {
      code: 'INVALID_EMAIL',
      message: say('identity.emails.invalid'),
    })
  refuseWeak(password)
  // Said also where it is empty: what is left out here is taken from what was sent.
  const signUpRole = signUpRoleNamed(body?.role) ?? ''
  const placeholder = `${newUuid()}@${PLACEHOLDER_DOMAIN}`
  return { name: email, password, email: placeholder, claimedEmail: email, signUpRole }
}

/** The plugin with sign-up, log-in and `/confirm-email`. */
export function signUps(pool: pg.Pool, events: Pick<ProviderEvents, 'noted'>) {
  return {
    id: 'corridor-sign-ups',
    endpoints: {
      confirmEmail: confirmEmail(pool, events),
    },
    hooks: {
      before: [
        {
          matcher: ({ path }) => path === '/sign-up/email',
          handler: createAuthMiddleware(async ctx => ({ context: { body: accountOf(ctx.body) } })),
        },
        {
          matcher: ({ path }) => path === '/sign-in/email',
          handler: createAuthMiddleware(async ctx => {
            const { email, password } = entryOf(ctx.body)
            const account = await accountToLogIn(pool, email)
            Object.assign(attemptOf(ctx), { email, account: account.id, hash: account.hash })
            return { context: { body: { email: account.email, password } } }
          }),
        },
        {
          matcher: ({ path }) => path === '/reset-password' || path === '/change-password',
          handler: createAuthMiddleware(async ctx => {
            if (ctx.path === '/reset-password') await noteResetOf(ctx, pool)
            refuseWeak(ctx.body?.newPassword)
          }),
        },
      ],
      after: [
        afterSuccess(['/sign-up/email', '/passkey/verify-authentication'], async ctx => {
          await begin(ctx, pool)
          return ctx.json({ ok: true })
        }),
        afterSuccess(['/sign-in/email', '/sign-in/link'], async ctx => {
          const opened = await begin(ctx, pool)
          return ctx.json({ second_factor: opened ? await methodsMissing(pool, opened) : [] })
        }),
        afterSuccess(['/callback/:id'], async ctx => {
          await begin(ctx, pool)
        }),
        afterSuccess(['/reset-password'], async ctx => {
          await noteUsed(ctx.context.internalAdapter, 'reset-password', ctx.body.token)
          // The mailbox's owner is no stranger, however often strangers guessed.
          const { email } = attemptOf(ctx)
          if (email && answerOf(ctx).status === true) await rememberDevice(ctx, email)
        }),
        // Who logs out of Corridor stays logged in at Google.
        afterSuccess(['/sign-out'], async ctx => ctx.json({ success: true })),
      ],
    },
  } satisfies BetterAuthPlugin
}

const Confirm = z.object({
  token: LinkToken,
  password: z.string().max(256).optional(),
})

/** Gives an account its address, by the mailed link and by who signed up. */
function confirmEmail(pool: pg.Pool, events: Pick<ProviderEvents, 'noted'>) {
  return createAuthEndpoint('/confirm-email', { method: 'POST', body: Confirm }, async ctx => {
    const { internalAdapter } = ctx.context
    const { token, password } = ctx.body
    await requireLink(internalAdapter, 'confirm-email', token)
    const gone = () => goneLink(internalAdapter, 'confirm-email', token)
    const kept = linkOf('confirm-email', token)
    const user_id = userOf((await internalAdapter.findVerificationValue(kept))?.value ?? '')
    const user = user_id ? await internalAdapter.findUserById(user_id) : null
    if (!user) throw await gone()
    const own = (await getSessionFromCtx(ctx))?.user.id === user.id
    // Whoever signed up knows the password; whoever merely has the mailbox may not have signed up.
    if (!own) await requirePassword(ctx, pool, events, user, password)
    if (!(await internalAdapter.consumeVerificationValue(kept))) throw await gone()
    if (!(await giveClaimedEmail(pool, user.id))) throw await gone()
    await noteUsed(internalAdapter, 'confirm-email', token)
    if (!own) {
      const session = await internalAdapter.createSession(user.id)
      await setSessionCookie(ctx, { session, user })
      await endFormer(ctx, { session, user } as unknown as OpenSession)
    }
    return ctx.json({ ok: true })
  })
}

function userOf(value: string): string | undefined {
  const start = confirming('')
  return value.startsWith(start) ? value.slice(start.length) : undefined
}

/** Refuses who does not know the password that was chosen at the sign-up. The link is not used up by that. */
async function requirePassword(
  ctx: GenericEndpointContext,
  pool: pg.Pool,
  events: Pick<ProviderEvents, 'noted'>,
  user: { id: string; email: string },
  password: string | undefined,
): Promise<void> {
  const message = say('identity.provider.passwordNeeded')
  if (!password) throw new APIError('FORBIDDEN', { code: 'PASSWORD_NEEDED', message })
  await countGuess(ctx, pool, events, user)
  const credential = await ctx.context.internalAdapter.findCredentialAccount(user.id)
  const hash = credential?.password
  if (typeof hash === 'string' && (await ctx.context.password.verify({ hash, password }))) return
  throw new APIError('FORBIDDEN', {
    code: 'INVALID_PASSWORD',
    message: say('identity.provider.wrongPassword'),
  })
}

/** Notes whose password a request resets: the hook after it needs to know, and its link is gone by then. */
async function noteResetOf(ctx: GenericEndpointContext, pool: pg.Pool): Promise<void> {
  const { internalAdapter } = ctx.context
  // What is no token is asked for as an empty one: there is none.
  const token = LinkToken.safeParse(ctx.body?.token).data ?? ''
  await requireLink(internalAdapter, 'reset-password', token)
  const kept = linkOf('reset-password', token)
  const link = await internalAdapter.findVerificationValue(kept)
  const account = link && (await findAccount(pool, link.value))
  if (account)
    Object.assign(attemptOf(ctx), {
      account: link.value,
      email: account.verified ? account.email : undefined,
    })
}

/** What follows a log-in: the session before it is over, and the device is known where nothing is missing. */
async function begin(ctx: GenericEndpointContext, pool: pg.Pool): Promise<OpenSession | null> {
  const opened = openedBy(ctx)
  if (!opened) return null
  await endFormer(ctx, opened)
  await rememberWhole(ctx, pool, opened)
  return opened
}

/** Remembers the device of a session that lacks nothing, where its account has its address. */
async function rememberWhole(
  ctx: GenericEndpointContext,
  pool: pg.Pool,
  opened: OpenSession,
): Promise<void> {
  if (opened.user.claimedEmail) return
  if ((await methodsMissing(pool, opened)).length === 0)
    await rememberDevice(ctx, opened.user.email)
}

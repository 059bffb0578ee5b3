/** Links that are mailed: their tokens, and those that log in once. Only hashes are kept (`verification.storeIdentifier`). */

import type { BetterAuthPlugin, GenericEndpointContext } from '@better-auth/core'
import { APIError, createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import type pg from 'pg'
import { z } from 'zod'
import {
  deadLink,
  type LinkEnd,
  LOG_IN_MINUTES,
  linkEnd,
  RESET_MINUTES,
} from '#domain/identity/mailed-links.ts'
import { newToken } from '../../../kernel/ids.ts'
import { say, sayText } from '../../../kernel/words.ts'
import type { ProviderEvents } from '../identity-provider.ts'
import { findAccountOf, forgetLinks } from './accounts.store.ts'
import { attemptOf } from './attempts.ts'

const loggingIn = (user_id: string) => `log-in of ${user_id}`

/** The kinds of links. `reset-password` is what better-auth's own call looks for. */
export const LINK_KINDS = ['confirm-email', 'reset-password', 'log-in'] as const
export type LinkKind = (typeof LINK_KINDS)[number]

/** Under what a link is kept while it works. */
export const linkOf = (kind: LinkKind, token: string) => `${kind}:${token}`
/** What stays of a link that was mailed, and of one that was used: whoever opens it later is told so. */
const traceOf = (kind: LinkKind, token: string) => `mailed-${kind}:${token}`
const usedOf = (kind: LinkKind, token: string) => `used-${kind}:${token}`
/** How long a trace stays after the link's own end. */
const TRACE_MS = 30 * 24 * 3_600_000

/** What better-auth's context offers to keep links. */
export type Links = Pick<
  GenericEndpointContext['context']['internalAdapter'],
  'createVerificationValue' | 'findVerificationValue'
>

/** The token of a mailed link, as ours and better-auth's are made. */
export const LinkToken = z.string().regex(/^[\w-]{1,100}$/)

/** Said of a link that does not work; of one that never was with better-auth's own code. */
function deadLinkError(end: LinkEnd): APIError {
  const problem = deadLink(end)
  const code = end === 'unknown' ? 'INVALID_TOKEN' : problem.code
  return new APIError('BAD_REQUEST', { code, message: sayText(problem) })
}

/** Why a link does not work, as the error to throw; undefined for one that does. */
async function endOfLink(
  links: Links,
  kind: LinkKind,
  token: string,
): Promise<LinkEnd | undefined> {
  const now = new Date()
  const [link, trace, used] = await Promise.all([
    links.findVerificationValue(linkOf(kind, token)),
    links.findVerificationValue(traceOf(kind, token)),
    links.findVerificationValue(usedOf(kind, token)),
  ])
  if (link && now < link.expiresAt) return undefined
  const ends_at = trace && new Date(trace.expiresAt.getTime() - TRACE_MS)
  if (!ends_at) return linkEnd(undefined, now)
  return linkEnd({ used: used !== null, withdrawn: now < ends_at, ends_at }, now)
}

/** Refuses a link that does not work: LINK_USED, LINK_EXPIRED, LINK_NOT_VALID or INVALID_TOKEN. */
export async function requireLink(links: Links, kind: LinkKind, token: string): Promise<void> {
  const end = await endOfLink(links, kind, token)
  if (end) throw deadLinkError(end)
}

/** The error for a link that another call used up meanwhile, or that lost its account. */
export async function goneLink(links: Links, kind: LinkKind, token: string): Promise<APIError> {
  return deadLinkError((await endOfLink(links, kind, token)) ?? 'withdrawn')
}

/** Keeps a link, and longer than it works that there was one. */
export async function keepLink(
  links: Links,
  kind: LinkKind,
  token: string,
  { value, minutes }: { value: string; minutes: number },
): Promise<void> {
  const ends_ms = Date.now() + minutes * 60_000
  const row = (identifier: string, said: string, until_ms: number) =>
    links.createVerificationValue({ identifier, value: said, expiresAt: new Date(until_ms) })
  await row(traceOf(kind, token), 'mailed', ends_ms + TRACE_MS)
  await row(linkOf(kind, token), value, ends_ms)
}

/** Notes that a link did its work. */
export async function noteUsed(links: Links, kind: LinkKind, token: string): Promise<void> {
  const expiresAt = new Date(Date.now() + TRACE_MS)
  await links.createVerificationValue({ identifier: usedOf(kind, token), value: 'used', expiresAt })
}

/** Forgets the links by which somebody gets into an account without its password: they are for the address and the password that it had. */
export async function forgetWaysIn(pool: pg.Pool, user_id: string): Promise<void> {
  for (const value of [user_id, loggingIn(user_id)]) await forgetLinks(pool, value)
}

/**
 * Whether an account has the address to which a link is about to go, that is kept already; if not its links are forgotten. Whoever moves the
 * account after this looked forgets them.
 */
async function isStillAt(pool: pg.Pool, user_id: string, email: string): Promise<boolean> {
  if ((await findAccountOf(pool, email)) === user_id) return true
  await forgetWaysIn(pool, user_id)
  return false
}

/** Mails a link to choose a new password where an account has the address. Those mailed before live on until one is used. */
export async function mailResetLink(...asked: MailedLink): Promise<void> {
  const [links, pool, events, email, go_on_to] = asked
  const user_id = await findAccountOf(pool, email)
  if (!user_id) return
  const token = newToken()
  // The value is what better-auth's `/reset-password` looks for.
  await keepLink(links, 'reset-password', token, { value: user_id, minutes: RESET_MINUTES })
  if (!(await isStillAt(pool, user_id, email))) return
  await events.noted({ action: 'mail_link', how: 'reset link', account: user_id, email })
  await events.sendMail({ kind: 'reset-password', email, token, go_on_to })
}

/** The same with a link that logs in. */
export async function mailLogInLink(...asked: MailedLink): Promise<void> {
  const [links, pool, events, email, go_on_to] = asked
  const user_id = await findAccountOf(pool, email)
  if (!user_id) return
  const token = newToken()
  const kept = { value: loggingIn(user_id), minutes: LOG_IN_MINUTES }
  await keepLink(links, 'log-in', token, kept)
  if (!(await isStillAt(pool, user_id, email))) return
  await events.noted({ action: 'mail_link', how: 'log-in link', account: user_id, email })
  await events.sendMail({ kind: 'log-in-link', email, token, go_on_to })
}

type MailedLink = [
  links: Links,
  pool: pg.Pool,
  events: Pick<ProviderEvents, 'sendMail' | 'noted'>,
  email: string,
  go_on_to?: string,
]

/**
 * The plugin with `/mailed-link`, which says whether a link works before anything is asked of who opened it, and `/sign-in/link`: a log-in for whoever has the mailbox, when the guesses of others used up the tries. It stands
 * for the password alone, and is no proof of the last minutes: what is sensitive asks for one.
 */
export function logInLinks(pool: pg.Pool, events: Pick<ProviderEvents, 'sendMail'>) {
  return {
    id: 'corridor-log-in-links',
    endpoints: {
      askMailedLink: createAuthEndpoint(
        '/mailed-link',
        { method: 'POST', body: z.object({ kind: z.enum(LINK_KINDS), token: LinkToken }) },
        async ctx => {
          await requireLink(ctx.context.internalAdapter, ctx.body.kind, ctx.body.token)
          return ctx.json({ ok: true })
        },
      ),
      signInByLink: createAuthEndpoint(
        '/sign-in/link',
        { method: 'POST', body: z.object({ token: LinkToken }) },
        async ctx => {
          const { internalAdapter } = ctx.context
          const { token } = ctx.body
          await requireLink(internalAdapter, 'log-in', token)
          const link = await internalAdapter.consumeVerificationValue(linkOf('log-in', token))
          const user_id =
            link?.value.startsWith(loggingIn('')) && link.value.slice(loggingIn('').length)
          const user = user_id ? await internalAdapter.findUserById(user_id) : null
          if (!link || !user) throw await goneLink(internalAdapter, 'log-in', token)
          await noteUsed(internalAdapter, 'log-in', token)
          attemptOf(ctx).account = user.id
          await forgetLinks(pool, link.value)
          const session = await internalAdapter.createSession(user.id)
          await setSessionCookie(ctx, { session, user })
          const text = say('identity.provider.notices.linkLogIn')
          await events.sendMail({ kind: 'security-notice', email: user.email, text })
          return ctx.json({ ok: true })
        },
      ),
    },
  } satisfies BetterAuthPlugin
}

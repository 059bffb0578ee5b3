/** Links that are mailed: their tokens, and those that log in once. Only hashes are kept (`verification.storeIdentifier`). */

import type { BetterAuthPlugin } from '@better-auth/core'
import { APIError, createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import type pg from 'pg'
import { z } from 'zod'
import { LOG_IN_MINUTES, RESET_MINUTES } from '#domain/identity/mailed-links.ts'
import { newToken } from '../../../kernel/ids.ts'
import { say } from '../../../kernel/words.ts'
import type { ProviderEvents } from '../identity-provider.ts'
import { findAccountOf, forgetLinks } from './accounts.store.ts'
import { attemptOf } from './attempts.ts'

const loggingIn = (user_id: string) => `log-in of ${user_id}`
const linkOf = (token: string) => `log-in:${token}`

/** What better-auth's context offers to keep links. */
export type Links = {
  createVerificationValue(data: {
    identifier: string
    value: string
    expiresAt: Date
  }): Promise<unknown>
}

/** The token of a mailed link, as ours and better-auth's are made. */
export const LinkToken = z.string().regex(/^[\w-]{1,100}$/)

/** Said of a link that is not one of those that work. */
export function deadLink(): APIError {
  const message = say('identity.provider.deadLink')
  return new APIError('BAD_REQUEST', { code: 'INVALID_TOKEN', message })
}

/** Mails a link to choose a new password where an account has the address. Those mailed before live on until one is used. */
export async function mailResetLink(...asked: MailedLink): Promise<void> {
  const [links, pool, events, email, go_on_to] = asked
  const user_id = await findAccountOf(pool, email)
  if (!user_id) return
  const token = newToken()
  // What better-auth's `/reset-password` looks for.
  await keep(links, `reset-password:${token}`, user_id, RESET_MINUTES)
  await events.noted({ action: 'mail_link', how: 'reset link', account: user_id, email })
  await events.sendMail({ kind: 'reset-password', email, token, go_on_to })
}

/** The same with a link that logs in. */
export async function mailLogInLink(...asked: MailedLink): Promise<void> {
  const [links, pool, events, email, go_on_to] = asked
  const user_id = await findAccountOf(pool, email)
  if (!user_id) return
  const token = newToken()
  await keep(links, linkOf(token), loggingIn(user_id), LOG_IN_MINUTES)
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

function keep(links: Links, identifier: string, value: string, minutes: number): Promise<unknown> {
  const expiresAt = new Date(Date.now() + minutes * 60_000)
  return links.createVerificationValue({ identifier, value, expiresAt })
}

/**
 * The plugin with `/sign-in/link`: a log-in for whoever has the mailbox, when the guesses of others used up the tries. It stands
 * for the password alone, and is no proof of the last minutes: what is sensitive asks for one.
 */
export function logInLinks(pool: pg.Pool, events: Pick<ProviderEvents, 'sendMail'>) {
  return {
    id: 'corridor-log-in-links',
    endpoints: {
      signInByLink: createAuthEndpoint(
        '/sign-in/link',
        { method: 'POST', body: z.object({ token: LinkToken }) },
        async ctx => {
          const { internalAdapter } = ctx.context
          const link = await internalAdapter.consumeVerificationValue(linkOf(ctx.body.token))
          const user_id =
            link?.value.startsWith(loggingIn('')) && link.value.slice(loggingIn('').length)
          const user = user_id ? await internalAdapter.findUserById(user_id) : null
          if (!link || !user || link.expiresAt <= new Date()) throw deadLink()
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

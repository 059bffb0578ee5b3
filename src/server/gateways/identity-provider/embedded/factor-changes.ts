/** What follows when an account gets a second factor or loses one. */

import type { GenericEndpointContext } from '@better-auth/core'
import { APIError } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import type pg from 'pg'
import { say } from '../../../kernel/words.ts'
import type { ProviderEvents } from '../identity-provider.ts'
import { addressOf, freshSession, MFA, type OpenSession } from './open-session.ts'
import { newRecoveryCodes } from './recovery-codes.ts'
import {
  findFactors,
  type RemovableFactor,
  removeFactor,
  replaceRecoveryCodes,
} from './second-factor.store.ts'

export type Factors = {
  readonly pool: pg.Pool
  readonly events: Pick<ProviderEvents, 'sendMail' | 'noted' | 'standingOf'>
}

/** Mails the person of a session what was done to their account. */
export function tell({ events }: Factors, { user }: OpenSession, text: string): Promise<void> {
  return events.sendMail({ kind: 'security-notice', email: addressOf(user), text })
}

/**
 * What follows a new factor. The first one replaces whatever recovery codes there were and ends the other sessions, which
 * were opened without it.
 */
export async function afterNewFactor(
  ctx: GenericEndpointContext,
  deps: Factors,
  open: OpenSession,
): Promise<string[] | null> {
  const { totp, passkeys, recovery_codes_left } = await findFactors(deps.pool, open.user.id)
  const first = passkeys + (totp ? 1 : 0) === 1
  if (first)
    for (const { id, token } of await ctx.context.internalAdapter.listSessions(open.user.id))
      if (id !== open.session.id) await ctx.context.internalAdapter.deleteSession(token)
  if (!first && recovery_codes_left > 0) return null
  const codes = newRecoveryCodes()
  await replaceRecoveryCodes(deps.pool, open.user.id, codes)
  return codes
}

/**
 * Removes a factor. With the last one goes what it proved: the recovery codes, the other sessions, and this one's second
 * factor and proof, with every token that says so.
 */
export async function remove(
  ctx: GenericEndpointContext,
  deps: Factors,
  which: RemovableFactor,
): Promise<void> {
  const open = await freshSession(ctx, deps.pool)
  const { needs_factor } = await deps.events.standingOf(open.user.id)
  const left = await removeFactor(deps.pool, open.user.id, which, needs_factor)
  if (left === 'NOT_FOUND')
    throw new APIError('NOT_FOUND', {
      code: 'FACTOR_NOT_FOUND',
      message: say('identity.provider.noSuchFactor'),
    })
  if (left === 'LAST')
    throw new APIError('CONFLICT', {
      code: 'LAST_FACTOR',
      message: say('identity.provider.lastFactor'),
    })
  if (left === 0) await forgetProof(ctx, open)
  const removed = which === 'totp' ? 'totpRemoved' : 'passkeyRemoved'
  await tell(deps, open, say(`identity.provider.notices.${removed}`))
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

/** The devices on which a person is signed in. */

import { getParser } from 'bowser'
import type { z } from 'zod'
import type { Session } from '#contract/identity.ts'
import { Problem } from '#domain/kernel/problem.ts'
import type {
  IdentityProvider,
  WhichSessions,
} from '../gateways/identity-provider/identity-provider.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { say } from '../kernel/words.ts'
import { deleteSeen, endSessions, listOpenSessions, noteEnded } from './session.store.ts'

/** The open sessions of the actor, the latest first. */
export async function listSessions({ tx, actor }: Ctx): Promise<z.output<typeof Session>[]> {
  const sessions = await listOpenSessions(tx, actor.sub)
  return sessions.map(({ user_agent, ...session }) => ({
    ...session,
    current: session.session_id === actor.session_id,
    device: deviceOf(user_agent),
  }))
}

/** What a device seems to be, by the `User-Agent` that it sends: such as 'Chrome on Windows'. */
export function deviceOf(user_agent: string): string {
  const { browser, os } = user_agent ? getParser(user_agent).getResult() : { browser: {}, os: {} }
  if (browser.name && os.name)
    return say('identity.devices.seems', { browser: browser.name, system: os.name })
  return browser.name || os.name || say('identity.devices.unknown')
}

/** Ends sessions of the actor: those named, or all but one. NOT_FOUND for one that is over. Answers how many ended. */
export async function signOutDevices(
  ctx: Ctx,
  provider: IdentityProvider,
  which: WhichSessions,
): Promise<number> {
  const { sub, employer_uuid } = ctx.actor
  const ended = await endEverywhere(ctx, provider, sub, which)
  if ('only' in which && ended.length < which.only.length)
    throw new Problem('NOT_FOUND', 'identity.problems.deviceSignedOut')
  ctx.audit({ action: 'end', entity: 'session', entity_uuids: ended, employer_uuid })
  return ended.length
}

/**
 * Ends sessions of a person here and at the provider, which also knows those with which the API was never called. Asked of
 * the provider before the transaction ends: what it ended stays so, and asking again ends nothing more.
 */
export async function endEverywhere(
  ctx: Ctx,
  provider: IdentityProvider,
  sub: string,
  which: WhichSessions,
): Promise<string[]> {
  const there = await provider.endSessions(sub, which)
  const here = await endSessions(ctx.tx, sub, which)
  await noteEnded(
    ctx.tx,
    there.map(session_id => ({ session_id, sub })),
  )
  return [...new Set([...here, ...there])]
}

/** So long it is kept when and from where somebody was signed in. The longest session is over long before. */
const KEPT_DAYS = 400
const BATCH = 500

/** Job: forgets some of the sessions of which nothing was seen for 400 days, with their addresses. Answers how many, none when there are no more. */
export function forgetSessions({ tx }: Pick<Ctx, 'tx'>): Promise<number> {
  return deleteSeen(tx, KEPT_DAYS, BATCH)
}

/** The devices on which a person is signed in. */
import { getParser } from 'bowser'
import type { z } from 'zod'
import type { Session } from '#contract/identity.ts'
import { Problem } from '#domain/kernel/problem.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { endSessions, listOpenSessions } from './session.store.ts'

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
  const parts = [browser.name, os.name].filter(Boolean)
  return parts.length > 0 ? parts.join(' on ') : 'Unknown device'
}

/** Ends sessions of the actor: those named, or all but one. Their tokens are refused at once; the provider ends them after. */
export async function signOutDevices(
  ctx: Ctx,
  which: Parameters<typeof endSessions>[2],
): Promise<number> {
  const { sub } = ctx.actor
  const ended = await endSessions(ctx.tx, sub, which)
  if ('only' in which && ended.length < which.only.length)
    throw new Problem('NOT_FOUND', 'This device is signed out already.')
  if (ended.length > 0) await ctx.enqueue('end_provider_sessions', { sub, session_ids: ended })
  ctx.audit({
    action: 'end',
    entity: 'session',
    entity_uuids: ended,
    employer_uuid: ctx.actor.employer_uuid,
  })
  return ended.length
}

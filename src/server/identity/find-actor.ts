import { sessionEnds_ms } from '#domain/identity/session.ts'
import type { MemberRole, OperatorRole } from '#domain/identity/team.ts'
import { personName } from '#domain/kernel/names.ts'
import { Problem } from '#domain/kernel/problem.ts'
import { type Actor, ANONYMOUS } from '../kernel/actor.ts'
import { SYSTEM, transact } from '../kernel/db.ts'
import type { PrivateTx } from '../kernel/field-cipher.ts'
import type { Claims } from '../kernel/token.ts'
import type { Kernel } from '../kernel/unit-of-work.ts'
import { findPerson } from './person.report.store.ts'
import { noteSession } from './session.store.ts'
import { suspensionOf } from './suspension.ts'

const FRESH_MS = 1000
const REMEMBERED = 10_000
const seen = new WeakMap<Kernel, Map<string, { actor: Promise<Actor>; at_ms: number }>>()

/** From where a request came. */
export type Origin = { readonly address: string; readonly user_agent: string }

/**
 * Who the bearer of a token is; UNAUTHENTICATED when the session is over, also by its age. Remembered for a second, so that a suspension, a
 * removal from a team and the end of a session work within one; a change of the token's own claims works at once. `afresh` is read now.
 */
export function findActor(
  kernel: Kernel,
  claims: Claims,
  origin: Origin,
  { afresh = false }: { readonly afresh?: boolean } = {},
): Promise<Actor> {
  const actors = seen.get(kernel) ?? new Map()
  seen.set(kernel, actors)
  const key = JSON.stringify(claims)
  const known = actors.get(key)
  if (!afresh && known && Date.now() - known.at_ms < FRESH_MS) return known.actor
  if (actors.size >= REMEMBERED) actors.clear()
  const actor = loadActor(kernel, claims, origin)
  actors.set(key, { actor, at_ms: Date.now() })
  actor.catch(() => actors.delete(key))
  return actor
}

/** Forgets what was remembered of a person, after they changed. */
export function forgetActor(kernel: Kernel, sub: string): void {
  const actors = seen.get(kernel)
  const start = `{"sub":${JSON.stringify(sub)},`
  for (const key of actors?.keys() ?? []) if (key.startsWith(start)) actors?.delete(key)
}

async function loadActor(kernel: Kernel, claims: Claims, origin: Origin): Promise<Actor> {
  const { session_id, sub } = claims
  return transact(kernel.db, SYSTEM, async tx => {
    const { ended, created_at } = await noteSession(tx, { session_id, sub, ...origin })
    const actor = await personAsActor({ tx, fields: kernel.fields }, claims)
    // The provider ends them as well; its tokens live a little longer than their sessions.
    const ends_ms = sessionEnds_ms(created_at?.getTime() ?? Date.now(), {
      operator: actor.role === 'operator',
    })
    if (ended || ends_ms <= Date.now())
      throw new Problem('UNAUTHENTICATED', 'identity.problems.sessionEnded')
    return actor
  })
}

/** The person of the claims as who acts, whatever became of the session: for what is told and not asked over HTTP. */
export async function personAsActor(on: PrivateTx, claims: Claims): Promise<Actor> {
  const person = await findPerson(on.tx, claims.sub)
  if (!person) return { ...ANONYMOUS, ...claims }
  return {
    ...claims,
    role: person.type as Actor['role'],
    name: personName(person),
    employer_uuid: person.employer_uuid,
    member_role: person.member_role as MemberRole | null,
    operator_role: person.operator_role as OperatorRole | null,
    is_partner: person.is_partner,
    known: true,
    second_factor_required: false,
    suspended: suspensionOf(on.fields, person),
  }
}

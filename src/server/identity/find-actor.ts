import { type Actor, ANONYMOUS } from '../kernel/actor.ts'
import { SYSTEM, transact } from '../kernel/db.ts'
import type { Claims } from '../kernel/token.ts'
import type { Kernel } from '../kernel/unit-of-work.ts'
import { findPerson } from './person.store.ts'

const FRESH_MS = 1000
const REMEMBERED = 10_000
const seen = new WeakMap<Kernel, Map<string, { actor: Promise<Actor>; at_ms: number }>>()

/**
 * Who the bearer of a token is. Remembered for a second, so that a suspension works within one; a change of the token's
 * own claims works at once.
 */
export function findActor(kernel: Kernel, claims: Claims): Promise<Actor> {
  const actors = seen.get(kernel) ?? new Map()
  seen.set(kernel, actors)
  const key = `${claims.sub} ${claims.email} ${claims.email_verified}`
  const known = actors.get(key)
  if (known && Date.now() - known.at_ms < FRESH_MS) return known.actor
  if (actors.size >= REMEMBERED) actors.clear()
  const actor = loadActor(kernel, claims)
  actors.set(key, { actor, at_ms: Date.now() })
  actor.catch(() => actors.delete(key))
  return actor
}

/** Forgets what was remembered of a person, after they changed. */
export function forgetActor(kernel: Kernel, sub: string): void {
  const actors = seen.get(kernel)
  for (const key of actors?.keys() ?? []) if (key.startsWith(`${sub} `)) actors?.delete(key)
}

async function loadActor(kernel: Kernel, claims: Claims): Promise<Actor> {
  const person = await transact(kernel.db, SYSTEM, tx => findPerson(tx, claims.sub), {
    readonly: true,
  })
  if (!person) return { ...ANONYMOUS, ...claims }
  return {
    ...claims,
    role: person.type as Actor['role'],
    name: `${person.first_name} ${person.last_name}`.trim(),
    employer_uuid: person.employer_uuid,
    is_partner: person.is_partner,
    known: true,
    suspended: person.suspended_at !== null || person.employer_suspended_at !== null,
  }
}

import { type Endpoint, membersOf, operatorsOf } from '#contract/kernel/endpoint.ts'
import type { Actor } from './actor.ts'

/**
 * Whether the actor's type and role within the team allow a call, by its entry in the contract. Views offer by this what the
 * HTTP layer lets through by the same entry.
 */
export function mayCall(actor: Actor, entry: Endpoint): boolean {
  const { role, member_role, operator_role, key } = actor
  // A machine may what its key says, and nothing that asks for a person.
  if (key) return entry.scope !== undefined && key.scopes.includes(entry.scope)
  if (typeof entry.access === 'string') return true
  if (!entry.access.some(may => may === role)) return false
  if (role === 'employer') return membersOf(entry).some(may => may === member_role)
  return role !== 'operator' || operatorsOf(entry).some(may => may === operator_role)
}

import { Problem } from '#domain/kernel/problem.ts'
import type { Scope } from './db.ts'

/** Who acts in a unit of work. */
export type Actor = {
  readonly role: Scope['role']
  readonly sub: string
  readonly email: string
  readonly email_verified: boolean
  readonly name: string
  /** The employer whom a person of type employer acts for. */
  readonly employer_uuid: string | null
  readonly is_partner: boolean
  /** Whether the details step of the sign-up is done. */
  readonly known: boolean
  readonly suspended: boolean
}

export const SYSTEM_ACTOR: Actor = {
  role: 'system',
  sub: 'system',
  email: '',
  email_verified: true,
  name: 'Corridor',
  employer_uuid: null,
  is_partner: false,
  known: true,
  suspended: false,
}

export const ANONYMOUS: Actor = {
  ...SYSTEM_ACTOR,
  role: 'anonymous',
  sub: '',
  name: '',
  known: false,
  email_verified: false,
}

/** The tenant context of an actor. */
export function scopeOf(actor: Actor): Scope {
  return { role: actor.role, sub: actor.sub || null, employer_uuid: actor.employer_uuid }
}

/** The employer an actor acts for; FORBIDDEN when there is none. */
export function employerOf(actor: Actor): string {
  if (actor.employer_uuid) return actor.employer_uuid
  throw new Problem('FORBIDDEN', 'You do not act for an employer. Ask to be invited by one.')
}

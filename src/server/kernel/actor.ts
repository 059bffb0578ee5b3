import type { Endpoint } from '#contract/kernel/endpoint.ts'
import type { SignUpRole } from '#domain/identity/sign-up.ts'
import { isFresh } from '#domain/identity/step-up.ts'
import type { MemberRole, OperatorRole } from '#domain/identity/team.ts'
import { isOfSandbox, type KeyScope } from '#domain/integrations/api-key.ts'
import { Problem } from '#domain/kernel/problem.ts'
import type { Text } from '#domain/kernel/words.ts'
import { type Scope, SYSTEM } from './db.ts'

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
  /** What the person may do for the employer; null for everyone else. */
  readonly member_role: MemberRole | null
  /** What an operator may do; null for everyone else. */
  readonly operator_role: OperatorRole | null
  /** The session that the token belongs to; null for the system. */
  readonly session_id: string | null
  /** When the person last proved who they are, in milliseconds since 1970, with the strongest factor that they have. */
  readonly authenticated_at_ms: number
  /** Whether that was with a second factor. */
  readonly second_factor: boolean
  /** Whether the person must use one. */
  readonly second_factor_required: boolean
  /** Whether the details step of the sign-up is done. */
  readonly known: boolean
  /** What they are told instead of being let in; false for who is not suspended. */
  readonly suspended: Text | false
  /** As what the account was begun, where that was said. */
  readonly sign_up_role?: SignUpRole | undefined
  /** The API key by which a machine acts for its employer; absent for people. */
  readonly key?: ActingKey | undefined
}

/** What a key allows its machine. */
export type ActingKey = {
  readonly key_uuid: string
  readonly scopes: readonly KeyScope[]
  /** Whether no money moves by it. */
  readonly sandbox: boolean
}

export const SYSTEM_ACTOR: Actor = {
  role: 'system',
  sub: 'system',
  email: '',
  email_verified: true,
  name: 'Corridor',
  employer_uuid: null,
  is_partner: false,
  member_role: null,
  operator_role: null,
  session_id: null,
  authenticated_at_ms: 0,
  second_factor: false,
  second_factor_required: false,
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

/** Who a row names as the one that closed it; null where that is Corridor by itself, which is nobody. */
export function personOf({ role, sub }: Actor): string | null {
  return role === 'system' ? null : sub
}

/** Throws STEP_UP_REQUIRED unless the actor proved who they are within the last minutes. Goes by the machine's clock, as tokens do. */
export function requireFresh(actor: Actor): void {
  if (isFresh(actor.authenticated_at_ms, Date.now())) return
  throw new Problem('STEP_UP_REQUIRED', 'kernel.problems.stepUp')
}

const NO_COMPANY = '00000000-0000-0000-0000-000000000000'

/** A machine as it calls what a scope is for: by a key of the sandbox, of what the sandbox has nothing, as of a company that has nothing. */
export function asInSandbox(actor: Actor, scope: KeyScope): Actor {
  // No row is of this company, so that row-level security shows none.
  return actor.key?.sandbox && !isOfSandbox(scope) ? { ...actor, employer_uuid: NO_COMPANY } : actor
}

/** The tenant context of an actor. */
export function scopeOf(actor: Actor): Scope {
  const { role, sub, employer_uuid, email, email_verified } = actor
  return {
    role,
    sub: sub || null,
    employer_uuid,
    email: email_verified ? email.toLowerCase() : null,
  }
}

/** Whose rows a call may see: the actor's, or all where a mailed link says by itself what it is about. */
export function scopeOfCall(entry: Pick<Endpoint, 'byLink'>, actor: Actor): Scope {
  return entry.byLink ? SYSTEM : scopeOf(actor)
}

/** The employer an actor acts for; FORBIDDEN when there is none. */
export function employerOf(actor: Actor): string {
  if (actor.employer_uuid) return actor.employer_uuid
  throw new Problem('FORBIDDEN', 'kernel.problems.noEmployer')
}

/** Lets in who is not suspended; SUSPENDED for others, with what they are told. */
export function letIn({ suspended }: Actor): void {
  if (!suspended) return
  const { text, params } = suspended
  throw new Problem('SUSPENDED', text, params && { params })
}

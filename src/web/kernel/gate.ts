/** The access gate (specification 4), in its order of six, as a pure function. */
import type { Gate, Role } from '#contract/kernel/endpoint.ts'
import type { Me } from '#web/kernel/types.ts'

/** Who is there: not known yet, nobody, somebody whose log-in lacks its second factor, or a person. */
export type Visitor =
  | 'loading'
  | 'nobody'
  | 'second-factor'
  | Pick<Me, 'type' | 'basic_info_completed' | 'email_verified' | 'gates' | 'second_factor'>

/** What a route asks of its visitor. Without roles it is open to everyone. */
export type Demand = {
  readonly roles?: readonly Role[] | undefined
  readonly needs?: readonly Gate[] | undefined
  /** Also open to operators who still have to set up a second factor: where they do that. */
  readonly beforeSecondFactor?: boolean | undefined
}

/**
 * What the visitor gets: a spinner, the page, the log in screen (which goes on with a second step where that is missing),
 * the sign-up flow, the security page, their home, or the onboarding modal.
 */
export type Admission =
  | 'spinner'
  | 'page'
  | 'login'
  | 'signup'
  | 'security'
  | 'dashboard'
  | 'onboarding'

/** Whether the details step is behind somebody. Operators never sign up, so they have none (specification 6). */
export function detailsKnown(person: Pick<Me, 'type' | 'basic_info_completed'>): boolean {
  return person.type === 'operator' || (person.type !== null && person.basic_info_completed)
}

/** Decides what a visitor gets of a route. The server decides again on every call. */
export function admit(
  visitor: Visitor,
  { roles, needs = [], beforeSecondFactor = false }: Demand,
): Admission {
  if (visitor === 'loading') return 'spinner'
  if (!roles) return 'page'
  if (visitor === 'nobody' || visitor === 'second-factor') return 'login'
  if (!detailsKnown(visitor) || !visitor.email_verified) return 'signup'
  if (visitor.second_factor.missing && !beforeSecondFactor) return 'security'
  if (!visitor.type || !roles.includes(visitor.type)) return 'dashboard'
  if (visitor.type !== 'operator' && needs.some(need => !visitor.gates[need])) return 'onboarding'
  return 'page'
}

/** Where a person goes after signing in: a path of our own that they asked for, or their home. */
export function safeNext(next: unknown): string {
  const own =
    typeof next === 'string' &&
    /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(next) &&
    !/^\/(auth|api)(\/|$)/.test(next)
  return own ? next : '/dashboard'
}

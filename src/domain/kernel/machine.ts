/**
 * State machines as tables. The server guards with them, views report allowed actions from them, tests enumerate them and
 * docs/machines draws them.
 */
import { Problem } from './problem.ts'

export type Transitions<S extends string, A extends string> = Readonly<
  Record<S, Readonly<Partial<Record<A, S>>>>
>

export type Machine<S extends string, A extends string> = {
  readonly transitions: Transitions<S, A>
  /** The state after `action`, or undefined where the action is not allowed. */
  next(from: S, action: A): S | undefined
  /** The actions allowed in a state, in the order of the table. */
  actions(from: S): A[]
  /** The states in which an action is allowed: what a guarded UPDATE names. */
  sources(action: A): S[]
}

/** Makes a machine of its table. Leaving a state out of the table does not compile. */
export function machine<S extends string, A extends string>(
  transitions: Transitions<S, A>,
): Machine<S, A> {
  const states = Object.keys(transitions) as S[]
  return {
    transitions,
    next: (from, action) => transitions[from][action],
    actions: from => Object.keys(transitions[from]) as A[],
    sources: action => states.filter(state => transitions[state][action] !== undefined),
  }
}

/** The state after `action`; throws `TRANSITION_NOT_ALLOWED` (409) that says what state the thing is in. */
export function transition<S extends string, A extends string>(
  { next, actions }: Machine<S, A>,
  thing: string,
  from: S,
  action: A,
): S {
  const to = next(from, action)
  if (to) return to
  const allowed = actions(from)
  throw new Problem(
    'TRANSITION_NOT_ALLOWED',
    allowed.length > 0 ? 'kernel.problems.transitionNotAllowed' : 'kernel.problems.nothingAllowed',
    { params: { thing, from, action, allowed: allowed.join(', ') } },
  )
}

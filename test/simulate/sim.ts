/** What the actors of a simulation share: the world, the people, chance, and a way to act that faults may strike. */

import { type Api, api } from '#contract/api.ts'
import type { Endpoint, HandlerInput, HandlerOutput } from '#contract/kernel/endpoint.ts'
import { actorOf, callAs, type Person } from '#db/seed/cast.ts'
import { Problem } from '#domain/kernel/problem.ts'
import { type Actor, letIn } from '#server/kernel/actor.ts'
import { mayCall } from '#server/kernel/may-call.ts'
import type { Admin } from '#test/harness/admin.ts'
import type { World } from '#test/harness/open-world.ts'
import type { Cast } from './cast.ts'
import { type Fault, StruckError, under } from './faults.ts'
import type { Acknowledged } from './model.ts'

/** Chance of one move, by the seed: the same move of the same seed draws the same. */
export type Chance = {
  /** Below 1. */
  number(): number
  below(limit: number): number
  pick<T>(from: readonly T[]): T | undefined
  some<T>(from: readonly T[], share: number): T[]
  often(probability: number): boolean
}

/** Turns a source of numbers below 1 into what moves draw. */
export function chanceOf(number: () => number): Chance {
  const below = (limit: number) => Math.floor(number() * limit)
  return {
    number,
    below,
    pick: from => from[below(from.length)],
    some: (from, share) => from.filter(() => number() < share),
    often: probability => number() < probability,
  }
}

/** What acts need, whatever is simulated. */
export type Acting = {
  readonly world: World
  readonly admin: Admin
  /** What happened, a line each, for whoever reads a seed that found something. */
  readonly log: string[]
  /** How often each act ended how. */
  readonly tally: Map<string, number>
  /** Errors that no caller should see. */
  readonly defects: string[]
}

export type Sim = Cast &
  Acting & {
    readonly told: Acknowledged
    /** What this step acknowledged as settled, and what it may have taken back: which came first nobody can say. */
    readonly now: { readonly settled: Set<string>; readonly unsettled: Set<string> }
  }

/** What an actor may do. Add an actor as a file of `actors/`, and its moves are drawn by their weights. */
export type Move<S = Sim> = {
  readonly name: string
  readonly weight: number
  act(sim: S, chance: Chance): Promise<unknown>
}

type Input<K extends keyof Api> = Partial<HandlerInput<Api[K]>>

/** Calls a use case as a person; see `attempt`. */
export function act<K extends keyof Api>(
  sim: Acting,
  chance: Chance,
  person: Person,
  name: K,
  input: Input<K> = {},
): Promise<HandlerOutput<Api[K]> | undefined> {
  return attempt(sim, chance, name, async () =>
    callAs(sim.world, await enter(sim, person, name), name, input),
  )
}

/** The person as who acts, let in as at the door of the API: SUSPENDED or FORBIDDEN where they may not call this now. */
export async function enter({ world }: Acting, person: Person, name: keyof Api): Promise<Actor> {
  const actor = await actorOf(world, person)
  letIn(actor)
  if (!mayCall(actor, api[name] as Endpoint))
    throw new Problem('FORBIDDEN', 'kernel.problems.noMember')
  return actor
}

/** Whether that refuses who may not, and nothing else. */
export function isRefusedAtTheDoor(error: unknown): error is Problem {
  return error instanceof Problem && ['FORBIDDEN', 'SUSPENDED'].includes(error.code)
}

const STRUCK = 0.12
const MOST_STATEMENTS = 25

/**
 * Does something that a fault may strike. Whoever is struck knows nothing of what became of it and asks again, the same. A refusal in
 * words is an answer like any other; anything else is a defect. Undefined when it was refused.
 */
export async function attempt<T>(
  sim: Acting,
  chance: Chance,
  name: string,
  work: () => Promise<T>,
): Promise<T | undefined> {
  const fault = faultOf(chance)
  try {
    return noted(sim, name, await under(fault, work))
  } catch (error) {
    if (!(error instanceof StruckError)) return refused(sim, name, error)
    sim.log.push(`${name}: ${error.message}`)
  }
  return work().then(
    answer => noted(sim, `${name}, again`, answer),
    error => refused(sim, `${name}, again`, error),
  )
}

function faultOf(chance: Chance): Fault | undefined {
  if (!chance.often(STRUCK)) return undefined
  return chance.often(0.4)
    ? { kind: 'answer is lost' }
    : { kind: 'dies', at: 1 + chance.below(MOST_STATEMENTS) }
}

function noted<T>(sim: Acting, name: string, answer: T): T {
  count(sim, `${name}: done`)
  return answer
}

function refused(sim: Acting, name: string, error: unknown): undefined {
  if (error instanceof Problem) return count(sim, `${name}: ${error.code}`)
  const words = error instanceof Error ? (error.stack ?? error.message) : String(error)
  sim.defects.push(`${name}: ${words}`)
  return count(sim, `${name}: DEFECT`)
}

function count({ tally, log }: Acting, what: string): undefined {
  tally.set(what, (tally.get(what) ?? 0) + 1)
  log.push(what)
}

/** Seeds one after the other on grounds of their own, and the step that broke what a check found later. */
import type { Beginning } from './beginning.ts'
import type { Grounds } from './ground.ts'
import { type Outcome, simulate, type Walk } from './simulation.ts'

/**
 * Walks a seed, and once more with a check after each step where a check found what any of several steps may have broken. Where the second walk finds nothing, since
 * somebody else was faster in it, the first one's word stands.
 */
export async function walkSeed(
  grounds: Grounds<Beginning>,
  seed: number,
  steps: number,
  how: Walk = {},
): Promise<Outcome> {
  const walk = (of: number, again: Walk) =>
    grounds.walk(seed, (...on) => simulate(seed, of, ...on, again))
  const first = await walk(steps, how)
  if (first.unsure === 0) return first
  const since = `found by the check after step ${first.steps - 1}, broken by it or one of the ${first.unsure} before`
  const second = await walk(first.steps, { ...how, every: 1 })
  return second.found.length > 0
    ? { ...second, found: [...second.found, `${since}; this is a second walk, checked after each`] }
    : { ...first, found: [...first.found, `${since}; a second walk did not find it`] }
}

/**
 * One seed: five companies, people, operators and the clock act at random through the use cases, several at once, struck by faults;
 * after each step the model is asked, and now and then everything is checked. At the end all is delivered, and nothing may be lost.
 */
import type { Rail } from '#server/gateways/rails/rail.ts'
import { openWorld } from '#test/harness/open-world.ts'
import { PLAIN_PAPER } from '#test/harness/plain-paper.ts'
import { seeded } from '#test/harness/random.ts'
import { staleReviews } from '#test/harness/reviews.ts'
import { accessMoves } from './actors/access.ts'
import { accountMoves } from './actors/accounts.ts'
import { approverMoves } from './actors/approver.ts'
import { bankMoves } from './actors/bank.ts'
import { batchMoves } from './actors/batches.ts'
import { clockMoves } from './actors/clock.ts'
import { contractorMoves } from './actors/contractor.ts'
import { detailMoves } from './actors/details.ts'
import { employerMoves } from './actors/employer.ts'
import { fileMoves } from './actors/files.ts'
import { freezeMoves } from './actors/freezes.ts'
import { fundsMoves } from './actors/funds.ts'
import { mendingMoves } from './actors/mending.ts'
import { operatorMoves } from './actors/operator.ts'
import { paperMoves } from './actors/papers.ts'
import { peopleMoves } from './actors/people.ts'
import { raiseMoves } from './actors/raises.ts'
import { selectionMoves } from './actors/selection.ts'
import { timeMoves } from './actors/time.ts'
import { AT_ONCE, type Beginning, nothingTold } from './beginning.ts'
import { RATES } from './cast.ts'
import type { Ground } from './ground.ts'
import { lostDays } from './lost-days.ts'
import { breaches, staleApprovals } from './model.ts'
import { type Chance, chanceOf, isRefusedAtTheDoor, type Move, type Sim } from './sim.ts'
import { readState } from './state.ts'

const MOVES: readonly Move[] = [
  ...approverMoves,
  ...employerMoves,
  ...selectionMoves,
  ...raiseMoves,
  ...contractorMoves,
  ...peopleMoves,
  ...accessMoves,
  ...accountMoves,
  ...detailMoves,
  ...paperMoves,
  ...timeMoves,
  ...operatorMoves,
  ...mendingMoves,
  ...fundsMoves,
  ...bankMoves,
  ...freezeMoves,
  ...fileMoves,
  ...batchMoves,
  ...clockMoves,
]
/** How often all of a step do the same thing, each to rows of their own choice: that is where parts of one whole meet. */
const SAME = 0.4

export type Outcome = {
  readonly seed: number
  readonly steps: number
  /** What was broken, and after which step; empty when all held. */
  readonly found: readonly string[]
  /** How many steps before the last had no check of everything, if that found it: one of them may have broken it. */
  readonly unsure: number
  readonly log: readonly string[]
  readonly tally: ReadonlyMap<string, number>
}

export type Walk = {
  /** After how many steps everything is checked each time. What happens does not depend on it. */
  readonly every?: number
  /** How many act at the same moment at most. Who acts alone is no faster than anybody, and the same seed has the same history. */
  readonly at_once?: number
  /** What else happens after a step, of a test of the simulator. */
  readonly meddle?: (sim: Sim, step: number) => Promise<unknown>
}

/** What is heavy is checked once in so many steps, what came since the last time; what the model knows after each. */
export const EVERY = 20

/** Walks a seed from its beginning. Stops at the first step after which something is found broken. */
export async function simulate(
  seed: number,
  steps: number,
  ground: Ground,
  begun: Beginning,
  { every = EVERY, at_once = AT_ONCE, meddle }: Walk = {},
): Promise<Outcome> {
  const sim = await goOn(seed, ground, begun)
  const { world, admin } = sim
  const found = [...begun.found, ...begun.defects]
  let step = 0
  let checked = 0
  let unsure = 0
  try {
    let before = await readState(admin)
    for (; step < steps && found.length === 0; step++) {
      sim.log.push(`-- step ${step}, ${world.clock.now().toISOString()}`)
      await takeStep(sim, { seed, step, at_once })
      await meddle?.(sim, step)
      remember(sim)
      const after = await readState(admin)
      found.push(...sim.defects, ...breaches(after, before, sim.told))
      before = after
      if (found.length > 0 || (step + 1) % every > 0) continue
      found.push(...(await world.checked()))
      if (found.length > 0) unsure = step - checked
      checked = step + 1
    }
    if (found.length === 0) {
      found.push(...(await comeToRest(sim)))
      if (found.length > 0) unsure = step - checked
    }
  } finally {
    await world.close()
  }
  return { seed, steps: step, found, unsure, log: sim.log, tally: sim.tally }
}

/** A world that goes on from where the seed begins. */
async function goOn(
  seed: number,
  { databaseUrl, pools, admin }: Ground,
  begun: Beginning,
): Promise<Sim> {
  const railChance = chanceOf(seeded(seed * 7919))
  const { start, files, anchors, told, log, tally, ...cast } = begun
  const world = await openWorld(databaseUrl, start, PLAIN_PAPER, {
    rail: rail => moody(rail, railChance),
    ...{ pools, files, ...RATES, rate_days: 0 },
  })
  await world.checking.anchors.keep(anchors)
  return {
    ...{ world, admin, ...cast, told: structuredClone(told) },
    now: { settled: new Set(), unsettled: new Set() },
    ...{ log: [...log], tally: new Map(tally), defects: [] },
  }
}

type Step = { readonly seed: number; readonly step: number; readonly at_once: number }

async function takeStep(sim: Sim, { seed, step, at_once }: Step): Promise<void> {
  const chance = chanceOf(seeded(seed * 1_000_003 + step))
  const one = drawn(chance)
  const crowd = chance.often(SAME)
  const moves = Array.from({ length: 1 + chance.below(at_once) }, () =>
    crowd ? one : drawn(chance),
  )
  await Promise.all(
    moves.map((move, at) => {
      sim.log.push(move.name)
      const own = chanceOf(seeded(seed * 1_000_003 + step * 31 + at + 1))
      return move.act(sim, own).catch(error => {
        // Whom somebody let out of their team meanwhile reads nothing of it.
        if (isRefusedAtTheDoor(error)) sim.log.push(`${move.name}: ${error.code}`)
        else
          sim.defects.push(`${move.name}: ${error instanceof Error ? error.stack : String(error)}`)
      })
    }),
  )
}

function remember({ told, now }: Sim): void {
  for (const id of now.settled) told.settled.add(id)
  for (const id of now.unsettled) told.settled.delete(id)
  now.settled.clear()
  now.unsettled.clear()
}

const WEIGHT = MOVES.reduce((sum, { weight }) => sum + weight, 0)

function drawn(chance: Chance): Move {
  let left = chance.number() * WEIGHT
  for (const move of MOVES) {
    left -= move.weight
    if (left < 0) return move
  }
  throw new Error('one of the moves is drawn')
}

/** Nobody acts any more: everything is delivered and worked off, and then every day that was signed for has its item. */
async function comeToRest({ world, admin }: Sim): Promise<string[]> {
  const before = await readState(admin)
  await world.deliver()
  await world.byTheClock()
  await world.deliver()
  const after = await readState(admin)
  const dead = await admin.rows<{ type: string; last_error: string }>(
    'select type, last_error from outbox_event where delivered_at is null',
  )
  return [
    ...breaches(after, before, nothingTold()),
    ...(await world.checked(true)),
    ...lostDays(after),
    ...staleApprovals(after),
    ...dead.map(event => `${event.type} was not delivered: ${event.last_error}`),
    ...(await staleReviews(world, admin)),
  ]
}

/** A rail that now and then does not answer, before or after it took the orders. */
function moody(rail: Rail, chance: Chance): Rail {
  return {
    ...rail,
    send: async orders => {
      if (chance.often(0.08)) throw new Error('the rail does not answer')
      const receipts = await rail.send(orders)
      if (chance.often(0.08)) throw new Error('the answer of the rail was lost')
      return receipts
    },
  }
}

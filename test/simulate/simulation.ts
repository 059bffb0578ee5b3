/**
 * One seed: five companies, people, operators and the clock act at random through the use cases, several at once, struck by faults;
 * after each step the invariants and the model are asked. At the end all is delivered, and nothing may be lost.
 */
import type { Rail } from '#server/gateways/rails/rail.ts'
import { adminOf } from '#test/harness/admin.ts'
import { openWorld } from '#test/harness/open-world.ts'
import { PLAIN_PAPER } from '#test/harness/plain-paper.ts'
import { seeded } from '#test/harness/random.ts'
import { staleReviews } from '#test/harness/reviews.ts'
import { approverMoves } from './actors/approver.ts'
import { bankMoves } from './actors/bank.ts'
import { batchMoves } from './actors/batches.ts'
import { clockMoves, passHours } from './actors/clock.ts'
import { contractorMoves } from './actors/contractor.ts'
import { approveMost, employerMoves, settleIn } from './actors/employer.ts'
import { fileMoves } from './actors/files.ts'
import { freezeMoves } from './actors/freezes.ts'
import { fundsMoves } from './actors/funds.ts'
import { mendingMoves } from './actors/mending.ts'
import { fundMost, operatorMoves } from './actors/operator.ts'
import { paperMoves } from './actors/papers.ts'
import { peopleMoves } from './actors/people.ts'
import { raiseMoves } from './actors/raises.ts'
import { selectionMoves } from './actors/selection.ts'
import { timeMoves } from './actors/time.ts'
import { silentBank } from './bank-law.ts'
import { type Cast, RATES, START } from './cast.ts'
import { armed } from './faults.ts'
import { lostDays } from './lost-days.ts'
import { breaches, staleApprovals } from './model.ts'
import { type Chance, chanceOf, type Move, type Sim } from './sim.ts'
import { readState } from './state.ts'

const MOVES: readonly Move[] = [
  ...approverMoves,
  ...employerMoves,
  ...selectionMoves,
  ...raiseMoves,
  ...contractorMoves,
  ...peopleMoves,
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
/** How many act at the same moment at most. */
const AT_ONCE = 4

export type Outcome = {
  readonly seed: number
  readonly steps: number
  /** What was broken, and after which step; empty when all held. */
  readonly found: readonly string[]
  readonly log: readonly string[]
  readonly tally: ReadonlyMap<string, number>
}

/** Runs a seed on a database of its own, in which the cast is. Stops at the first step after which something is broken. */
export async function simulate(
  seed: number,
  steps: number,
  databaseUrl: string,
  cast: Cast,
): Promise<Outcome> {
  const railChance = chanceOf(seeded(seed * 7919))
  const world = await openWorld(databaseUrl, START, PLAIN_PAPER, {
    rail: rail => moody(rail, railChance),
    database: armed,
    ...RATES,
    // As many as act at once: another connection would plan every statement anew.
    connections: AT_ONCE,
  })
  const admin = await adminOf(world)
  const sim: Sim = {
    world,
    admin,
    ...cast,
    told: {
      ...{ fundings: new Map(), settled: new Set(), signed: new Set(), written: new Set() },
      ...{ bank: silentBank(), credits: new Map() },
    },
    now: { settled: new Set(), unsettled: new Set() },
    log: [],
    tally: new Map(),
    defects: [],
  }
  let step = 0
  const found: string[] = []
  try {
    await begin(sim, chanceOf(seeded(seed)))
    let before = await readState(admin)
    for (; step < steps && found.length === 0; step++) {
      sim.log.push(`-- step ${step}, ${world.clock.now().toISOString()}`)
      await takeStep(sim, seed, step)
      remember(sim)
      const after = await readState(admin)
      found.push(...sim.defects, ...breaches(after, before, sim.told), ...(await world.checked()))
      before = after
    }
    if (found.length === 0) found.push(...(await comeToRest(sim)))
  } finally {
    await admin.close()
    await world.close()
  }
  return { seed, steps: step, found, log: sim.log, tally: sim.tally }
}

/** Where every seed begins: in the middle of a payroll, with work for everybody. */
async function begin(sim: Sim, chance: Chance): Promise<void> {
  await settleIn(sim, chance)
  await passHours(sim, 24 * 8)
  await sim.world.byTheClock()
  await fundMost(sim, chance)
  await approveMost(sim, chance)
  await sim.world.deliver()
}

async function takeStep(sim: Sim, seed: number, step: number): Promise<void> {
  const chance = chanceOf(seeded(seed * 1_000_003 + step))
  const one = drawn(chance)
  const crowd = chance.often(SAME)
  const moves = Array.from({ length: 1 + chance.below(AT_ONCE) }, () =>
    crowd ? one : drawn(chance),
  )
  await Promise.all(
    moves.map((move, at) => {
      sim.log.push(move.name)
      const own = chanceOf(seeded(seed * 1_000_003 + step * 31 + at + 1))
      return move.act(sim, own).catch(error => {
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
  const none = () => new Set<string>()
  const told = {
    ...{ fundings: new Map(), settled: none(), signed: none(), written: none() },
    ...{ bank: silentBank(), credits: new Map() },
  }
  const dead = await admin.rows<{ type: string; last_error: string }>(
    'select type, last_error from outbox_event where delivered_at is null',
  )
  return [
    ...breaches(after, before, told),
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

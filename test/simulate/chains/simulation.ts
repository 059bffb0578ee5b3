/**
 * One seed of payments on chains: operators, two processes of ours, five networks, thieves and payees act at random; after each step the chains' own books are held
 * against ours. At the end all bad days are over, and everybody has what they are owed.
 */

import { call } from '#db/seed/cast.ts'
import type { Place } from '#domain/kernel/deposit-memo.ts'
import type { Rail } from '#server/gateways/rails/rail.ts'
import { openWorld, type World } from '#test/harness/open-world.ts'
import { PLAIN_PAPER } from '#test/harness/plain-paper.ts'
import { seeded } from '#test/harness/random.ts'
import type { Ground } from '../ground.ts'
import { type Chance, chanceOf, type Move } from '../sim.ts'
import type { ChainCast } from './cast.ts'
import { breaches, readKnown } from './laws.ts'
import { BEGINS_WITH, chainMoves, followBy, fundFor } from './moves.ts'
import type { SimulatedNetwork } from './network.ts'
import { openNetworks } from './networks.ts'
import { comeToRest } from './rest.ts'
import type { ChainSim, Counted, Process } from './sim.ts'

export type ChainOutcome = {
  readonly seed: number
  readonly steps: number
  /** What was broken, and after which step; empty when all held. */
  readonly found: readonly string[]
  readonly log: readonly string[]
  readonly tally: ReadonlyMap<string, number>
}

/** Walks a seed on the ground, as the cast left it. Stops at the first step after which something is broken. */
export async function simulateChains(
  seed: number,
  steps: number,
  ground: Ground,
  cast: ChainCast,
): Promise<ChainOutcome> {
  const { admin } = ground
  const networks = await openNetworks()
  const { world, processes } = await openProcesses(ground, cast, networks)
  const sim: ChainSim = {
    ...{ world, admin, networks, processes, ...cast, log: [], tally: new Map(), defects: [] },
    ...{ depositAt: new Map(), called: new Set() },
    counted: new Map(networks.map(of => [of.network, nothingYet()])),
  }
  const found: string[] = []
  let step = 0
  try {
    const chance = chanceOf(seeded(seed))
    const begun = await begin(sim, chance)
    let before = await readKnown(admin)
    for (; step < steps && found.length === 0; step++) {
      await takeStep(begun, seed, step)
      const after = await readKnown(admin)
      found.push(...sim.defects, ...(await breaches(begun, after, before)))
      found.push(...(await world.checked()))
      before = after
    }
    if (found.length === 0) found.push(...(await comeToRest(begun)))
  } finally {
    await world.close()
    for (const of of networks) await of.end()
  }
  return { seed, steps: step, found, log: sim.log, tally: sim.tally }
}

function nothingYet(): Counted {
  const coins = { coins_stolen: 0n, coins_explained: 0n }
  return { funded: 0n, stolen: 0n, explained: 0n, bare: null, ...coins }
}

/** A world, and two processes that work for it: each has rails of its own, on the same books. */
async function openProcesses(
  { databaseUrl, pools }: Ground,
  { due }: ChainCast,
  networks: readonly SimulatedNetwork[],
): Promise<{ world: World; processes: Process[] }> {
  const rails: Record<string, Rail> = {}
  const world = await openWorld(databaseUrl, due, PLAIN_PAPER, {
    chains: () => rails,
    ...{ pools, rate_days: 0 },
  })
  const railsOf = async () =>
    Promise.all(
      networks.map(
        async of => [of.network, await of.rail(pools, () => world.clock.now())] as const,
      ),
    )
  Object.assign(rails, Object.fromEntries(await railsOf()))
  const { kernel, unit } = world
  const others = new Map<string, Rail>(await railsOf())
  const railOf = (network: string) => others.get(network) ?? kernel.gateways.railOf(network)
  const second = { ...kernel, gateways: { ...kernel.gateways, railOf } }
  return {
    world,
    processes: [
      { kernel, unit },
      { kernel: second, unit },
    ],
  }
}

/** Where every seed begins: treasuries that hold a part of what is due, and addresses to pay in at. */
async function begin(sim: ChainSim, chance: Chance): Promise<ChainSim> {
  const [first] = sim.processes
  if (!first) throw new Error('there is a process')
  for (const of of sim.networks) {
    await of.fundCoin(BEGINS_WITH * of.fee)
    await fundFor(sim, of, 1 + chance.below(sim.contractors))
    for (let n = 0; n < sim.contractors; n++)
      if (chance.often(0.7)) await of.accept?.(of.walletOf(n))
    await of.settle()
  }
  for (let minute = 0; minute < 3; minute++) {
    await followBy(sim, first)
    for (const of of sim.networks) await of.settle()
  }
  const depositAt = new Map<SimulatedNetwork['network'], Place>()
  for (const { network, payIn } of sim.networks) {
    if (!payIn) continue
    const body = { blockchain: network }
    const { ways } = await call(sim.world, sim.employer, 'openDeposits', { body })
    const { address, memo = null } = ways.find(of => of.network === network) ?? {}
    depositAt.set(network, { address: address ?? '', memo })
  }
  return { ...sim, depositAt }
}

const WEIGHT = chainMoves.reduce((sum, { weight }) => sum + weight, 0)

async function takeStep(sim: ChainSim, seed: number, step: number): Promise<void> {
  const chance = chanceOf(seeded(seed * 1_000_003 + step))
  const move = drawn(chance)
  sim.log.push(`-- step ${step}: ${move.name}`)
  sim.tally.set(move.name, (sim.tally.get(move.name) ?? 0) + 1)
  await Promise.resolve(move.act(sim, chance)).catch(error => {
    sim.defects.push(`${move.name}: ${error instanceof Error ? error.stack : String(error)}`)
  })
}

function drawn(chance: Chance): Move<ChainSim> {
  let left = chance.number() * WEIGHT
  for (const move of chainMoves) {
    left -= move.weight
    if (left < 0) return move
  }
  throw new Error('one of the moves is drawn')
}

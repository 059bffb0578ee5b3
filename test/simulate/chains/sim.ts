/** What a simulation of chains shares: the world, the networks, two processes that work for it, and what the model knows by other means. */

import type { Place } from '#domain/kernel/deposit-memo.ts'
import type { Blockchain } from '#domain/kernel/network.ts'
import type { JobContext } from '#server/worker.ts'
import type { Acting } from '../sim.ts'
import type { ChainCast } from './cast.ts'
import type { SimulatedNetwork } from './network.ts'

export type Process = Pick<JobContext, 'kernel' | 'unit'>

/** What the model counts of a treasury. */
export type Counted = {
  funded: bigint
  stolen: bigint
  explained: bigint
  /** What was stolen while nothing was under way, and how often the chain was followed since with nothing else moved: twice, and it has to be missing. */
  bare: { amount: bigint; followed: number } | null
  /** The same of the coin that fees are paid in. */
  coins_stolen: bigint
  coins_explained: bigint
}

export type ChainSim = Acting &
  ChainCast & {
    readonly networks: readonly SimulatedNetwork[]
    readonly processes: readonly Process[]
    /** Where the company pays in, by network. */
    readonly depositAt: ReadonlyMap<Blockchain, Place>
    /** Payments that an operator called arrived. */
    readonly called: Set<string>
    readonly counted: ReadonlyMap<Blockchain, Counted>
  }

/** What the model counts of a network. */
export function countedOf({ counted }: Pick<ChainSim, 'counted'>, network: Blockchain): Counted {
  const found = counted.get(network)
  if (!found) throw new Error(`nothing is counted of ${network}`)
  return found
}

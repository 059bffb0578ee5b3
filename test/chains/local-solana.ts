/**
 * A Solana of this machine alone: the real programs of the network, its tokens among them, in litesvm, which is asked as a node is. What one block holds the next one
 * makes final. Its coins are worth nothing, and are gone when it stops.
 */

import { type LocalChain, localChain } from '#server/gateways/solana/local-chain.test-data.ts'
import { GENESIS } from '#server/gateways/solana/network.ts'

/** How many blocks stand on one by the time it is seen for the first time. */
const SEEN = 8

export type LocalSolana = Pick<LocalChain, 'url' | 'fund' | 'tokensOf'> & {
  /** Takes what was sent into a block, or makes that final, in turn. */
  mine(): void
  stop(): Promise<void>
}

/** Starts it. */
export async function startLocalSolana(): Promise<LocalSolana> {
  const chain = await localChain()
  chain.mood.genesis = GENESIS.local
  let seen = false
  return {
    ...{ url: chain.url, fund: chain.fund, tokensOf: chain.tokensOf, stop: chain.end },
    mine: () => {
      if (seen) chain.settle()
      else chain.confirm(SEEN)
      seen = !seen
    },
  }
}

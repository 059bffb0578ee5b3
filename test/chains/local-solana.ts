/**
 * A Solana of this machine alone: the real programs of the network, its tokens among them, in litesvm, which is asked as a node is. What one block holds the next one
 * makes final. Its coins are worth nothing, and are gone when it stops.
 */

import { z } from 'zod'
import { isWallet } from '#server/gateways/solana/address.ts'
import { type LocalChain, localChain } from '#server/gateways/solana/local-chain.test-data.ts'
import { GENESIS } from '#server/gateways/solana/network.ts'
import { startFaucet } from './faucet.ts'

/** How many blocks stand on one by the time it is seen for the first time. */
const SEEN = 8
const USDC = 1_000_000n

export type LocalSolana = Pick<LocalChain, 'url' | 'fund' | 'tokensOf'> & {
  /** Pays whom it is told by a POST of `address`, `usdc`, which is dollars, and a `memo`, at once. */
  readonly faucet: string
  /** Takes what was sent into a block, or makes that final, in turn. */
  mine(): void
  stop(): Promise<void>
}

const Wish = z.object({
  address: z.string().refine(isWallet, 'no wallet on Solana, or mistyped'),
  memo: z.string().max(100).default(''),
  usdc: z.int().min(1),
})

/** Starts it. */
export async function startLocalSolana(): Promise<LocalSolana> {
  const chain = await localChain()
  chain.mood.genesis = GENESIS.local
  let seen = false
  const faucet = await startFaucet(wish => {
    const { address: to, memo, usdc } = Wish.parse(wish)
    return chain.pay({ to, memo, currency: 'USDC', amount: BigInt(usdc) * USDC })
  })
  return {
    ...{ url: chain.url, fund: chain.fund, tokensOf: chain.tokensOf, faucet: faucet.url },
    mine: () => {
      if (seen) chain.settle()
      else chain.confirm(SEEN)
      seen = !seen
    },
    stop: () => {
      faucet.stop()
      return chain.end()
    },
  }
}

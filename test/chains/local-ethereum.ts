/**
 * An Ethereum of this machine alone: anvil, whose rules are those of the main network but for how blocks come about, with tokens that behave as the real ones do. Its
 * coins are worth nothing, and are gone when it stops.
 */

import { isAddress } from 'viem'
import { z } from 'zod'
import { type LocalChain, localChain } from '#server/gateways/ethereum/local-chain.test-data.ts'
import { startFaucet } from './faucet.ts'

/** So many blocks at once: a block is final 64 later, for which nobody waits eleven minutes here. */
const AT_ONCE = 22
const USDC = 1_000_000n

export type LocalEthereum = Pick<LocalChain, 'url' | 'fund' | 'tokensOf' | 'settle'> & {
  /** Pays whom it is told by a POST of `address` and `usdc`, which is dollars, in the next block. */
  readonly faucet: string
  /** Mines blocks, the first with all that waits. */
  mine(): Promise<void>
  stop(): Promise<void>
}

const Wish = z.object({
  address: z.string().refine(of => isAddress(of), 'no address of Ethereum, or mistyped'),
  usdc: z.int().min(1),
})

/** Starts it. */
export async function startLocalEthereum(): Promise<LocalEthereum> {
  const { url, fund, tokensOf, settle, mine, pay, end } = await localChain({ chain: 'local' })
  const faucet = await startFaucet(wish => {
    const { address, usdc } = Wish.parse(wish)
    return pay(address, 'USDC', BigInt(usdc) * USDC)
  })
  return {
    ...{ url, fund, tokensOf, settle, mine: () => mine(AT_ONCE) },
    faucet: faucet.url,
    stop: async () => {
      faucet.stop()
      await end()
    },
  }
}

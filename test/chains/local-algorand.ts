/**
 * An Algorand of this machine alone, which is books of ours that keep the network's rules: nobody runs its own program without their containers. Everybody holds the
 * tokens there. Its coins are worth nothing, and are gone when it stops.
 */

import { z } from 'zod'
import { isAddress } from '#server/gateways/algorand/address.ts'
import { type LocalChain, localChain } from '#server/gateways/algorand/local-chain.test-data.ts'
import { startFaucet } from './faucet.ts'

const USDC = 1_000_000n

export type LocalAlgorand = Pick<LocalChain, 'url' | 'fund' | 'tokensOf'> & {
  /** Pays whom it is told by a POST of `address`, `usdc`, which is dollars, and a `memo`, in the next block. */
  readonly faucet: string
  /** Makes blocks as they come about in a minute, the first with all that waits. */
  mine(): void
  stop(): Promise<void>
}

const AT_ONCE = 21
const Wish = z.object({
  address: z.string().refine(isAddress, 'no address of Algorand, or mistyped'),
  memo: z.string().max(100).default(''),
  usdc: z.int().min(1),
})

/** Starts it. */
export async function startLocalAlgorand(): Promise<LocalAlgorand> {
  const { url, fund, tokensOf, mine, pay, end } = await localChain({
    ...{ chain: 'local', all_hold: true },
  })
  const faucet = await startFaucet(wish => {
    const { address: to, memo, usdc } = Wish.parse(wish)
    return pay({ to, memo, currency: 'USDC', amount: BigInt(usdc) * USDC })
  })
  const stop = () => {
    faucet.stop()
    return end()
  }
  return { url, fund, tokensOf, faucet: faucet.url, mine: () => mine(AT_ONCE), stop }
}

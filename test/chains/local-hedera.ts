/**
 * A Hedera of this machine alone, which is books of ours that keep the network's rules: nobody runs its own programs without their containers. Everybody holds the
 * token there. Its coins are worth nothing, and are gone when it stops.
 */

import { z } from 'zod'
import { type LocalChain, localChain } from '#server/gateways/hedera/local-chain.test-data.ts'
import { startFaucet } from './faucet.ts'

const USDC = 1_000_000n

export type LocalHedera = Pick<LocalChain, 'url' | 'nodes' | 'fund' | 'tokensOf'> & {
  /** Pays whom it is told by a POST of `address`, `usdc`, which is dollars, and a `memo`, at once. */
  readonly faucet: string
  /** Has all that waits stand. */
  mine(): void
  stop(): Promise<void>
}

const Wish = z.object({
  address: z.string().regex(/^0\.0\.\d+$/, 'no account of Hedera'),
  memo: z.string().max(100).default(''),
  usdc: z.int().min(1),
})

/** Starts it. */
export async function startLocalHedera(): Promise<LocalHedera> {
  const { end, mine, pay, ...of } = await localChain({ chain: 'local', all_hold: true })
  const faucet = await startFaucet(wish => {
    const { address: to, memo, usdc } = Wish.parse(wish)
    return pay({ to, memo, currency: 'USDC', amount: BigInt(usdc) * USDC })
  })
  const stop = () => {
    faucet.stop()
    return end()
  }
  return { ...of, faucet: faucet.url, mine: () => mine(), stop }
}

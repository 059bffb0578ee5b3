/**
 * A Hedera of this machine alone, which is books of ours that keep the network's rules: nobody runs its own programs without their containers. Everybody holds the
 * token there. Its coins are worth nothing, and are gone when it stops.
 */

import { type LocalChain, localChain } from '#server/gateways/hedera/local-chain.test-data.ts'

export type LocalHedera = Pick<LocalChain, 'url' | 'nodes' | 'fund' | 'tokensOf'> & {
  /** Has all that waits stand. */
  mine(): void
  stop(): Promise<void>
}

/** Starts it. */
export async function startLocalHedera(): Promise<LocalHedera> {
  const { end, mine, ...of } = await localChain({ chain: 'local', all_hold: true })
  return { ...of, mine: () => mine(), stop: end }
}

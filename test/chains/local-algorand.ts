/**
 * An Algorand of this machine alone, which is books of ours that keep the network's rules: nobody runs its own program without its containers. Everybody holds the
 * tokens there. Its coins are worth nothing, and are gone when it stops.
 */

import { type LocalChain, localChain } from '#server/gateways/algorand/local-chain.test-data.ts'

export type LocalAlgorand = Pick<LocalChain, 'url' | 'fund' | 'tokensOf'> & {
  /** Makes blocks as they come about in a minute, the first with all that waits. */
  mine(): void
  stop(): Promise<void>
}

const AT_ONCE = 21

/** Starts it. */
export async function startLocalAlgorand(): Promise<LocalAlgorand> {
  const { url, fund, tokensOf, mine, end } = await localChain({ chain: 'local', all_hold: true })
  return { url, fund, tokensOf, mine: () => mine(AT_ONCE), stop: end }
}

/**
 * An Ethereum of this machine alone: anvil, whose rules are those of the main network but for how blocks come about, with tokens that behave as the real ones do. Its
 * coins are worth nothing, and are gone when it stops.
 */

import { type LocalChain, localChain } from '#server/gateways/ethereum/local-chain.test-data.ts'

/** So many blocks at once: a block is final 64 later, for which nobody waits eleven minutes here. */
const AT_ONCE = 22

export type LocalEthereum = Pick<LocalChain, 'url' | 'fund' | 'tokensOf' | 'settle'> & {
  /** Mines blocks, the first with all that waits. */
  mine(): Promise<void>
  stop(): Promise<void>
}

/** Starts it. */
export async function startLocalEthereum(): Promise<LocalEthereum> {
  const { url, fund, tokensOf, settle, mine, end } = await localChain({ chain: 'local' })
  return { url, fund, tokensOf, settle, mine: () => mine(AT_ONCE), stop: end }
}

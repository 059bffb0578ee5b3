/** What a wallet is on its chain, and when that is looked at again (decision 0234). */

import type { WalletState } from '#domain/kernel/chain-problem.ts'

const MINUTE_MS = 60_000
const FIRST_MS = 10 * MINUTE_MS
const MOST_MS = 24 * 60 * MINUTE_MS
/** Of its age. */
const SHARE = 8

/** When a wallet that was added at an instant is looked at again after this one: ten minutes later, more seldom the older it is, once a day at least; null where what is sent arrives. */
export function looksAgainAt(state: WalletState | null, added: Date, now: Date): Date | null {
  if (state === 'READY' || state === 'NEW') return null
  const wait = Math.max(FIRST_MS, (now.getTime() - added.getTime()) / SHARE)
  return new Date(now.getTime() + Math.min(MOST_MS, wait))
}

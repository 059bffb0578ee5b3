/** The five networks that a simulation pays on. */
import { algorandNetwork } from './algorand.ts'
import { bitcoinNetwork } from './bitcoin.ts'
import { ethereumNetwork } from './ethereum.ts'
import { hederaNetwork } from './hedera.ts'
import type { SimulatedNetwork } from './network.ts'
import { solanaNetwork } from './solana.ts'

/** Each as new. */
export function openNetworks(): Promise<SimulatedNetwork[]> {
  return Promise.all([
    bitcoinNetwork(),
    ethereumNetwork(),
    hederaNetwork(),
    algorandNetwork(),
    solanaNetwork(),
  ])
}

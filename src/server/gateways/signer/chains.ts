/** The chains whose keys a signer of its own holds; a further one is one more entry. */
import { algorand } from './algorand.ts'
import { bitcoin } from './bitcoin.ts'
import type { SignerChain } from './chain.ts'
import { ethereum } from './ethereum.ts'
import { hedera } from './hedera.ts'
import { solana } from './solana.ts'

export const SIGNER_CHAINS: Readonly<Partial<Record<string, SignerChain>>> = {
  ...{ bitcoin, solana, ethereum, algorand, hedera },
}

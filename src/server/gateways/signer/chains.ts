/** The chains whose keys a signer of its own holds; a further one is one more entry. */
import type { SignerChain } from './chain.ts'

/** Each with how it is loaded: a process that holds a key runs the code of its own chain alone. */
export const SIGNER_CHAINS: Readonly<Partial<Record<string, () => Promise<SignerChain>>>> = {
  bitcoin: async () => (await import('./bitcoin.ts')).bitcoin,
  solana: async () => (await import('./solana.ts')).solana,
  ethereum: async () => (await import('./ethereum.ts')).ethereum,
  algorand: async () => (await import('./algorand.ts')).algorand,
  hedera: async () => (await import('./hedera.ts')).hedera,
}

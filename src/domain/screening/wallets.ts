/** Wallets that lists of sanctions name, compared by their address. */
import type { Scored } from './score.ts'

/** A wallet as a list names it. */
export type ListedWallet = {
  /** Folded (`foldAddress`). */
  readonly address: string
  /** The entry of its holder, where the wallet is an entry of its own and says whose it is. */
  readonly holder_id: string | null
}

/** Letters of either case that mean the same: hexadecimal of Ethereum (EIP-55 keeps a checksum in them), and Bech32 (BIP-173). */
const ANY_CASE = /^(?:0x[0-9a-f]{40}|(?:bc|tb|bcrt)1[02-9ac-hj-np-z]+)$/i

/** An address so that the same wallet is spelled the same: without spaces, letters small where their case says nothing, an account of Hedera without its checksum (HIP-15). */
export function foldAddress(address: string): string {
  const plain = address.replace(/\s/g, '')
  if (ANY_CASE.test(plain)) return plain.toLowerCase()
  return plain.replace(/^(\d+\.\d+\.\d+)-[a-z]{5}$/, '$1')
}

/** How a wallet that a list names is scored: an address is one wallet's, so that nothing lowers it; whose it is, the list may not say. */
export function scoreOfWallet(address: string): Scored {
  return {
    score: 100,
    reasons: [
      { field: 'wallet', agrees: 'same', points: 100 },
      { field: 'name', agrees: 'unknown', points: 0 },
    ],
    name: address,
  }
}

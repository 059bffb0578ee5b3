/** What differs from chain to chain in a signer of its own: how payees are named, what a key's transactions do by their bytes, and how they are signed. */
import type { CurrencyCode } from '#domain/kernel/currency.ts'
import type { Asked, Refusal } from './rules.ts'

/** The rules that a new folder begins with, in smallest units; the same names as in its `rules.json`. */
export type FirstRules = {
  readonly most_payment: Readonly<Record<CurrencyCode, number>>
  readonly most_hour: Readonly<Record<CurrencyCode, number>>
  readonly most_fee: number
}

/** A key that was opened. Both take the bytes of a transaction as they are handed to a signer of the chain. */
export type SignerKey = {
  readonly address: string
  /** What it would do, or why it is none that is signed here. Throws where it is no transaction at all. */
  read(unsigned: Uint8Array): Promise<Asked | { readonly refusal: Refusal }>
  /** What a signer of the chain gives back, the same each time. */
  sign(unsigned: Uint8Array): Promise<Uint8Array>
}

export type SignerChain = {
  /** The coin in which the network is paid. */
  readonly coin: CurrencyCode
  readonly first: FirstRules
  /** How `read` names who has an address of the chain; undefined where it is none. */
  payeeOf(address: string): string | undefined
  /** Opens a key file. Throws <CHAIN>_KEY_NOT_OPENED where the passphrase is another, or the file is not whole. `local` is a network of a developer's machine. */
  open(file: string, passphrase: string, network: 'main' | 'local'): SignerKey
}

/**
 * Who holds the key of the treasury on Hedera. It is handed a transaction as it is to be signed and gives back its signature: neither the database nor a use
 * case ever sees a key. The file signer keeps it encrypted on the disk, opened by a passphrase at the start.
 */
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { toHex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { readKeyFile, writeKeyFile } from '../key-file.ts'
import type { ViewOf } from '../signer/view.ts'

export type HederaSigner = {
  /** Where the treasury is paid: the alias of its key (HIP-583). Whoever pays it first makes its account, whose number the network chooses. */
  readonly address: string
  /** The signature of a transaction's body by its bytes, from which its key can be told: 65 of its own. */
  sign(unsigned: Uint8Array): Promise<Uint8Array>
  /** What a signer in a process of its own would say of payees; nothing of one without rules. */
  readonly view?: ViewOf | undefined
}

/** A signer by a key of 32 bytes in this process. The same body is signed alike each time (RFC 6979). */
export function signerOf(key: Uint8Array): HederaSigner {
  return {
    address: privateKeyToAddress(toHex(key)),
    sign: async unsigned =>
      secp256k1.sign(keccak_256(unsigned), key, { prehash: false, format: 'recovered' }),
  }
}

/** Makes a key and keeps it in a new file that only its owner may read, encrypted; answers its address. Throws where there is such a file. */
export function makeKeyFile(path: string, passphrase: string): string {
  const key = secp256k1.utils.randomSecretKey()
  const { address } = signerOf(key)
  writeKeyFile(path, passphrase, { chain: 'hedera', key, address })
  return address
}

/** The signer of such a file. Throws HEDERA_KEY_NOT_OPENED where the passphrase is another, or the file is not whole. */
export function openKeyFile(path: string, passphrase: string): HederaSigner {
  return signerOf(readKeyFile(path, passphrase, 'hedera'))
}

/**
 * Who holds the key of the treasury on Solana. It is handed the message of a transaction and gives back its signature: neither the database nor a use case ever
 * sees a key. The file signer keeps it encrypted on the disk, opened by a passphrase at the start.
 */
import { randomBytes } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519.js'
import { type Address, getAddressDecoder, isAddress, isOffCurveAddress } from '@solana/kit'
import { GatewayError } from '../gateway-error.ts'
import { readKeyFile, writeKeyFile } from '../key-file.ts'
import type { ViewOf } from '../signer/view.ts'

export type SolanaSigner = {
  /** Where the treasury is paid; also its public key. */
  readonly address: Address
  /** The signature of a message, 64 bytes. */
  sign(message: Uint8Array): Promise<Uint8Array>
  /** What it would say to payments, by rules of its own; one in this process has none. */
  readonly view?: ViewOf
  /** Whether people sign away from here; it is never asked to sign then (decision 0232). */
  readonly by_hand?: true
}

/** The address that a text spells; undefined where nobody could have its key. It has no sum: nothing tells that a character of it is another's. */
export function readAddress(text: string): Address | undefined {
  return isAddress(text) && !isOffCurveAddress(text) ? text : undefined
}

/** A treasury whose key is with people and in no process: whatever it pays waits for their signature. */
export function signedByHand(address: Address): SolanaSigner {
  return {
    ...{ address, by_hand: true },
    sign: async () => {
      throw new GatewayError('SOLANA_NOT_SIGNED', 'people sign it', { retriable: false })
    },
  }
}

/** A signer by a key (a seed of 32 bytes) in this process. */
export function signerOf(key: Uint8Array): SolanaSigner {
  return {
    address: getAddressDecoder().decode(ed25519.getPublicKey(key)),
    sign: async message => ed25519.sign(message, key),
  }
}

/** Makes a key and keeps it in a new file that only its owner may read, encrypted; answers its address. Throws where there is such a file. */
export function makeKeyFile(path: string, passphrase: string): string {
  const key = randomBytes(32)
  const { address } = signerOf(key)
  writeKeyFile(path, passphrase, { chain: 'solana', key, address })
  return address
}

/** The signer of such a file. Throws SOLANA_KEY_NOT_OPENED where the passphrase is another, or the file is not whole. */
export function openKeyFile(path: string, passphrase: string): SolanaSigner {
  return signerOf(readKeyFile(path, passphrase, 'solana'))
}

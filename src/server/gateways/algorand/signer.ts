/**
 * Who holds the key of the treasury on Algorand. It is handed a transaction as it is to be signed and gives back its signature: neither the database nor a use
 * case ever sees a key. The file signer keeps it encrypted on the disk, opened by a passphrase at the start.
 */
import { randomBytes } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519.js'
import { decodeAddress, encodeAddress } from 'algosdk'
import { GatewayError } from '../gateway-error.ts'
import { readKeyFile, writeKeyFile } from '../key-file.ts'
import type { ViewOf } from '../signer/view.ts'

/** Whose keys, in their order, and how many of them it takes. */
export type Several = {
  readonly version: number
  readonly threshold: number
  readonly addrs: string[]
}

export type AlgorandSigner = {
  /** Where the treasury is paid; also its public key, with a sum of it. */
  readonly address: string
  /** The signature of a transaction by its bytes, which begin with `TX`: 64 of its own. */
  sign(unsigned: Uint8Array): Promise<Uint8Array>
  /** What a signer in a process of its own would say of payees; nothing of one without rules. */
  readonly view?: ViewOf | undefined
  /** Whether people sign away from here; it is never asked to sign then (decision 0232). */
  readonly by_hand?: { readonly several?: Several | undefined }
}

/** The address that a text spells, with its sum; undefined where a character is wrong, or it is the empty one, by which coins are burnt. */
export function readAddress(text: string): string | undefined {
  try {
    const { publicKey } = decodeAddress(text)
    const isSame = encodeAddress(publicKey) === text && publicKey.some(byte => byte !== 0)
    return isSame ? text : undefined
  } catch {
    return undefined
  }
}

/** A treasury whose key, or keys, are with people and in no process: whatever it pays waits for their signature. */
export function signedByHand(address: string, several?: Several): AlgorandSigner {
  return {
    ...{ address, by_hand: { several } },
    sign: async () => {
      throw new GatewayError('ALGORAND_NOT_SIGNED', 'people sign it', { retriable: false })
    },
  }
}

/** A signer by a key (a seed of 32 bytes) in this process. */
export function signerOf(key: Uint8Array): AlgorandSigner {
  return {
    address: encodeAddress(ed25519.getPublicKey(key)),
    sign: async unsigned => ed25519.sign(unsigned, key),
  }
}

/** Makes a key and keeps it in a new file that only its owner may read, encrypted; answers its address. Throws where there is such a file. */
export function makeKeyFile(path: string, passphrase: string): string {
  const key = randomBytes(32)
  const { address } = signerOf(key)
  writeKeyFile(path, passphrase, { chain: 'algorand', key, address })
  return address
}

/** The signer of such a file. Throws ALGORAND_KEY_NOT_OPENED where the passphrase is another, or the file is not whole. */
export function openKeyFile(path: string, passphrase: string): AlgorandSigner {
  return signerOf(readKeyFile(path, passphrase, 'algorand'))
}

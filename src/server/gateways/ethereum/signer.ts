/**
 * Who holds the key of the treasury on Ethereum. It is handed a transaction as it is to be signed and gives back its signature: neither the database nor a use
 * case ever sees a key. The file signer keeps it encrypted on the disk, opened by a passphrase at the start.
 */
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { type Address, getAddress, type Hex, isAddress, keccak256, toHex } from 'viem'
import { privateKeyToAddress, sign } from 'viem/accounts'
import { GatewayError } from '../gateway-error.ts'
import { readKeyFile, writeKeyFile } from '../key-file.ts'
import type { ViewOf } from '../signer/view.ts'

export type EthereumSigner = {
  /** Where the treasury is paid. */
  readonly address: Address
  /** The signature of a transaction by its bytes (EIP-1559): 65 of its own. */
  sign(unsigned: Hex): Promise<Hex>
  /** What it would say to payments, by rules of its own; one in this process has none. */
  readonly view?: ViewOf
  /** Whether people sign away from here; it is never asked to sign then (decision 0226). */
  readonly by_hand?: true
}

/** The address that a text spells with its checksum (EIP-55); undefined where a character may be wrong: what is paid there would be lost. */
export function readAddress(text: string): Address | undefined {
  return isAddress(text) && getAddress(text) === text ? text : undefined
}

/** A treasury whose key is with people and in no process: whatever it pays waits for their signature. */
export function signedByHand(address: Address): EthereumSigner {
  return {
    ...{ address, by_hand: true },
    sign: async () => {
      throw new GatewayError('ETHEREUM_NOT_SIGNED', 'people sign it', { retriable: false })
    },
  }
}

/** A signer by a key of 32 bytes in this process. The same transaction is signed alike each time (RFC 6979). */
export function signerOf(key: Uint8Array): EthereumSigner {
  const privateKey = toHex(key)
  return {
    address: privateKeyToAddress(privateKey),
    sign: unsigned => sign({ hash: keccak256(unsigned), privateKey, to: 'hex' }),
  }
}

/** Makes a key and keeps it in a new file that only its owner may read, encrypted; answers its address. Throws where there is such a file. */
export function makeKeyFile(path: string, passphrase: string): string {
  const key = secp256k1.utils.randomSecretKey()
  const { address } = signerOf(key)
  writeKeyFile(path, passphrase, { chain: 'ethereum', key, address })
  return address
}

/** The signer of such a file. Throws ETHEREUM_KEY_NOT_OPENED where the passphrase is another, or the file is not whole. */
export function openKeyFile(path: string, passphrase: string): EthereumSigner {
  return signerOf(readKeyFile(path, passphrase, 'ethereum'))
}

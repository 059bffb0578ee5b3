/**
 * Who holds the treasury's key. It is handed a transaction that is not signed, and gives it back signed: neither the database nor a use
 * case ever sees a key. The file signer keeps it encrypted on the disk, opened by a passphrase at the start (decision 0165).
 */
import { hex } from '@scure/base'
import { NETWORK, p2wpkh, Transaction } from '@scure/btc-signer'
import { pubECDSA, randomPrivateKeyBytes } from '@scure/btc-signer/utils.js'
import { GatewayError } from '../gateway-error.ts'
import { readKeyFile, writeKeyFile } from '../key-file.ts'
import type { ViewOf } from '../signer/view.ts'
import type { HandPolicy } from './descriptor.ts'

export type BitcoinSigner = {
  /** Where the treasury is paid, and its change goes. */
  readonly address: string
  /** Its locking script, in hexadecimal. */
  readonly script: string
  /** The transaction of a PSBT (BIP 174), each of whose inputs is the treasury's, signed. Throws where one is not. */
  sign(psbt: Uint8Array): Promise<Uint8Array>
  /** What it would say to payments, by rules of its own; one in this process has none. */
  readonly view?: ViewOf
  /** By which keys people sign away from here, where they do; it is never asked to sign then (decision 0225). */
  readonly by_hand?: HandPolicy
}

/** A treasury whose keys are with people and in no process: whatever it pays waits for their signatures. */
export function signedByHand(policy: HandPolicy): BitcoinSigner {
  const { address, script } = policy
  return {
    ...{ address, script, by_hand: policy },
    sign: async () => {
      throw new GatewayError('BITCOIN_NOT_SIGNED', 'people sign it', { retriable: false })
    },
  }
}

/** A signer by a key in this process. */
export function signerOf(key: Uint8Array): BitcoinSigner {
  const { address = '', script } = p2wpkh(pubECDSA(key), NETWORK)
  return {
    address,
    script: hex.encode(script),
    sign: async psbt => {
      const transaction = Transaction.fromPSBT(psbt)
      const signed = transaction.sign(key)
      if (signed !== transaction.inputsLength)
        throw new GatewayError('BITCOIN_NOT_SIGNED', 'not every input is the treasury’s', {
          retriable: false,
        })
      transaction.finalize()
      return transaction.extract()
    },
  }
}

/** Makes a key and keeps it in a new file that only its owner may read, encrypted; answers its address. Throws where there is such a file. */
export function makeKeyFile(path: string, passphrase: string): string {
  const key = randomPrivateKeyBytes()
  const { address } = signerOf(key)
  writeKeyFile(path, passphrase, { chain: 'bitcoin', key, address })
  return address
}

/** The signer of such a file. Throws BITCOIN_KEY_NOT_OPENED where the passphrase is another, or the file is not whole. */
export function openKeyFile(path: string, passphrase: string): BitcoinSigner {
  return signerOf(readKeyFile(path, passphrase, 'bitcoin'))
}

/** Deposit addresses of Bitcoin by an account's extended public key (BIP 84). */
import { hex } from '@scure/base'
import { NETWORK, p2wpkh } from '@scure/btc-signer'
import {
  type DepositKey as AccountKey,
  type KeyProblem,
  readAccountKey,
  XPUB,
  ZPUB,
} from '../account-key.ts'

/** By a number an address, and its locking script in hexadecimal. */
export type DepositKey = AccountKey<{ readonly address: string; readonly script: string }>

/** Reads an account's extended public key of the main network, `zpub…` or `xpub…`; or says why it is none. */
export function readDepositKey(text: string): DepositKey | KeyProblem {
  return readAccountKey(text, [XPUB, ZPUB], publicKey => {
    const { address = '', script } = p2wpkh(publicKey, NETWORK)
    return { address, script: hex.encode(script) }
  })
}

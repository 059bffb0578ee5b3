/** Deposit addresses of Ethereum by an account's extended public key (BIP 44, m/44'/60'/0'). */
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { bytesToHex } from 'viem'
import { publicKeyToAddress } from 'viem/accounts'
import {
  type DepositKey as AccountKey,
  type KeyProblem,
  readAccountKey,
  XPUB,
} from '../account-key.ts'

/** By a number an address, spelled with its checksum (EIP-55). */
export type DepositKey = AccountKey<string>

/** Reads an account's extended public key, `xpub…`; or says why it is none. */
export function readDepositKey(text: string): DepositKey | KeyProblem {
  return readAccountKey(text, [XPUB], publicKey =>
    publicKeyToAddress(bytesToHex(secp256k1.Point.fromBytes(publicKey).toBytes(false))),
  )
}

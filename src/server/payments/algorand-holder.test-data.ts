/** Whoever holds a key of a treasury on Algorand: signs files away from here, as they are or otherwise. */
import { ed25519 } from '@noble/curves/ed25519.js'
import {
  decodeSignedTransaction,
  decodeUnsignedTransaction,
  encodeMsgpack,
  encodeUnsignedSimulateTransaction,
  encodeUnsignedTransaction,
  msgpackRawDecode,
  msgpackRawEncode,
  SignedTransaction,
  type Transaction,
} from 'algosdk'

/** The transaction in a file. */
export function unsignedOf(file: Uint8Array): Transaction {
  return decodeSignedTransaction(file).txn
}

/** A file whose transaction says something else, by the network's short names. */
export function changed(
  file: Uint8Array,
  change: Readonly<Record<string, bigint | Uint8Array | undefined>>,
): Uint8Array {
  const txn = msgpackRawDecode(encodeUnsignedTransaction(unsignedOf(file))) as object
  const fields = Object.entries({ ...txn, ...change }).filter(
    ([, value]) => value !== undefined && value !== 0n,
  )
  const other = decodeUnsignedTransaction(msgpackRawEncode(Object.fromEntries(fields)))
  return encodeUnsignedSimulateTransaction(other)
}

/** A signature of what a file has, by the key of so many times one byte. */
export function signatureOf(byte: number, file: Uint8Array): Uint8Array {
  return ed25519.sign(unsignedOf(file).bytesToSign(), new Uint8Array(32).fill(byte))
}

/** Who has the key of so many times one byte. */
export function holderOf(byte: number) {
  const withSignature = (file: Uint8Array, sig: Uint8Array) =>
    encodeMsgpack(new SignedTransaction({ txn: unsignedOf(file), sig }))
  return {
    publicKey: ed25519.getPublicKey(new Uint8Array(32).fill(byte)),
    withSignature,
    sign: (file: Uint8Array) => withSignature(file, signatureOf(byte, file)),
  }
}

/** A treasury on Algorand whose key is several: so many of them have to sign (dev.algorand.co, "Multisignature"). Its address comes of them, so that whatever names them says whose they are. */
import {
  decodeAddress,
  type EncodedMultisig,
  encodeAddress,
  encodeMsgpack,
  multisigAddress,
  SignedTransaction,
  type Transaction,
} from 'algosdk'
import type { Partly, Signed } from '../tokens/token-chain.ts'
import { readAddress, type Several } from './signer.ts'
import { isSignature } from './transactions.ts'

const VERSION = 1
/** The network takes no more. */
const MOST_KEYS = 255
/** What each key adds to a transaction at the most. */
export const BYTES_OF_A_KEY = 110n

/** What `2:ADDRESS,ADDRESS,ADDRESS` says; undefined where that is not its form, or names a key twice. */
export function readSeveral(text: string): Several | undefined {
  const [, count = '', rest = ''] = /^([1-9]\d{0,2}):(.+)$/.exec(text) ?? []
  const addrs = rest.split(',').map(part => part.trim())
  const threshold = Number(count)
  const isIt =
    addrs.every(of => readAddress(of) !== undefined) &&
    new Set(addrs).size === addrs.length &&
    addrs.length <= MOST_KEYS &&
    threshold >= 1 &&
    threshold <= addrs.length
  return isIt ? { version: VERSION, threshold, addrs } : undefined
}

/** Where a treasury of several keys is paid. */
export function addressOf(of: Several): string {
  return multisigAddress(of).toString()
}

/**
 * What was asked for with the signatures that hold of what was brought back and of what was kept before; whole once there are enough. Undefined where the keys are of another address, or none
 * of what was brought back holds.
 */
export function signedBySeveral(
  asked: Transaction,
  msig: EncodedMultisig,
  { by, partly }: { readonly by: string; readonly partly: string | null },
): Signed | Partly | undefined {
  const keys = msig.subsig.map(of => encodeAddress(of.pk))
  const { v: version, thr: threshold } = msig
  if (keys.length === 0 || threshold < 1 || threshold > keys.length) return undefined
  if (addressOf({ version, threshold, addrs: keys }) !== by) return undefined
  const bytes = asked.bytesToSign()
  const before: Record<string, string> = partly === null ? {} : JSON.parse(partly)
  const held = msig.subsig.flatMap(({ s }, at) =>
    s && isSignature(s, bytes, keys[at] ?? '') ? [[at, Buffer.from(s).toString('hex')]] : [],
  )
  if (held.length === 0) return undefined
  const all: Record<string, string> = { ...Object.fromEntries(held), ...before }
  const signatures = Object.keys(all).length
  if (signatures < threshold) return { partly: JSON.stringify(all), signatures, needed: threshold }
  const subsig = keys.map((key, at) => ({
    pk: decodeAddress(key).publicKey,
    ...(isNeeded(all, at, threshold) && { s: Uint8Array.from(Buffer.from(all[at] ?? '', 'hex')) }),
  }))
  const whole = new SignedTransaction({
    txn: asked,
    msig: { v: version, thr: threshold, subsig },
  })
  return { txid: asked.txID(), raw: Buffer.from(encodeMsgpack(whole)).toString('base64') }
}

/** As many as it takes, the first of them: each costs bytes. */
function isNeeded(all: Readonly<Record<string, string>>, at: number, threshold: number): boolean {
  const first = Object.keys(all)
    .map(Number)
    .sort((a, b) => a - b)
    .slice(0, threshold)
  return first.includes(at)
}

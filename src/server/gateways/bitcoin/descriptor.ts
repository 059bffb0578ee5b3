/**
 * The public half of a treasury whose keys are in nobody's process: an output descriptor as wallets export it (BIP 380), of one key or of several (`wpkh`,
 * `wsh(sortedmulti)`). Coins are taken at its first address.
 */
import { hex } from '@scure/base'
import { HDKey } from '@scure/bip32'
import { bip32Path, NETWORK, p2ms, p2wpkh, p2wsh } from '@scure/btc-signer'
import type { TransactionOutputUpdate } from '@scure/btc-signer/psbt.js'
import { isChecked } from './descriptor-checksum.ts'

/** By which keys a treasury's coins are spent. */
export type HandPolicy = {
  readonly address: string
  /** Its locking script, in hexadecimal. */
  readonly script: string
  /** In hexadecimal, in the order in which their signatures stand. */
  readonly keys: readonly string[]
  /** How many of them have to sign. */
  readonly needed: number
  /** What a coin's spender shows besides; null of one key. */
  readonly witness_script: Uint8Array | null
  /** What wallets know their own coins and change by. */
  readonly known: Required<Pick<TransactionOutputUpdate, 'bip32Derivation'>> &
    Pick<TransactionOutputUpdate, 'witnessScript'>
  /** What an input takes at the most, in virtual bytes. */
  readonly input_bytes: bigint
}

/** Why a text is no descriptor to be paid by. */
export type DescriptorProblem = 'PRIVATE' | 'CHECKSUM' | 'OTHER_NETWORK' | 'KEY' | 'FORM'

type Key = { readonly publicKey: Uint8Array; readonly fingerprint: number; readonly path: number[] }

const MOST_KEYS = 15
const KEY = /^\[([0-9a-f]{8})((?:\/\d+['h]?)*)\]([0-9A-Za-z]+)((?:\/\d+)*(?:\/<0;1>)?(?:\/\*)?)$/
/** Nodes relay nothing that spends by another one from a witness (BIP 143, SCRIPT_VERIFY_WITNESS_PUBKEYTYPE). */
const COMPRESSED = /^0[23][0-9a-f]{64}$/i
const MULTI = /^wsh\(sortedmulti\((\d{1,2}),([^()]+)\)\)$/
const SINGLE = /^wpkh\(([^(),]+)\)$/

/** Reads a descriptor of the main network with its checksum; of one with `*` its first address is meant, `/0/0` of an account. Or says why it is none. */
export function readDescriptor(text: string): HandPolicy | DescriptorProblem {
  const [body = '', checksum = ''] = text.trim().split('#')
  if (/[xyztuv]prv|(^|[^0-9A-Za-z])[5KL9c][1-9A-HJ-NP-Za-km-z]{50,51}(?![0-9A-Za-z])/.test(body))
    return 'PRIVATE'
  if (!isChecked(body, checksum)) return 'CHECKSUM'
  const [, single] = SINGLE.exec(body) ?? []
  const [, needed, several] = MULTI.exec(body) ?? []
  const texts = single ? [single] : (several?.split(',') ?? [])
  if (texts.length === 0 || texts.length > MOST_KEYS) return 'FORM'
  const keys: Key[] = []
  for (const of of texts) {
    const key = keyIn(of)
    if (typeof key === 'string') return key
    keys.push(key)
  }
  return single ? ofOne(keys) : ofSeveral(Number(needed), keys)
}

function keyIn(text: string): Key | DescriptorProblem {
  const [, origin = '', to = '', written = '', rest = ''] = KEY.exec(text) ?? []
  if (!written) return 'FORM'
  if (/^[tuvUV]pub/.test(written)) return 'OTHER_NETWORK'
  const fingerprint = Number.parseInt(origin, 16)
  const first = rest.replace('/<0;1>', '/0').replace('/*', '/0')
  try {
    const path = bip32Path(`m${to}${first}`.replaceAll('h', "'"))
    if (!written.startsWith('xpub')) {
      if (rest) return 'FORM'
      return COMPRESSED.test(written)
        ? { publicKey: hex.decode(written), fingerprint, path }
        : 'KEY'
    }
    const { publicKey } = HDKey.fromExtendedKey(written).derive(`m${first}`)
    return publicKey ? { publicKey, fingerprint, path } : 'KEY'
  } catch {
    return 'KEY'
  }
}

/** An outpoint, a length and a sequence, before the fourth part of what is witnessed. */
const OF_OUTPOINT = 41
const OF_SIGNATURE = 73
const OF_KEY = 34

function ofOne(keys: readonly Key[]): HandPolicy | DescriptorProblem {
  const [key] = keys
  if (!key) return 'FORM'
  try {
    const { address = '', script } = p2wpkh(key.publicKey, NETWORK)
    return {
      ...{ address, script: hex.encode(script), keys: [hex.encode(key.publicKey)], needed: 1 },
      ...{ witness_script: null, known: { bip32Derivation: derivations(keys) } },
      input_bytes: bytesOf(1 + OF_SIGNATURE + OF_KEY),
    }
  } catch {
    return 'KEY'
  }
}

function ofSeveral(needed: number, keys: readonly Key[]): HandPolicy | DescriptorProblem {
  if (needed < 1 || needed > keys.length) return 'FORM'
  const sorted = keys.map(of => hex.encode(of.publicKey)).sort()
  try {
    const multi = p2ms(needed, sorted.map(hex.decode))
    const { address = '', script, witnessScript } = p2wsh(multi, NETWORK)
    if (!witnessScript) return 'KEY'
    return {
      ...{
        address,
        script: hex.encode(script),
        keys: sorted,
        needed,
        witness_script: witnessScript,
      },
      known: { bip32Derivation: derivations(keys), witnessScript },
      input_bytes: bytesOf(2 + needed * OF_SIGNATURE + 3 + witnessScript.length),
    }
  } catch {
    return 'KEY'
  }
}

function bytesOf(witnessed: number): bigint {
  return BigInt(OF_OUTPOINT + Math.ceil(witnessed / 4))
}

function derivations(keys: readonly Key[]): HandPolicy['known']['bip32Derivation'] {
  return keys.map(({ publicKey, fingerprint, path }) => [publicKey, { fingerprint, path }])
}

/**
 * An account's extended public key (BIP 32), by which deposit addresses are derived: whoever has it can tell every address, and spend nothing. Its private half is
 * with whoever sweeps what came in, and never near a server.
 */
import { createHash } from 'node:crypto'
import { sha256 } from '@noble/hashes/sha2.js'
import { createBase58check } from '@scure/base'
import { HDKey } from '@scure/bip32'

/** Of a chain: where numbered addresses are. */
export type DepositKey<Place> = {
  /** Tells one key from another, and nothing about it. */
  readonly name: string
  /** Where the address of a number is. */
  readonly at: (number: number) => Place
}

/** Why a text is no key to take deposits by. */
export const KEY_PROBLEMS = [
  'PRIVATE',
  'OTHER_NETWORK',
  'OTHER_KIND',
  'NO_ACCOUNT',
  'NO_KEY',
] as const
export type KeyProblem = (typeof KEY_PROBLEMS)[number]

/** How extended keys begin by what they are for (BIP 32; SLIP 132, satoshilabs.com/slips/slip-0132). */
export const XPUB = 0x0488b21e
export const ZPUB = 0x04b24746
const PUBLIC = [XPUB, ZPUB, 0x049d7cb2, 0x0295b43f, 0x02aa7ed3]
const PRIVATE = [0x0488ade4, 0x049d7878, 0x04b2430c, 0x0295b005, 0x02aa7a99]
const PRIVATE_OF_TESTS = [0x04358394, 0x044a4e28, 0x045f18bc, 0x024285b5, 0x02575048]
const PUBLIC_OF_TESTS = [0x043587cf, 0x044a5262, 0x045f1cf6, 0x024289ef, 0x02575483]
/** m / purpose / coin / account. */
const ACCOUNT = 3
/** The chain of addresses that others are told, as against change. */
const EXTERNAL = 0
const BYTES = 78
const base58check = createBase58check(sha256)

/** Reads an account's extended public key of the main network that begins in one of these ways, whose public keys are places there; or says why it is none. */
export function readAccountKey<Place>(
  text: string,
  begins: readonly number[],
  placeOf: (publicKey: Uint8Array) => Place,
): DepositKey<Place> | KeyProblem {
  let bytes: Uint8Array
  try {
    bytes = base58check.decode(text.trim())
  } catch {
    return 'NO_KEY'
  }
  if (bytes.length !== BYTES) return 'NO_KEY'
  const version = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0)
  if (PRIVATE.includes(version) || PRIVATE_OF_TESTS.includes(version)) return 'PRIVATE'
  if (PUBLIC_OF_TESTS.includes(version)) return 'OTHER_NETWORK'
  if (!PUBLIC.includes(version)) return 'NO_KEY'
  if (!begins.includes(version)) return 'OTHER_KIND'
  if (bytes[4] !== ACCOUNT) return 'NO_ACCOUNT'
  try {
    const versions = { public: version, private: 0 }
    const account = HDKey.fromExtendedKey(base58check.encode(bytes), versions)
    return keyOf(account.deriveChild(EXTERNAL), bytes, placeOf)
  } catch {
    return 'NO_KEY'
  }
}

function keyOf<Place>(
  external: HDKey,
  bytes: Uint8Array,
  placeOf: (publicKey: Uint8Array) => Place,
): DepositKey<Place> {
  // As it is told by every spelling: without how it begins.
  const name = createHash('sha256').update(bytes.subarray(4)).digest('hex').slice(0, 16)
  return {
    name,
    at: number => {
      const { publicKey } = external.deriveChild(number)
      if (!publicKey) throw new Error('a public key has public children')
      return placeOf(publicKey)
    },
  }
}

/** How an address on Algorand is spelled: a public key and the end of its hash, in base 32 (dev.algorand.co, "Addresses"). */
import { sha512_256 } from '@noble/hashes/sha2.js'
import { base32nopad } from '@scure/base'

const KEY = 32
const CHECK = 4

/** Whether a text is one, as the network spells it, and not the empty one, by which coins are burnt. */
export function isAddress(text: string): boolean {
  try {
    const bytes = base32nopad.decode(text)
    const key = bytes.subarray(0, KEY)
    const check = sha512_256(key).subarray(-CHECK)
    return (
      bytes.length === KEY + CHECK &&
      check.every((byte, at) => byte === bytes[KEY + at]) &&
      key.some(byte => byte !== 0)
    )
  } catch {
    return false
  }
}

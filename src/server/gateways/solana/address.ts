/** How a wallet on Solana is spelled: a public key, in base 58. Nothing in it says that it was mistyped, but that half of all such keys are nobody's. */
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'

/** Whether a text is one, as the network spells it: on the curve, so that somebody may have its key. */
export function isWallet(text: string): boolean {
  try {
    ed25519.Point.fromBytes(base58.decode(text), true)
    return true
  } catch {
    return false
  }
}

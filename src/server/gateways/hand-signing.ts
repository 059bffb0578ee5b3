/** What is the same on each chain whose treasury people sign for, away from here (decisions 0225, 0226). */
import { base64, hex } from '@scure/base'

/** Why nothing is taken of what came back. */
export const SIGNED_PROBLEMS = [
  'NOT_READ',
  'OTHER_COINS',
  'OTHER_TURN',
  'OTHER_PAYEES',
  'OTHER_FEE',
  'OTHER_TRANSACTION',
  'NOT_SIGNED',
  'OTHER_KEY',
  'NOT_ALL_OF_IT',
  'SOME_COINS',
] as const
export type SignedProblem = (typeof SIGNED_PROBLEMS)[number]

/** Whether what people are asked to sign waits, is signed, stands in a block, or cannot stand any more. */
export type SignState = 'WAITS' | 'SIGNED' | 'IN_BLOCK' | 'DEAD'

/** A file for whoever signs. */
export type FileToSign = {
  readonly file_name: string
  readonly mime_type: 'application/octet-stream' | 'text/plain'
  readonly bytes: Uint8Array
}

/** What was written as hexadecimal or base64, as bytes; anything else as it is. */
export function bytesInText(bytes: Uint8Array): Uint8Array {
  const text = Buffer.from(bytes).toString('latin1').replaceAll(/\s/g, '')
  try {
    if (/^(?:0x)?(?:[0-9a-fA-F]{2})+$/.test(text))
      return hex.decode(text.replace(/^0x/, '').toLowerCase())
    return /^[A-Za-z0-9+/]+={0,2}$/.test(text) ? base64.decode(text) : bytes
  } catch {
    return bytes
  }
}

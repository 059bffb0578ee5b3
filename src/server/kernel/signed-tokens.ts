/** Tokens in links of mails that carry what they are about: whoever has the mail can send it back, and nobody can make another. */
import { createHmac, timingSafeEqual } from 'node:crypto'

export type SignedTokens = {
  /** The token that carries these bytes. They can be read by whoever has it. */
  tokenOf(payload: Buffer): string
  /** What a token carries; undefined for what this secret did not sign for this purpose. */
  payloadOf(token: string): Buffer | undefined
}

const SIGNATURE_BYTES = 32

/** Signs with HMAC-SHA-256. A token of one purpose is none of another. */
export function signedTokens(secret: string, purpose: string): SignedTokens {
  const sign = (payload: Buffer) =>
    createHmac('sha256', `${secret} ${purpose}`).update(payload).digest()
  return {
    tokenOf: payload => Buffer.concat([payload, sign(payload)]).toString('base64url'),
    payloadOf: token => {
      const bytes = Buffer.from(token, 'base64url')
      // One spelling alone: a decoder skips what is no base64.
      if (bytes.length < SIGNATURE_BYTES || bytes.toString('base64url') !== token) return undefined
      const [payload, signature] = [
        bytes.subarray(0, -SIGNATURE_BYTES),
        bytes.subarray(-SIGNATURE_BYTES),
      ]
      return timingSafeEqual(signature, sign(payload)) ? payload : undefined
    },
  }
}

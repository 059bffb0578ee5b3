/** Links by which whoever has a mailbox stops invitations to it. They work for ever, and say nothing of the address. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { sha256 } from './ids.ts'

export type StopLinks = {
  /** The token of the link in mails to an address. */
  tokenOf(email: string): string
  /** The hash of the address that a token stands for; undefined for what is no token of ours. */
  hashOf(token: string): Buffer | undefined
}

const HASH_BYTES = 32

/** Under what an address is kept that takes no invitations. */
export function addressHash(email: string): Buffer {
  return Buffer.from(sha256(email), 'hex')
}

/** Tokens that this secret alone can make: the hash of an address, and that it was mailed by us. */
export function stopLinks(secret: string): StopLinks {
  const sign = (hash: Buffer) =>
    createHmac('sha256', `${secret} stops of invitations`).update(hash).digest()
  return {
    tokenOf: email => {
      const hash = addressHash(email)
      return Buffer.concat([hash, sign(hash)]).toString('base64url')
    },
    hashOf: token => {
      const bytes = Buffer.from(token, 'base64url')
      const [hash, signature] = [bytes.subarray(0, HASH_BYTES), bytes.subarray(HASH_BYTES)]
      const expected = sign(hash)
      return signature.length === expected.length && timingSafeEqual(signature, expected)
        ? hash
        : undefined
    },
  }
}

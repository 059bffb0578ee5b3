/** Links by which whoever has a mailbox stops invitations to it. They work for ever, and say nothing of the address. */
import { sha256 } from './ids.ts'
import { signedTokens } from './signed-tokens.ts'

export type StopLinks = {
  /** The token of the link in mails to an address. */
  tokenOf(email: string): string
  /** The hash of the address that a token stands for; undefined for what is no token of ours. */
  hashOf(token: string): Buffer | undefined
}

/** Under what an address is kept that takes no invitations. */
export function addressHash(email: string): Buffer {
  return Buffer.from(sha256(email), 'hex')
}

/** Tokens that this secret alone can make: the hash of an address, and that it was mailed by us. */
export function stopLinks(secret: string): StopLinks {
  const { tokenOf, payloadOf } = signedTokens(secret, 'stops of invitations')
  return { tokenOf: email => tokenOf(addressHash(email)), hashOf: payloadOf }
}

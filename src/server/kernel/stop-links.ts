/** Links by which whoever has a mailbox stops invitations to it. They work for ever, and say nothing of the address. */
import { mailboxOf } from '#domain/identity/email.ts'
import { sha256 } from './ids.ts'
import { signedTokens } from './signed-tokens.ts'

export type StopLinks = {
  /** The token of the link in mails to an address. */
  tokenOf(email: string): string
  /** The hash of the mailbox that a token stands for; undefined for what is no token of ours. */
  hashOf(token: string): Buffer | undefined
}

/** Under what a mailbox is kept that takes no invitations, whichever spelling of it was written to. */
export function addressHash(email: string): Buffer {
  return Buffer.from(sha256(mailboxOf(email)), 'hex')
}

/** What keeps invitations from an address: its mailbox is stopped, or, as links of former mails do it, this one spelling. */
export function stoppingHashes(email: string): Buffer[] {
  return [addressHash(email), Buffer.from(sha256(email), 'hex')]
}

/** Tokens that this secret alone can make: the hash of a mailbox, and that it was mailed by us. */
export function stopLinks(secret: string): StopLinks {
  const { tokenOf, payloadOf } = signedTokens(secret, 'stops of invitations')
  return { tokenOf: email => tokenOf(addressHash(email)), hashOf: payloadOf }
}

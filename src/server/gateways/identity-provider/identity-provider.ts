/** The port to whoever knows passwords and sessions. The API only ever verifies the tokens that it signs. */
import type { JSONWebKeySet } from 'jose'

export type IdentityProvider = {
  /** `iss` and `aud` of its tokens. */
  readonly issuer: string
  readonly audience: string
  /** The client that its tokens must be made for, where the issuer has others as well. */
  readonly clientId?: string
  /** How people sign in: with our own forms, or at an OpenID provider of this name; and whether Google is offered beside. */
  readonly kind: 'embedded' | 'oidc'
  readonly name: string
  readonly google: boolean
  /** Answers a request below `/api/auth`. */
  handle(request: Request): Promise<Response>
  /** The public keys that verify its tokens. */
  keys(): Promise<JSONWebKeySet>
  /**
   * Creates an account whose e-mail counts as verified, or finds it and leaves it as it is: for the demo, the first operator
   * and people who came by a mailed invitation. VALIDATION for a password that may not be chosen, FORBIDDEN where accounts are
   * made at the provider alone.
   */
  createVerifiedAccount(account: {
    email: string
    password: string
    name: string
  }): Promise<{ sub: string; created: boolean }>
  /** The account that has an address, which it proved; undefined for none, and where addresses are kept elsewhere. */
  findAccount(email: string): Promise<string | undefined>
  /** Mails a link that proves the address of an account; does nothing for one that is proved. */
  sendVerificationLink(sub: string): Promise<void>
  /** Mails a reset link if there is such an account; tells nobody whether there is. */
  sendPasswordResetLink(email: string): Promise<void>
  /** Moves an account to another address that was proved; false when another account has it. */
  changeEmail(sub: string, email: string): Promise<boolean>
  /**
   * Ends sessions of an account, so that no token is made for them any more, and answers their ids: also those of sessions
   * with which the API was never called.
   */
  endSessions(sub: string, which: WhichSessions): Promise<string[]>
}

/** Sessions by their ids, or all but one. */
export type WhichSessions =
  | { readonly only: readonly string[] }
  | { readonly allBut: string | null }

/** Mail that the provider wants sent. `token` goes into a link to our own pages; `text` is one sentence for people. */
export type IdentityMail =
  | {
      readonly kind: 'verify-email' | 'reset-password' | 'account-exists'
      readonly email: string
      readonly token: string
    }
  | {
      readonly kind: 'security-notice'
      readonly email: string
      readonly text: string
      readonly token?: never
    }

/** What a provider tells the rest of the server. */
export type ProviderEvents = {
  sendMail(mail: IdentityMail): Promise<void>
  /** Sessions that it ended by itself, such as at a sign-out or a password reset. */
  sessionsEnded(
    ended: readonly { readonly session_id: string; readonly sub: string }[],
  ): Promise<void>
}

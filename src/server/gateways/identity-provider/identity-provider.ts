/** The port to whoever knows passwords and sessions. The API only ever verifies the tokens that it signs. */

import type { JSONWebKeySet } from 'jose'
import type { Text } from '#domain/kernel/words.ts'

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
  /**
   * The bearer token that a browser's cookies would get, for as long as a page is answered; undefined for a session that is over or
   * lacks its second factor, for somebody suspended, and where a token would have to be renewed. Lengthens no session and sets no
   * cookie: what a browser goes on with it still asks for.
   */
  tokenAtHand(cookies: string): Promise<string | undefined>
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
  /**
   * Mails a link that proves the address of an account; does nothing for one that is proved. `go_on_to` is the path of ours to
   * which the link leads afterwards.
   */
  sendVerificationLink(sub: string, go_on_to?: string): Promise<void>
  /** Mails a reset link if there is such an account; tells nobody whether there is. Links that were mailed before live on. */
  sendPasswordResetLink(email: string, go_on_to?: string): Promise<void>
  /** The same with a link that logs in once, for whoever is locked out by the guesses of others. */
  sendLogInLink(email: string, go_on_to?: string): Promise<void>
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

/**
 * Mail that the provider wants sent. `token` goes into a link to our own pages, which leads on to the path `go_on_to`; `text` is
 * one sentence for people.
 */
export type IdentityMail =
  | {
      readonly kind: 'verify-email' | 'reset-password' | 'log-in-link'
      readonly email: string
      readonly token: string
      readonly go_on_to?: string | undefined
    }
  | {
      readonly kind: 'account-exists'
      readonly email: string
      readonly token?: never
      readonly go_on_to?: never
    }
  | {
      readonly kind: 'security-notice'
      readonly email: string
      readonly text: string
      readonly token?: never
      readonly go_on_to?: never
    }

/** From which request something came. */
export type Origin = { readonly request_id: string; readonly address: string }

export type AuthenticationAction =
  | 'sign_up'
  | 'log_in'
  | 'fail_log_in'
  | 'lock_out'
  | 'prove'
  | 'fail_proof'
  | 'use_recovery_code'
  | 'add_factor'
  | 'remove_factor'
  | 'renew_recovery_codes'
  | 'confirm_email'
  | 'change_password'
  | 'reset_password'
  | 'mail_link'
  | 'end_session'

/** Something that the audit log keeps: who did what to which account, by words of ours alone. */
export type AuthenticationTrace = Partial<Origin> & {
  readonly action: AuthenticationAction
  /** Who acts, where that is proved. */
  readonly sub?: string | undefined
  /** The account that is acted on, or tried; left out where none is known. */
  readonly account?: string | undefined
  readonly session_id?: string | undefined
  /** The address that was typed. Only a keyed hash of it is kept. */
  readonly email?: string | undefined
  /** The method, the factor or why it failed. */
  readonly how?: string | undefined
}

/** What the rest of the server knows of the person of an account. */
export type Standing = {
  readonly operator: boolean
  /** Whether the person may not be without a second factor. */
  readonly needs_factor: boolean
  /** What is said to who is suspended; false for who is not. */
  readonly suspended: Text | false
}

/** What a provider tells the rest of the server, and asks of it. */
export type ProviderEvents = {
  sendMail(mail: IdentityMail): Promise<void>
  /** Sessions that it ended by itself, such as at a sign-out or a password reset. */
  sessionsEnded(
    ended: readonly { readonly session_id: string; readonly sub: string }[],
    from?: Origin,
  ): Promise<void>
  /** Done before the answer goes out, so that nothing happens that nobody recorded. */
  noted(trace: AuthenticationTrace): Promise<void>
  standingOf(sub: string): Promise<Standing>
  /** Whether a token is that of the newest link of an invitation to this address which still waits. */
  isInvited(email: string, token: string): Promise<boolean>
  /** Told what went wrong and is nobody's fault but ours, of which people see our own words alone. */
  warn(what: string, cause: unknown): void
}

/** Nobody listens: for commands, and for tests of something else. */
export const UNHEARD: ProviderEvents = {
  sendMail: async () => {},
  sessionsEnded: async () => {},
  noted: async () => {},
  standingOf: async () => ({ operator: false, needs_factor: false, suspended: false }),
  isInvited: async () => false,
  warn: () => {},
}

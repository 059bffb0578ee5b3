/** The port to whoever knows passwords and sessions. The API only ever verifies the tokens that it signs. */
import type { JSONWebKeySet } from 'jose'

export type IdentityProvider = {
  /** `iss` and `aud` of its tokens. */
  readonly issuer: string
  readonly audience: string
  /** Answers a request below `/api/auth`, where the provider is embedded. */
  handle(request: Request): Promise<Response>
  /** The public keys that verify its tokens. */
  keys(): Promise<JSONWebKeySet>
  /** Creates an account whose e-mail counts as verified, or finds it; for the demo and for the first operator. */
  createVerifiedAccount(account: {
    email: string
    password: string
    name: string
  }): Promise<{ sub: string }>
  /** Mails a new verification link; quietly does nothing for a verified or unknown address. */
  sendVerificationLink(email: string): Promise<void>
  /** Mails a reset link if there is such an account; tells nobody whether there is. */
  sendPasswordResetLink(email: string): Promise<void>
}

/** Mail that the provider wants sent. `token` goes into a link to our own pages. */
export type IdentityMail = {
  readonly kind: 'verify-email' | 'reset-password' | 'account-exists'
  readonly email: string
  readonly token: string
}

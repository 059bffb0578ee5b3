/** The embedded identity provider on a database of its own, with its mail in a list. */

import {
  type BetterAuthConfig,
  startBetterAuth,
} from '#server/gateways/identity-provider/embedded/better-auth.ts'
import type {
  AuthenticationTrace,
  IdentityMail,
  IdentityProvider,
  Standing,
} from '#server/gateways/identity-provider/identity-provider.ts'
import { type CookieBrowser, cookieBrowser } from './cookie-browser.ts'
import { testLogins } from './test-server.ts'
import { cloneDatabase } from './world.ts'

export const ORIGIN = 'http://localhost:3000'

export type EmbeddedProvider = {
  readonly provider: IdentityProvider
  readonly databaseUrl: string
  readonly mails: IdentityMail[]
  readonly ended: { readonly session_id: string; readonly sub: string }[]
  /** What it had recorded. */
  readonly noted: AuthenticationTrace[]
  /** What it hears of everybody; tests change it. */
  readonly standing: { -readonly [K in keyof Standing]: Standing[K] }
  /** What it said of its own failures. */
  readonly warnings: unknown[]
  browser(address?: string): CookieBrowser
  close(): Promise<void>
}

/** Starts it; `config` changes what it is given. */
export async function embeddedProvider(
  config: Partial<BetterAuthConfig> = {},
): Promise<EmbeddedProvider> {
  const { databaseUrl, drop } = await cloneDatabase()
  const mails: IdentityMail[] = []
  const ended: { session_id: string; sub: string }[] = []
  const noted: AuthenticationTrace[] = []
  const standing: { -readonly [K in keyof Standing]: Standing[K] } = {
    operator: false,
    needs_factor: false,
    suspended: false,
  }
  const warnings: unknown[] = []
  const provider = await startBetterAuth({
    databaseUrl: testLogins(databaseUrl).services,
    secret: 'x'.repeat(40),
    publicUrl: ORIGIN,
    trustedOrigins: [ORIGIN],
    sendMail: async mail => {
      mails.push(mail)
    },
    sessionsEnded: async sessions => {
      ended.push(...sessions)
    },
    noted: async trace => {
      noted.push(trace)
    },
    standingOf: async () => standing,
    isInvited: async () => false,
    warn: (what, cause) => warnings.push(what, cause),
    ...config,
  })
  return {
    provider,
    databaseUrl,
    mails,
    ended,
    noted,
    standing,
    warnings,
    browser: address => cookieBrowser(provider.handle, ORIGIN, address),
    close: async () => {
      await provider.close()
      await drop()
    },
  }
}

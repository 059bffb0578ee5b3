/** An identity provider behind HTTP on the loopback, as our pages reach it, without the rest of Corridor. */
import fastify from 'fastify'
import {
  type AuthenticationTrace,
  type IdentityProvider,
  type ProviderEvents,
  type Standing,
  UNHEARD,
} from '#server/gateways/identity-provider/identity-provider.ts'
import { freePort } from '#server/kernel/free-port.ts'
import { mountIdentityProvider } from '#server/kernel/identity-http.ts'
import { type TokenVerifier, tokenVerifier } from '#server/kernel/token.ts'
import type { HttpBrowser } from './http-browser.ts'

export type ServedProvider = {
  readonly url: string
  readonly provider: IdentityProvider
  /** What the API believes of its tokens. */
  readonly verifier: TokenVerifier
  /** The sessions that it said were over. */
  readonly ended: { session_id: string; sub: string }[]
  /** What it had recorded. */
  readonly noted: AuthenticationTrace[]
  /** What it hears of everybody; tests change it. */
  readonly standing: { -readonly [K in keyof Standing]: Standing[K] }
  /** Asks for the bearer token of a browser. */
  token(browser: HttpBrowser): Promise<{ status: number; token: string }>
  /** Signs a browser out; the answer's body. */
  signOut(browser: HttpBrowser): Promise<unknown>
  close(): Promise<void>
}

/** Starts a provider for an address that was free and serves it there. */
export async function serveProvider(
  start: (
    publicUrl: string,
    events: ProviderEvents,
  ) => Promise<IdentityProvider & { close(): Promise<void> }>,
  port?: number,
): Promise<ServedProvider> {
  const chosen = port ?? (await freePort())
  const url = `http://127.0.0.1:${chosen}`
  const ended: { session_id: string; sub: string }[] = []
  const noted: AuthenticationTrace[] = []
  const standing: { -readonly [K in keyof Standing]: Standing[K] } = {
    operator: false,
    needs_factor: false,
    suspended: false,
  }
  const provider = await start(url, {
    ...UNHEARD,
    sessionsEnded: async sessions => {
      ended.push(...sessions)
    },
    noted: async trace => {
      noted.push(trace)
    },
    standingOf: async () => standing,
  })
  const app = fastify()
  await app.register(scope => mountIdentityProvider(scope, provider))
  await app.listen({ port: chosen, host: '127.0.0.1' })
  return {
    url,
    provider,
    verifier: tokenVerifier(provider),
    ended,
    noted,
    standing,
    token: async browser => {
      const answer = await browser.ask(`${url}/api/auth/token`)
      const { token = '' } = (await answer.json()) as { token?: string }
      return { status: answer.status, token }
    },
    signOut: async browser => {
      const init = { method: 'POST', headers: { origin: url } }
      return (await browser.ask(`${url}/api/auth/sign-out`, init)).json()
    },
    close: async () => {
      await app.close()
      await provider.close()
    },
  }
}

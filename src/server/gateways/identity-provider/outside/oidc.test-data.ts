/** An outside provider on the loopback with us as its client, served over HTTP. */
import { vi } from 'vitest'
import { freePort } from '#server/kernel/free-port.ts'
import type { OidcSettings } from '#server/kernel/identity-config.ts'
import { type HttpBrowser, httpBrowser } from '#test/harness/http-browser.ts'
import { ISSUER_AUDIENCE, startOidcIssuer, type TestIssuer } from '#test/harness/oidc-issuer.ts'
import { type ServedProvider, serveProvider } from '#test/harness/served-provider.ts'
import { startOpenIdConnect } from './openid-connect.ts'

const SECRET = 'a secret of the test, long enough to be one'
const CLIENT = { id: 'corridor', secret: 'known to the issuer & to us' }
/** Another site's client at the same issuer. */
export const OTHER = { id: 'other', redirect_uris: ['http://127.0.0.1:9/callback'] }

export type OidcStage = {
  readonly issuer: TestIssuer
  readonly served: ServedProvider
  /** What went to the log. */
  readonly warnings: unknown[]
  /** A second process on the same database, at the same address for the issuer. */
  another(secret?: string): Promise<ServedProvider>
  close(): Promise<void>
}

/** Starts issuer and provider. `changed` is what the settings say otherwise than usual. */
export async function oidcStage(
  { databaseUrl }: { databaseUrl: string },
  changed: Partial<OidcSettings> = {},
): Promise<OidcStage> {
  const port = await freePort()
  const home = `http://127.0.0.1:${port}`
  const addresses = {
    redirect_uris: [`${home}/api/auth/callback`],
    post_logout_redirect_uris: [`${home}/auth/login`],
  }
  const issuer = await startOidcIssuer([
    { ...CLIENT, ...addresses },
    { id: 'public', ...addresses },
    OTHER,
  ])
  const warnings: unknown[] = []
  const settings: OidcSettings = {
    issuer: issuer.url,
    name: 'Example ID',
    clientId: CLIENT.id,
    clientSecret: CLIENT.secret,
    audience: ISSUER_AUDIENCE,
    token: 'access_token',
    scopes: 'openid email profile offline_access',
    extraParams: {},
    ...changed,
  }
  const opened: ServedProvider[] = []
  const serve = async (secret: string, at?: number) => {
    const served = await serveProvider(
      (_url, events) =>
        startOpenIdConnect({
          ...events,
          databaseUrl,
          secret,
          publicUrl: home,
          settings,
          warn: (_what, cause) => warnings.push(cause),
        }),
      at,
    )
    opened.push(served)
    return served
  }
  return {
    issuer,
    served: await serve(SECRET, port),
    warnings,
    another: (secret = SECRET) => serve(secret),
    close: async () => {
      for (const served of opened) await served.close()
      await issuer.close()
    },
  }
}

/** Whether an address is one of our pages, at which a log-in ends. */
export function pageOf({ served }: OidcStage): (url: URL) => boolean {
  return url => url.origin === served.url && !url.pathname.startsWith('/api/')
}

/** Whether an address is our callback, with the issuer's answer. */
export function callbackOf({ served }: OidcStage): (url: URL) => boolean {
  return url => url.origin === served.url && url.pathname === '/api/auth/callback'
}

/** Logs in as whoever the issuer is steered to; the page at which it ends. */
export async function logIn(
  stage: OidcStage,
  browser: HttpBrowser = httpBrowser(),
  return_to = '/payroll?tab=run',
): Promise<{ browser: HttpBrowser; page: string }> {
  const start = `${stage.served.url}/api/auth/sign-in?return_to=${encodeURIComponent(return_to)}`
  return { browser, page: pathOf(await browser.go(start, pageOf(stage))) }
}

/** What an address says behind its origin. */
export function pathOf({ pathname, search }: URL): string {
  return pathname + search
}

/** Moves the machine's clock, for us and for the issuer, until `vi.useRealTimers`. */
export function later(seconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 })
}

/** Uses a refresh token at the issuer as somebody who stole it and our secret would; the issuer's answer. */
export async function useElsewhere({ issuer }: OidcStage, refresh_token: string): Promise<unknown> {
  const encoded = new URLSearchParams({ secret: CLIENT.secret }).toString().replace('secret=', '')
  const answer = await fetch(`${issuer.url}/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${CLIENT.id}:${encoded}`)}` },
    body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token }),
  })
  return answer.json()
}

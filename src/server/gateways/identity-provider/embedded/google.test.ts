import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { freePort } from '#server/kernel/free-port.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { type HttpBrowser, httpBrowser } from '#test/harness/http-browser.ts'
import { ACCOUNTS, startOidcIssuer, type TestIssuer } from '#test/harness/oidc-issuer.ts'
import { type ServedProvider, serveProvider } from '#test/harness/served-provider.ts'
import { testLogins } from '#test/harness/test-server.ts'
import { cloneDatabase } from '#test/harness/world.ts'
import { startBetterAuth } from './better-auth.ts'

const CLIENT = { id: 'ours-at-google', secret: 'of-our-client' }
const PASSWORD = 'maple-Otter-41-lantern'

let database: Awaited<ReturnType<typeof cloneDatabase>>
let admin: Admin
let google: TestIssuer
let served: ServedProvider

beforeAll(async () => {
  database = await cloneDatabase()
  admin = await adminOf(database)
})
beforeEach(async () => {
  await admin.tamper('truncate rate_limit, auth."user" cascade')
  const port = await freePort()
  const callback = `http://127.0.0.1:${port}/api/auth/callback/google`
  google = await startOidcIssuer([{ ...CLIENT, redirect_uris: [callback] }])
  const settings = {
    databaseUrl: testLogins(database.databaseUrl).services,
    secret: 'a secret of the test, long enough to be one',
    google: { issuer: google.url, clientId: CLIENT.id, clientSecret: CLIENT.secret },
  }
  served = await serveProvider(
    (publicUrl, events) =>
      startBetterAuth({ ...settings, publicUrl, trustedOrigins: [publicUrl], ...events }),
    port,
  )
})
afterEach(async () => {
  await served.close()
  await google.close()
})
afterAll(async () => {
  await admin.close()
  await database.drop()
})

/** Begins a sign-in as our pages do. */
function begin(browser: HttpBrowser, fields: object = {}): Promise<Response> {
  return browser.ask(`${served.url}/api/auth/sign-in/social`, {
    method: 'POST',
    headers: { origin: served.url, 'content-type': 'application/json' },
    body: JSON.stringify({
      provider: 'google',
      callbackURL: '/auth/popup-done',
      errorCallbackURL: '/auth/popup-done',
      disableRedirect: true,
      ...fields,
    }),
  })
}

const atPage = (url: URL) => url.origin === served.url && !url.pathname.startsWith('/api/')

/** Signs in with Google; the page at which it ends. `meddle` may change an address on the way. */
async function signIn(browser: HttpBrowser, meddle: (url: URL) => void = () => {}) {
  const { url } = (await (await begin(browser)).json()) as { url: string }
  const callback = (at: URL) => at.pathname === '/api/auth/callback/google'
  const ask = new URL(url)
  meddle(ask)
  const answer = await browser.go(ask.href, callback)
  meddle(answer)
  return browser.go(answer.href, atPage)
}

async function claimsOf(browser: HttpBrowser) {
  return served.verifier.verify((await served.token(browser)).token)
}

async function count(table: string): Promise<number> {
  const [row] = await admin.rows<{ n: number }>(`select count(*)::int n from auth.${table}`)
  return row?.n ?? 0
}

describe('signing in with Google', () => {
  it('is offered where it is configured', () => {
    expect(served.provider.google).toBe(true)
  })

  it('asks which account, with PKCE, state and nonce', async () => {
    const { url } = (await (await begin(httpBrowser())).json()) as { url: string }
    const to = new URL(url)
    expect(to.origin).toBe(google.url)
    expect(Object.fromEntries(to.searchParams)).toMatchObject({
      client_id: CLIENT.id,
      prompt: 'select_account',
      scope: 'openid email profile',
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: `${served.url}/api/auth/callback/google`,
    })
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(to.searchParams.get(name)?.length).toBeGreaterThan(20)
  })

  it('makes an account with a proved e-mail, and finds it the next time', async () => {
    const browser = httpBrowser()
    const page = await signIn(browser)
    expect(page.pathname + page.search).toBe('/auth/popup-done')
    const first = await claimsOf(browser)
    expect(first).toMatchObject({ email: 'ada@oidc.test', email_verified: true })
    expect(first.sub).not.toBe('ada')
    const again = httpBrowser()
    await signIn(again)
    const second = await claimsOf(again)
    expect(second.sub).toBe(first.sub)
    expect(second.session_id).not.toBe(first.session_id)
    expect(await count('"user"')).toBe(1)
    expect(await count('account')).toBe(1)
  })

  it("keeps none of Google's tokens", async () => {
    await signIn(httpBrowser())
    await signIn(httpBrowser())
    const kept = await admin.rows(
      'select "providerId", "accountId", "accessToken", "refreshToken", "idToken" from auth.account',
    )
    const none = { accessToken: null, refreshToken: null, idToken: null }
    expect(kept).toEqual([{ providerId: 'google', accountId: 'ada', ...none }])
  })

  it('leads to the account with a password that has the same proved e-mail', async () => {
    const account = { email: 'ada@oidc.test', password: PASSWORD, name: 'Ada' }
    const { sub } = await served.provider.createVerifiedAccount(account)
    const browser = httpBrowser()
    await signIn(browser)
    expect((await claimsOf(browser)).sub).toBe(sub)
    expect(await count('"user"')).toBe(1)
    expect(await count('account')).toBe(2)
  })

  it('leads no more to an account that has another e-mail by now', async () => {
    const browser = httpBrowser()
    await signIn(browser)
    const { sub } = await claimsOf(browser)
    expect(await served.provider.changeEmail(sub, 'ada@elsewhere.test')).toBe(true)
    const again = httpBrowser()
    await signIn(again)
    expect(await claimsOf(again)).toMatchObject({ email: 'ada@oidc.test' })
    expect((await claimsOf(again)).sub).not.toBe(sub)
  })

  it('does not lead to an account that merely claims the e-mail', async () => {
    const claimant = httpBrowser()
    const signedUp = await claimant.ask(`${served.url}/api/auth/sign-up/email`, {
      method: 'POST',
      headers: { origin: served.url, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ada@oidc.test', password: PASSWORD, name: 'Not Ada' }),
    })
    expect(signedUp.status).toBe(200)
    const browser = httpBrowser()
    await signIn(browser)
    const owner = await claimsOf(browser)
    const other = await claimsOf(claimant)
    expect(owner.email_verified).toBe(true)
    expect(other.email_verified).toBe(false)
    expect(owner.sub).not.toBe(other.sub)
  })

  it('is refused with an e-mail that Google did not prove', async () => {
    google.steer.account = ACCOUNTS.unproved
    const page = await signIn(httpBrowser())
    expect(page.searchParams.get('error')).toBe('email_not_found')
    expect(await count('"user"')).toBe(0)
    expect(await count('session')).toBe(0)
  })

  it('that the person cancels comes back with the code of that', async () => {
    google.steer.refuse = 'access_denied'
    const page = await signIn(httpBrowser())
    expect(page.searchParams.get('error')).toBe('access_denied')
  })

  it.each(['nonce', 'code_challenge'])('with another %s on the way is refused', async name => {
    const browser = httpBrowser()
    const page = await signIn(browser, url => {
      if (url.searchParams.has(name)) url.searchParams.set(name, 'A'.repeat(43))
    })
    expect(page.searchParams.get('error')).toMatch(/^(unable_to_get_user_info|invalid_code)$/)
    expect((await served.token(browser)).status).toBe(401)
  })

  it.each([
    ['iss', 'https://evil.test', 'issuer_mismatch'],
    ['state', 'x'.repeat(32), 'state_mismatch'],
  ])('with another %s in the answer is refused', async (name, value, error) => {
    const browser = httpBrowser()
    const page = await signIn(browser, url => {
      if (url.pathname === '/api/auth/callback/google') url.searchParams.set(name, value)
    })
    expect(page.searchParams.get('error')).toBe(error)
    expect((await served.token(browser)).status).toBe(401)
  })

  it('is bound to the browser that began it', async () => {
    const { url } = (await (await begin(httpBrowser())).json()) as { url: string }
    const victim = httpBrowser()
    const page = await victim.go(url, atPage)
    expect(page.searchParams.get('error')).toBe('state_mismatch')
    expect((await served.token(victim)).status).toBe(401)
  })

  it.each([
    { idToken: { token: 'eyJ.eyJ.x' } },
    { additionalParams: { prompt: 'none' } },
    { scopes: ['https://www.googleapis.com/auth/drive'] },
    { callbackURL: 'https://evil.test/' },
    { callbackURL: '//evil.test/' },
    { errorCallbackURL: 'https://evil.test/' },
    { provider: 'github' },
  ])('takes nothing of a page but what ours send: %j', async fields => {
    const answer = await begin(httpBrowser(), fields)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
  })

  it('keeps nothing waiting while Google is away, and works when it is back', async () => {
    await google.down()
    const account = { email: 'ben@oidc.test', password: PASSWORD, name: 'Ben' }
    await served.provider.createVerifiedAccount(account)
    const refused = await begin(httpBrowser())
    expect(refused.status).toBe(503)
    expect(await refused.json()).toMatchObject({ code: 'UNAVAILABLE' })
    await google.up()
    const browser = httpBrowser()
    await signIn(browser)
    expect(await claimsOf(browser)).toMatchObject({ email: 'ada@oidc.test' })
  })
})

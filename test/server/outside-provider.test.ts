/** A whole Corridor whose people log in at an OpenID provider. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '#server/kernel/free-port.ts'
import { type HttpBrowser, httpBrowser } from '#test/harness/http-browser.ts'
import { type LiveCorridor, liveCorridor } from '#test/harness/live-corridor.ts'
import { ISSUER_AUDIENCE, startOidcIssuer, type TestIssuer } from '#test/harness/oidc-issuer.ts'

let issuer: TestIssuer
let corridor: LiveCorridor

beforeAll(async () => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const secret = 'of the client'
  issuer = await startOidcIssuer([
    { id: 'corridor', secret, redirect_uris: [`${url}/api/auth/callback`] },
  ])
  corridor = await liveCorridor({
    PORT: String(port),
    PUBLIC_URL: url,
    OIDC_ISSUER: issuer.url,
    OIDC_NAME: 'Example ID',
    OIDC_CLIENT_ID: 'corridor',
    OIDC_CLIENT_SECRET: secret,
    OIDC_AUDIENCE: ISSUER_AUDIENCE,
    TAG_MANAGER_ID: 'GTM-ABC1234',
  })
})
afterAll(async () => {
  await corridor?.close()
  await issuer?.close()
})

const page = (at: URL) => at.origin === corridor.url && !at.pathname.startsWith('/api/')

async function tokenOf(browser: HttpBrowser): Promise<string> {
  const answer = await browser.ask(`${corridor.url}/api/auth/token`)
  return ((await answer.json()) as { token?: string }).token ?? ''
}

async function logIn(browser = httpBrowser()): Promise<HttpBrowser> {
  const at = await browser.go(`${corridor.url}/api/auth/sign-in`, page)
  expect(at.pathname).toBe('/dashboard')
  return browser
}

async function api(token: string, method: string, path: string, body?: object) {
  const answer = await fetch(`${corridor.url}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

const CONTRACTOR = {
  type: 'contractor',
  first_name: 'Ada',
  last_name: 'Obi',
  preferred_name: 'Ada',
  country_code: 'CA',
  subdivision_code: 'CA-ON',
  phone_number: '+14165550142',
  how_did_you_hear_about_us: 'Friends',
}

describe('Corridor with an outside identity provider', () => {
  it('says so before anyone logs in', async () => {
    const answer = await fetch(`${corridor.url}/api/v1/user/app-config`)
    expect(await answer.json()).toMatchObject({
      identity: { kind: 'oidc', name: 'Example ID' },
      google_sign_in: false,
      tag_manager_id: 'GTM-ABC1234',
    })
  })

  it("answers calls with the issuer's token, and none without", async () => {
    const token = await tokenOf(await logIn())
    expect(await api(token, 'GET', '/user/me')).toMatchObject({
      status: 200,
      body: { sub: 'ada', email: 'ada@oidc.test', email_verified: true, type: null },
    })
    expect((await api('', 'GET', '/user/me')).status).toBe(401)
    expect((await api(`${token.slice(0, -4)}AAAA`, 'GET', '/user/me')).status).toBe(401)
  })

  it('lets people sign up, and asks for a proof at the issuer where one is needed', async () => {
    issuer.steer.claims = { auth_time: Math.floor(Date.now() / 1000) - 3600 }
    const browser = await logIn()
    const old = await tokenOf(browser)
    expect((await api(old, 'POST', '/user/signup', CONTRACTOR)).status).toBe(200)
    const banking = {
      account_name: 'Ada Obi',
      currency: 'USD',
      account_number: '0123453391',
      swift_code: 'FBNINGLA',
    }
    const put = (token: string) => api(token, 'PUT', '/contractor/banking-information', banking)
    expect(await put(old)).toMatchObject({ status: 403, body: { code: 'STEP_UP_REQUIRED' } })
    issuer.steer.claims = {}
    const at = await browser.go(
      `${corridor.url}/api/auth/step-up?return_to=/payment-information`,
      page,
    )
    expect(at.pathname + at.search).toBe('/payment-information')
    // It goes on to the next question: the terms were not accepted yet.
    const next = await put(await tokenOf(browser))
    expect(next).toMatchObject({ status: 403, body: { code: 'ONBOARDING_INCOMPLETE' } })
    // The session before the proof is over, tokens and all; within a second.
    await sleep(1100)
    expect((await put(old)).status).toBe(401)
  })

  it('signs another device out, here and for its next token', async () => {
    const laptop = await logIn()
    const phone = await logIn()
    const stolen = await tokenOf(laptop)
    const mine = await tokenOf(phone)
    const { body } = await api(stolen, 'GET', '/user/sessions')
    const sessions = body as unknown as { session_id: string; current: boolean }[]
    const current = sessions.find(session => session.current)?.session_id ?? ''
    expect((await api(mine, 'GET', '/user/me')).status).toBe(200)
    const path = `/user/sessions/${encodeURIComponent(current)}`
    expect((await api(mine, 'DELETE', path)).status).toBe(200)
    await sleep(1100)
    expect((await api(stolen, 'GET', '/user/me')).status).toBe(401)
    for (let n = 0; n < 100 && (await tokenOf(laptop)) !== ''; n++) await sleep(50)
    expect(await tokenOf(laptop)).toBe('')
    expect((await api(mine, 'GET', '/user/me')).status).toBe(200)
  })

  it('refuses a token at once after the sign-out that made it worthless', async () => {
    const browser = await logIn()
    const token = await tokenOf(browser)
    const init = { method: 'POST', headers: { origin: corridor.url } }
    const answer = await browser.ask(`${corridor.url}/api/auth/sign-out`, init)
    const { url } = (await answer.json()) as { url: string }
    expect(new URL(url).origin).toBe(issuer.url)
    await sleep(1100)
    expect((await api(token, 'GET', '/user/me')).status).toBe(401)
    // The issuer still knows the person, and has to ask again.
    const asked = issuer.logIns()
    await sleep(1000)
    const again = await tokenOf(await logIn(browser))
    expect(issuer.logIns()).toBe(asked + 1)
    expect((await api(again, 'GET', '/user/me')).status).toBe(200)
  })
})

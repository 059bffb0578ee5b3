import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { textOf } from '#domain/kernel/words.ts'
import { adminOf } from '#test/harness/admin.ts'
import { type HttpBrowser, httpBrowser } from '#test/harness/http-browser.ts'
import { ACCOUNTS } from '#test/harness/oidc-issuer.ts'
import { cloneDatabase } from '#test/harness/world.ts'
import { later, logIn, type OidcStage, oidcStage, pageOf, pathOf } from './oidc.test-data.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
let stage: OidcStage

beforeAll(async () => {
  database = await cloneDatabase()
})
beforeEach(async () => {
  stage = await oidcStage(database)
})
afterEach(async () => {
  vi.useRealTimers()
  await stage.close()
})
afterAll(() => database.drop())

async function claimsOf(browser: HttpBrowser) {
  const { token } = await stage.served.token(browser)
  return stage.served.verifier.verify(token)
}

/** Goes to the step-up; `meddle` may change what the issuer is asked. */
async function stepUp(browser: HttpBrowser, meddle: (ask: URL) => void = () => {}) {
  const start = `${stage.served.url}/api/auth/step-up?return_to=/payment-information`
  const ask = await browser.go(start, url => url.origin === stage.issuer.url || pageOf(stage)(url))
  meddle(ask)
  return pathOf(await browser.go(ask.href, pageOf(stage)))
}

describe('a step-up', () => {
  it('asks for the log-in again and gives the session a new time, id and cookie', async () => {
    const { browser } = await logIn(stage)
    const before = await claimsOf(browser)
    const old = browser.copy()
    later(120)
    const page = await stepUp(browser, ask => {
      expect(Object.fromEntries(ask.searchParams)).toMatchObject({ max_age: '0', prompt: 'login' })
    })
    expect(page).toBe('/payment-information')
    expect(stage.issuer.logIns()).toBe(2)
    const after = await claimsOf(browser)
    expect(after.authenticated_at_ms).toBeGreaterThanOrEqual(before.authenticated_at_ms + 120_000)
    expect(after.sub).toBe(before.sub)
    expect((await stage.served.token(old)).status).toBe(401)
    expect(stage.served.ended).toEqual([{ session_id: before.session_id, sub: 'ada' }])
  })

  it('takes over a second factor that was shown there', async () => {
    const { browser } = await logIn(stage)
    later(120)
    stage.issuer.steer.amr = ['pwd', 'mfa']
    await stepUp(browser)
    expect(await claimsOf(browser)).toMatchObject({ second_factor: true })
  })

  it('by another account is refused, and the session stays as it was', async () => {
    const { browser } = await logIn(stage)
    const before = await claimsOf(browser)
    later(120)
    stage.issuer.steer.account = ACCOUNTS.ben
    // At the issuer it is another browser: there nobody is logged in as the first account any more.
    const elsewhere = httpBrowser()
    const start = `${stage.served.url}/api/auth/step-up`
    const ask = await browser.go(start, url => url.origin === stage.issuer.url)
    const answer = await elsewhere.go(ask.href, url => url.origin === stage.served.url)
    expect(pathOf(await browser.go(answer.href, pageOf(stage)))).toBe(
      '/auth/login?error=another_account',
    )
    expect(await claimsOf(browser)).toEqual(before)
  })

  it('that the issuer did not ask for is refused', async () => {
    const { browser } = await logIn(stage)
    const before = await claimsOf(browser)
    later(20)
    const page = await stepUp(browser, ask => {
      ask.searchParams.delete('max_age')
      ask.searchParams.delete('prompt')
    })
    expect(page).toBe('/auth/login?error=not_confirmed')
    expect(stage.issuer.logIns()).toBe(1)
    later(600)
    const late = await stepUp(browser, ask => {
      ask.searchParams.delete('max_age')
      ask.searchParams.delete('prompt')
    })
    expect(late).toBe('/auth/login?error=failed')
    expect((await claimsOf(browser)).authenticated_at_ms).toBe(before.authenticated_at_ms)
  })

  it('needs somebody who is logged in', async () => {
    expect(await stepUp(httpBrowser())).toBe('/auth/login?error=login_required')
  })
})

describe('a sign-out', () => {
  it('ends the session, revokes its refresh token and leads to the sign-out of the issuer', async () => {
    const { browser } = await logIn(stage)
    const { session_id } = await claimsOf(browser)
    const stolen = browser.copy()
    const { url } = (await stage.served.signOut(browser)) as { url: string }
    expect((await stage.served.token(stolen)).status).toBe(401)
    expect(browser.cookie('corridor-session')).toBeUndefined()
    expect(stage.issuer.revoked()).toBe(1)
    expect(stage.served.ended).toEqual([{ session_id, sub: 'ada' }])
    const to = new URL(url)
    expect(to.origin).toBe(stage.issuer.url)
    expect(to.searchParams.get('id_token_hint')).toMatch(/^ey/)
    const html = await (await browser.ask(url)).text()
    const [, xsrf = ''] = html.match(/name="xsrf" value="([^"]+)"/) ?? []
    const confirmed = await browser.ask(`${stage.issuer.url}/session/end/confirm`, {
      method: 'POST',
      body: new URLSearchParams({ xsrf, logout: 'yes' }),
    })
    expect(confirmed.headers.get('location')).toBe(`${stage.served.url}/auth/login`)
    expect(await stage.served.signOut(browser)).toEqual({ url: null })
  })

  it('is not undone by the issuer, which still knows the person: it has to ask again', async () => {
    const { browser } = await logIn(stage)
    const before = await claimsOf(browser)
    await stage.served.signOut(browser)
    later(120)
    const { page } = await logIn(stage, browser)
    expect(page).toBe('/payroll?tab=run')
    expect(stage.issuer.logIns()).toBe(2)
    const after = await claimsOf(browser)
    expect(after.session_id).not.toBe(before.session_id)
    expect(after.authenticated_at_ms).toBeGreaterThan(before.authenticated_at_ms)
  })

  it('from another site is refused', async () => {
    const { browser } = await logIn(stage)
    const init = { method: 'POST', headers: { origin: 'https://evil.test' } }
    const answer = await browser.ask(`${stage.served.url}/api/auth/sign-out`, init)
    expect(answer.status).toBe(403)
    expect((await stage.served.token(browser)).status).toBe(200)
  })
})

describe('the end of a session on another device', () => {
  it('works at once, for that session alone, and asks for a log-in', async () => {
    const laptop = await logIn(stage)
    later(5)
    const phone = await logIn(stage)
    const { session_id } = await claimsOf(laptop.browser)
    await stage.served.provider.endSessions('ben', { only: [session_id] })
    expect((await stage.served.token(laptop.browser)).status).toBe(200)
    await stage.served.provider.endSessions('ada', { only: [session_id] })
    expect((await stage.served.token(laptop.browser)).status).toBe(401)
    expect((await stage.served.token(phone.browser)).status).toBe(200)
    later(60)
    await logIn(stage, laptop.browser)
    expect(stage.issuer.logIns()).toBe(3)
  })
})

describe('an issuer that is away', () => {
  it('at the start keeps nothing from starting, and everything works when it is there', async () => {
    await stage.issuer.down()
    const fresh = await stage.another()
    await expect(fresh.provider.keys()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    await expect(fresh.verifier.verify('a.b.c')).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    const begun = await httpBrowser().ask(`${fresh.url}/api/auth/sign-in`)
    expect(begun.headers.get('location')).toMatch(/\/auth\/login\?error=unavailable$/)
    await stage.issuer.up()
    later(3)
    const { browser, page } = await logIn(stage)
    expect(page).toBe('/payroll?tab=run')
    const { status, token } = await fresh.token(browser)
    expect(status).toBe(200)
    expect(await fresh.verifier.verify(token)).toMatchObject({ sub: 'ada' })
  })

  it('for a while ends no session: the old token serves as long as it lives, then 503', async () => {
    const { browser } = await logIn(stage)
    const { token } = await stage.served.token(browser)
    await stage.issuer.down()
    later(850)
    expect(await stage.served.token(browser)).toEqual({ status: 200, token })
    expect(await stage.served.verifier.verify(token)).toMatchObject({ sub: 'ada' })
    later(100)
    const answer = await browser.ask(`${stage.served.url}/api/auth/token`)
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('5')
    expect(await answer.json()).toEqual({
      code: 'UNAVAILABLE',
      message: 'Example ID does not answer at the moment. Try again in a minute.',
    })
    await stage.issuer.up()
    later(3)
    const again = await stage.served.token(browser)
    expect(again.status).toBe(200)
    expect(again.token).not.toBe(token)
    expect(stage.served.ended).toEqual([])
  })

  it('hears nothing of a sign-out, which holds all the same', async () => {
    const { browser } = await logIn(stage)
    await stage.issuer.down()
    const stolen = browser.copy()
    await stage.served.signOut(browser)
    expect((await stage.served.token(stolen)).status).toBe(401)
    await stage.issuer.up()
  })
})

describe('other ways to be a client', () => {
  const use = async (changed: Parameters<typeof oidcStage>[1]) => {
    await stage.close()
    stage = await oidcStage(database, changed)
  }

  it('without a secret', async () => {
    await use({ clientId: 'public', clientSecret: undefined })
    const { browser } = await logIn(stage)
    later(850)
    expect(await claimsOf(browser)).toMatchObject({ sub: 'ada' })
    expect(stage.issuer.refreshed).toHaveLength(1)
  })

  it('with the ID token as the bearer token, as Firebase has it', async () => {
    await use({ token: 'id_token', audience: 'corridor' })
    stage.issuer.steer.amr = ['pwd', 'otp']
    const { browser } = await logIn(stage)
    const claims = await claimsOf(browser)
    expect(claims).toMatchObject({ email: 'ada@oidc.test', second_factor: true })
    expect(claims.authenticated_at_ms).toBeGreaterThan(0)
    later(850)
    expect(await claimsOf(browser)).toEqual(claims)
    expect(stage.issuer.refreshed).toHaveLength(1)
  })

  it('with parameters of its own: more of them, others than ours, and none of ours', async () => {
    const extraParams = { prompt: 'select_account', audience: 'x', resource: '', max_age: '60' }
    await use({ extraParams })
    const start = `${stage.served.url}/api/auth/sign-in`
    const ask = await httpBrowser().go(start, url => url.origin === stage.issuer.url)
    expect(Object.fromEntries(ask.searchParams)).toMatchObject({
      prompt: 'select_account',
      audience: 'x',
      max_age: '60',
    })
    expect(ask.searchParams.has('resource')).toBe(false)
  })
})

describe('what an outside provider does itself', () => {
  it('is refused with where to do it, or left to it', async () => {
    const { provider } = stage.served
    const account = { email: 'x@y.test', password: 'p', name: 'X' }
    await expect(provider.createVerifiedAccount(account)).rejects.toMatchObject({
      code: 'FORBIDDEN',
      detail: 'Accounts are made at Example ID. Do it there, then log in again.',
    })
    await expect(provider.changeEmail('ada', 'x@y.test')).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
    await provider.sendVerificationLink('ada')
    await provider.sendPasswordResetLink('x@y.test')
  })

  it.each([
    ['POST', '/sign-in/email'],
    ['POST', '/sign-up/email'],
    ['POST', '/token'],
    ['GET', '/sign-out'],
    ['GET', '/constructor'],
  ])('%s %s is not there', async (method, path) => {
    const answer = await httpBrowser().ask(`${stage.served.url}/api/auth${path}`, { method })
    expect(answer.status).toBe(404)
    expect(await answer.json()).toEqual({ code: 'NOT_FOUND', message: '404 - Not found' })
  })
})

describe('a session', () => {
  const setBack = async (interval: string) => {
    const admin = await adminOf(database)
    await admin.rows(
      `update auth.oidc_session set created_at = created_at - interval '${interval}', expires_at = now() + interval '1 hour'`,
    )
    await admin.close()
  }
  const status = async (browser: HttpBrowser) => (await stage.served.token(browser)).status

  it('ends 30 days after its log-in, whatever the issuer says', async () => {
    const { browser } = await logIn(stage)
    const { session_id } = await claimsOf(browser)
    await setBack('29 days 23 hours')
    expect(await status(browser)).toBe(200)
    await setBack('2 hours')
    expect(await status(browser)).toBe(401)
    expect(stage.served.ended).toEqual([{ session_id, sub: 'ada' }])
    // The issuer has to ask again: what it knows of that log-in counts no more.
    const before = stage.issuer.logIns()
    later(120)
    await logIn(stage, browser)
    expect(stage.issuer.logIns()).toBe(before + 1)
    expect(await status(browser)).toBe(200)
  })

  it('of an operator ends after twelve hours, also for a step-up', async () => {
    const { browser } = await logIn(stage)
    stage.served.standing.operator = true
    await setBack('11 hours 59 minutes')
    expect(await status(browser)).toBe(200)
    await setBack('2 minutes')
    const start = `${stage.served.url}/api/auth/step-up`
    expect(pathOf(await browser.go(start, pageOf(stage)))).toBe('/auth/login?error=login_required')
    expect(await status(browser)).toBe(401)
  })

  it('of who is suspended gives no token', async () => {
    const { browser } = await logIn(stage)
    stage.served.standing.suspended = textOf('kernel.problems.suspended')
    expect(await status(browser)).toBe(403)
    stage.served.standing.suspended = false
    expect(await status(browser)).toBe(200)
  })
})

describe('the audit log hears', () => {
  it('of log-ins, of those that the issuer refused, and of step-ups', async () => {
    const { browser } = await logIn(stage)
    const { session_id } = await claimsOf(browser)
    expect(stage.served.noted).toMatchObject([
      { action: 'log_in', how: 'openid', sub: 'ada', session_id, address: '127.0.0.1' },
    ])
    later(120)
    await stepUp(browser)
    expect(stage.served.noted.at(-1)).toMatchObject({ action: 'prove', sub: 'ada' })
    stage.served.noted.length = 0
    // Answers to nothing that was asked for are many, and nobody's.
    await httpBrowser().ask(`${stage.served.url}/api/auth/callback?state=x&code=x`)
    expect(stage.served.noted).toEqual([])
    const meddled = httpBrowser()
    const start = `${stage.served.url}/api/auth/sign-in`
    const answer = await meddled.go(start, url => url.searchParams.has('code'))
    answer.searchParams.set('code', 'x')
    await meddled.ask(answer.href)
    expect(stage.served.noted).toMatchObject([{ action: 'fail_log_in' }])
    expect(stage.served.noted[0]?.sub).toBeUndefined()
  })
})

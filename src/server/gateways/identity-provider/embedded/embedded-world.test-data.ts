/** The embedded provider for a test file, and what people do with it in a browser. */
import { decodeJwt, type JWTPayload } from 'jose'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import type { CookieAnswer, CookieBrowser } from '#test/harness/cookie-browser.ts'
import { type EmbeddedProvider, embeddedProvider } from '#test/harness/embedded-provider.ts'

export const PASSWORD = 'maple-Otter-41-lantern'

/** Starts the provider before the tests of the file and ends it after; each test begins with no mail and no tries counted. */
export function embeddedWorld() {
  let world: EmbeddedProvider
  let admin: Admin
  let counter = 0

  beforeAll(async () => {
    world = await embeddedProvider()
    admin = await adminOf(world)
  })
  beforeEach(async () => {
    world.mails.length = 0
    await forgetTries()
  })
  afterAll(async () => {
    await admin.close()
    await world.close()
  })

  const query = (text: string) => admin.rows<Record<string, unknown>>(text)
  const forgetTries = () => query('delete from rate_limit')
  const lastToken = () => world.mails.at(-1)?.token ?? ''
  const fresh = () => `person${++counter}@example.test`
  const newBrowser = (address?: string) => world.browser(address)

  const signUp = (from: CookieBrowser, email: string, password = PASSWORD): Promise<CookieAnswer> =>
    from.ask('POST', '/sign-up/email', { email, password, name: email })
  const logIn = (from: CookieBrowser, email: string, password = PASSWORD): Promise<CookieAnswer> =>
    from.ask('POST', '/sign-in/email', { email, password })
  const verify = (from: CookieBrowser, method: string, code: string): Promise<CookieAnswer> =>
    from.ask('POST', '/second-factors/verify', { method, code })
  const claims = async (from: CookieBrowser): Promise<JWTPayload> =>
    decodeJwt(String((await from.ask('GET', '/token')).json.token))
  const mailLink = async (from: CookieBrowser) =>
    world.provider.sendVerificationLink(String((await claims(from)).sub))

  /** A browser with the session of an account whose address is confirmed. */
  const confirmed = async (email: string): Promise<CookieBrowser> => {
    const made = newBrowser()
    await signUp(made, email)
    await mailLink(made)
    await made.ask('POST', '/confirm-email', { token: lastToken() })
    return made
  }

  /** The same with an authenticator app, whose next code is good. */
  const withApp = async (email: string) => {
    const made = await confirmed(email)
    const started = await made.ask('POST', '/second-factors/totp/start')
    const totp = new TOTP({ secret: String(started.json.secret) })
    const done = await made.ask('POST', '/second-factors/totp/confirm', { code: totp.generate() })
    await query('update auth.totp_factor set last_step = 0')
    return { browser: made, totp, recovery: done.json.recovery_codes as string[] }
  }

  /** Lets every authentication grow old. */
  const age = () =>
    query(`update auth.session set "authenticatedAt" = now() - interval '11 minutes'`)

  return {
    world: () => world,
    mails: () => world.mails,
    ended: () => world.ended,
    query,
    forgetTries,
    lastToken,
    fresh,
    newBrowser,
    signUp,
    logIn,
    verify,
    claims,
    mailLink,
    confirmed,
    withApp,
    age,
  }
}

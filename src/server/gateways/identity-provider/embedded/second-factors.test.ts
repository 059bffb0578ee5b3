/** Second factors and step-up at the embedded provider, as a browser meets them. */
import { TOTP } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { embeddedWorld, PASSWORD } from './embedded-world.test-data.ts'

const { mails, query, fresh, newBrowser, logIn, verify, claims, confirmed, withApp, age, ended } =
  embeddedWorld()

describe('second factors', () => {
  it('makes no token before the code, and one that says so after it', async () => {
    const email = fresh()
    const { totp } = await withApp(email)
    const browser = newBrowser()
    expect((await logIn(browser, email)).json).toEqual({ second_factor: ['totp', 'recovery'] })
    const refused = await browser.ask('GET', '/token')
    expect([refused.status, refused.json.code, refused.json.methods]).toEqual([
      403,
      'SECOND_FACTOR_NEEDED',
      ['totp', 'recovery'],
    ])
    for (const path of [
      '/second-factors/totp/start',
      '/second-factors/totp/remove',
      '/second-factors/recovery-codes',
    ])
      expect([path, (await browser.ask('POST', path)).status]).toEqual([path, 403])
    expect((await browser.ask('GET', '/passkey/generate-register-options')).status).toBe(403)
    const password = await browser.ask('POST', '/second-factors/verify', {
      method: 'password',
      code: PASSWORD,
    })
    expect(password.json.code).toBe('INVALID_CODE')
    const code = totp.generate()
    const before = browser.cookies.get('corridor.session_token')
    expect((await verify(browser, 'totp', code)).status).toBe(200)
    expect(browser.cookies.get('corridor.session_token')).not.toBe(before)
    expect((await claims(browser)).amr).toEqual(['pwd', 'otp', 'mfa'])
  })

  it('takes a code once, also when it comes twice at once', async () => {
    const email = fresh()
    const { totp } = await withApp(email)
    const code = totp.generate()
    const browsers = [newBrowser(), newBrowser(), newBrowser()]
    for (const browser of browsers) await logIn(browser, email)
    const answers = await Promise.all(browsers.map(browser => verify(browser, 'totp', code)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
  })

  it('takes a recovery code once, however it is typed, and tells the owner', async () => {
    const email = fresh()
    const { recovery } = await withApp(email)
    expect(new Set(recovery).size).toBe(10)
    const code = ` ${recovery[0]?.toLowerCase().replace('-', ' ')} `
    const browser = newBrowser()
    await logIn(browser, email)
    expect((await verify(browser, 'recovery', code)).status).toBe(200)
    expect((await browser.ask('GET', '/second-factors')).json.recovery_codes_left).toBe(9)
    expect(mails().at(-1)).toMatchObject({ kind: 'security-notice', email })
    const next = newBrowser()
    await logIn(next, email)
    expect((await verify(next, 'recovery', code)).status).toBe(400)
  })

  it('steps up with the password where no factor is set, and changes factors only when fresh', async () => {
    const email = fresh()
    const browser = await confirmed(email)
    await age()
    expect((await browser.ask('POST', '/second-factors/totp/start')).json.code).toBe(
      'STEP_UP_REQUIRED',
    )
    expect((await browser.ask('GET', '/second-factors')).json.methods).toEqual(['password'])
    const wrong = await browser.ask('POST', '/second-factors/verify', {
      method: 'password',
      code: 'Wrong-password-1',
    })
    expect(wrong.status).toBe(400)
    const old = Number((await claims(browser)).auth_time)
    await verify(browser, 'password', PASSWORD)
    expect(Number((await claims(browser)).auth_time)).toBeGreaterThan(old)
    expect((await browser.ask('POST', '/second-factors/totp/start')).status).toBe(200)
  })

  it('needs the factor and not the password once one is set', async () => {
    const { browser, totp } = await withApp(fresh())
    await age()
    expect((await browser.ask('POST', '/second-factors/totp/remove')).status).toBe(403)
    const password = await browser.ask('POST', '/second-factors/verify', {
      method: 'password',
      code: PASSWORD,
    })
    expect(password.status).toBe(400)
    await verify(browser, 'totp', totp.generate())
    expect((await browser.ask('POST', '/second-factors/totp/remove')).status).toBe(200)
    expect((await browser.ask('GET', '/second-factors')).json).toMatchObject({
      totp: false,
      recovery_codes_left: 0,
    })
  })

  it('keeps neither secret nor recovery codes readable', async () => {
    const { totp, recovery } = await withApp(fresh())
    const kept = await query(
      `select (select json_agg(t) from auth.totp_factor t)::text || (select json_agg(encode(code_hash, 'escape')) from auth.recovery_code)::text "all"`,
    )
    expect(kept[0]?.all).not.toContain(totp.secret.base32)
    for (const code of recovery) expect(kept[0]?.all).not.toContain(code)
  })

  it('end the other sessions when the first one is added, and leave no codes of before', async () => {
    const email = fresh()
    const browser = await confirmed(email)
    expect((await browser.ask('POST', '/second-factors/recovery-codes')).json.code).toBe(
      'NO_SECOND_FACTOR',
    )
    const other = newBrowser()
    await logIn(other, email)
    const started = await browser.ask('POST', '/second-factors/totp/start')
    const totp = new TOTP({ secret: String(started.json.secret) })
    const code = totp.generate()
    const done = await browser.ask('POST', '/second-factors/totp/confirm', { code })
    expect(done.json.recovery_codes).toHaveLength(10)
    expect((await other.ask('GET', '/token')).status).toBe(401)
    expect(ended().length).toBeGreaterThan(0)
    expect((await claims(browser)).amr).toContain('mfa')
  })
})

/** Passkeys at the embedded provider, with an authenticator of the test. */
import { describe, expect, it } from 'vitest'
import type { CookieBrowser } from '#test/harness/cookie-browser.ts'
import { ORIGIN } from '#test/harness/embedded-provider.ts'
import { type SoftPasskey, softPasskey } from '#test/harness/soft-passkey.ts'
import { embeddedWorld } from './embedded-world.test-data.ts'

const { world, mails, query, fresh, newBrowser, claims, confirmed, withApp } = embeddedWorld()

async function register(browser: CookieBrowser, passkey: SoftPasskey, flags?: number, more = {}) {
  const { json } = await browser.ask('GET', '/passkey/generate-register-options')
  const response = passkey.register(json, flags)
  return browser.ask('POST', '/passkey/verify-registration', { response, ...more })
}

async function enter(browser: CookieBrowser, passkey: SoftPasskey, flags?: number) {
  const { json } = await browser.ask('GET', '/passkey/generate-authenticate-options')
  const response = passkey.prove(json, flags)
  return browser.ask('POST', '/passkey/verify-authentication', { response })
}

const count = async () => (await query('select count(*)::int n from auth.passkey'))[0]?.n

describe('a passkey', () => {
  it('is a second factor once it is registered, and logs in by itself', async () => {
    const browser = await confirmed(fresh())
    const passkey = softPasskey(ORIGIN)
    const answer = await register(browser, passkey, undefined, { name: 'Laptop' })
    expect(answer.json).toMatchObject({ ok: true, recovery_codes: expect.any(Array) })
    expect((await claims(browser)).amr).toContain('mfa')
    const elsewhere = newBrowser()
    expect((await enter(elsewhere, passkey)).json).toEqual({ ok: true })
    expect((await claims(elsewhere)).amr).toEqual(['hwk', 'user', 'mfa'])
  })

  it('that did not check who holds it is not registered, and logs nobody in', async () => {
    const browser = await confirmed(fresh())
    const before = await count()
    const refused = await register(browser, softPasskey(ORIGIN), 0x01)
    expect([refused.status, refused.json.code]).toEqual([400, 'USER_NOT_VERIFIED'])
    expect(await count()).toBe(before)
    expect((await claims(browser)).amr).not.toContain('mfa')
    const good = softPasskey(ORIGIN)
    await register(browser, good)
    expect((await enter(newBrowser(), good, 0x01)).json.code).toBe('USER_NOT_VERIFIED')
  })

  it('belongs to one account', async () => {
    const passkey = softPasskey(ORIGIN)
    const [first, second] = [await confirmed(fresh()), await confirmed(fresh())]
    expect((await register(first, passkey)).status).toBe(200)
    const refused = await register(second, passkey)
    expect([refused.status, refused.json.code]).toEqual([400, 'PASSKEY_KNOWN'])
    expect((await claims(second)).amr).not.toContain('mfa')
    await expect(
      query(`insert into auth.passkey (id, "userId", "credentialID", "publicKey", counter, "deviceType", "backedUp")
        select gen_random_uuid(), "userId", "credentialID", 'x', 0, 'x', false from auth.passkey limit 1`),
    ).rejects.toThrow(/passkey_credential/)
  })

  it('that cannot be read is the fault of who sent it, and opens no session', async () => {
    const browser = await confirmed(fresh())
    const { sid } = await claims(browser)
    const sessions = async () => (await query('select count(*)::int n from auth.session'))[0]?.n
    const before = await sessions()
    for (const response of [{}, null, 'x', { id: 'a\0b' }, { response: { transports: 'x' } }]) {
      await browser.ask('GET', '/passkey/generate-register-options')
      const sent = { response, createSession: true }
      expect((await browser.ask('POST', '/passkey/verify-registration', sent)).status).toBe(400)
    }
    const named = { response: {}, name: 'a\nb' }
    expect((await browser.ask('POST', '/passkey/verify-registration', named)).status).toBe(400)
    const good = softPasskey(ORIGIN)
    expect((await register(browser, good, undefined, { createSession: true })).status).toBe(200)
    expect([(await claims(browser)).sid, await sessions()]).toEqual([sid, before])
  })

  it('is removed by its id alone, and by its owner', async () => {
    const [owner, thief] = [await confirmed(fresh()), await confirmed(fresh())]
    await register(owner, softPasskey(ORIGIN))
    const listed = (await owner.ask('GET', '/second-factors')).json.passkeys as { id: string }[]
    const id = listed[0]?.id ?? ''
    const remove = (by: CookieBrowser, which: unknown) =>
      by.ask('POST', '/second-factors/passkeys/remove', { id: which })
    for (const wrong of [
      '',
      'x',
      `${id}x`,
      'x\n{"level":30,"msg":"forged"}\n',
      `${id}' or true --`,
      '\0',
      7,
      null,
    ])
      expect([wrong, (await remove(owner, wrong)).status]).toEqual([wrong, 400])
    expect((await remove(thief, id)).json.code).toBe('FACTOR_NOT_FOUND')
    expect(await remove(owner, id)).toMatchObject({ status: 200, json: { ok: true } })
    expect((await remove(owner, id)).status).toBe(403)
  })
})

describe('the last second factor', () => {
  it('takes with it what it proved: codes, other sessions, the second factor of this one, and its proof', async () => {
    const email = fresh()
    const { browser, totp } = await withApp(email)
    const other = newBrowser()
    await other.ask('POST', '/sign-in/email', { email, password: 'maple-Otter-41-lantern' })
    await other.ask('POST', '/second-factors/verify', { method: 'totp', code: totp.generate() })
    const before = await claims(browser)
    expect(before.amr).toContain('mfa')
    world().ended.length = 0
    expect((await browser.ask('POST', '/second-factors/totp/remove')).status).toBe(200)
    // Every token that says so belongs to a session that is over.
    const over = world().ended.map(({ session_id }) => session_id)
    expect(over).toContain(before.sid)
    expect((await other.ask('GET', '/token')).status).toBe(401)
    const after = await claims(browser)
    expect(after.sid).not.toBe(before.sid)
    expect(over).not.toContain(after.sid)
    expect([after.amr, after.auth_time]).toEqual([['pwd'], 0])
    expect((await browser.ask('GET', '/second-factors')).json).toMatchObject({
      totp: false,
      recovery_codes_left: 0,
      methods: ['password'],
    })
    expect((await browser.ask('POST', '/second-factors/totp/start')).json.code).toBe(
      'STEP_UP_REQUIRED',
    )
    expect(mails().at(-1)).toMatchObject({ kind: 'security-notice', email })
  })

  it('but one takes nothing', async () => {
    const { browser } = await withApp(fresh())
    await register(browser, softPasskey(ORIGIN))
    const before = await claims(browser)
    await browser.ask('POST', '/second-factors/totp/remove')
    const after = await claims(browser)
    expect([after.sid, after.amr]).toEqual([before.sid, before.amr])
    const left = (await browser.ask('GET', '/second-factors')).json
    expect(left.recovery_codes_left).toBe(10)
  })

  it('of who needs one stays, also when two are removed at once', async () => {
    const { browser } = await withApp(fresh())
    world().standing.needs_factor = true
    const refused = await browser.ask('POST', '/second-factors/totp/remove')
    expect([refused.status, refused.json.code]).toEqual([409, 'LAST_FACTOR'])
    expect((await claims(browser)).amr).toContain('mfa')
    await register(browser, softPasskey(ORIGIN))
    const listed = (await browser.ask('GET', '/second-factors')).json.passkeys as { id: string }[]
    const answers = await Promise.all([
      browser.ask('POST', '/second-factors/totp/remove'),
      browser.ask('POST', '/second-factors/passkeys/remove', { id: listed[0]?.id }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const { methods } = (await browser.ask('GET', '/second-factors')).json
    expect((methods as string[]).length).toBeGreaterThan(0)
    world().standing.needs_factor = false
  })
})

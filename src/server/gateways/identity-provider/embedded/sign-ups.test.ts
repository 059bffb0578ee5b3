/** Sign-up, log-in and reset at the embedded provider, as a browser meets them. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { isEmail } from '#domain/identity/email.ts'
import { embeddedWorld, PASSWORD } from './embedded-world.test-data.ts'

const {
  world,
  mails,
  ended,
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
} = embeddedWorld()

describe('signing up', () => {
  it('answers alike for a new and for a known address, and both may go on', async () => {
    const email = fresh()
    await confirmed(email)
    const known = newBrowser()
    const unknown = newBrowser()
    const [a, b] = [await signUp(known, email), await signUp(unknown, fresh())]
    expect([a.status, a.text]).toEqual([b.status, b.text])
    expect(a.json).toEqual({ ok: true })
    expect(await claims(known)).toMatchObject({ email, email_verified: false })
    expect(await claims(unknown)).toMatchObject({ email_verified: false })
  })

  it('mails a link to the new address, and another mail to the owner of a known one', async () => {
    const email = fresh()
    await confirmed(email)
    const other = newBrowser()
    await signUp(other, email)
    mails().length = 0
    await mailLink(other)
    expect(mails()).toMatchObject([{ kind: 'account-exists', email }])
  })

  it('gives the address to whoever opens the mailed link first, once', async () => {
    const email = fresh()
    const [first, second] = [newBrowser(), newBrowser()]
    const tokens: string[] = []
    for (const browser of [first, second]) {
      await signUp(browser, email)
      await mailLink(browser)
      tokens.push(lastToken())
    }
    const elsewhere = newBrowser()
    const confirm = (fields: object) => elsewhere.ask('POST', '/confirm-email', fields)
    // Whoever merely has the mailbox may not have signed up.
    expect((await confirm({ token: tokens[0] })).json.code).toBe('PASSWORD_NEEDED')
    const wrong = { token: tokens[0], password: 'Wrong-password-1' }
    expect((await confirm(wrong)).json.code).toBe('INVALID_PASSWORD')
    expect((await confirm({ token: tokens[0], password: PASSWORD })).status).toBe(200)
    expect(await claims(elsewhere)).toMatchObject({ email, email_verified: true, amr: ['link'] })
    // Who opens it again learns that it did its work; the others were never used.
    const again = tokens.map(token => confirm({ token, password: PASSWORD }))
    const [used, ...others] = (await Promise.all(again)).map(({ json }) => json.code)
    expect(used).toBe('LINK_USED')
    for (const code of others) expect(code).toBe('LINK_NOT_VALID')
    expect(await claims(second)).toMatchObject({ email_verified: false })
  })

  it('replaces the links that were mailed before', async () => {
    const browser = newBrowser()
    await signUp(browser, fresh())
    const sub = String((await claims(browser)).sub)
    await world().provider.sendVerificationLink(sub)
    const before = lastToken()
    await world().provider.sendVerificationLink(sub)
    const replaced = await browser.ask('POST', '/confirm-email', { token: before })
    expect([replaced.status, replaced.json.code]).toEqual([400, 'LINK_NOT_VALID'])
    expect((await browser.ask('POST', '/confirm-email', { token: lastToken() })).status).toBe(200)
  })

  it('keeps no link that would work in the database', async () => {
    const browser = newBrowser()
    await signUp(browser, fresh())
    await mailLink(browser)
    const rows = await query('select * from auth.verification')
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(lastToken())
  })

  it('refuses weak and leaked passwords, and takes long ones', async () => {
    for (const weak of ['short', 'Password123!', `Aa1!${'x'.repeat(125)}`]) {
      const answer = await signUp(newBrowser(), fresh(), weak)
      expect([weak, answer.status, answer.json.code]).toEqual([weak, 400, 'WEAK_PASSWORD'])
    }
    const long = `Aa1!${'xyz '.repeat(25)}`
    const email = fresh()
    expect((await signUp(newBrowser(), email, long)).status).toBe(200)
    expect((await logIn(newBrowser(), email, long)).json).toEqual({ second_factor: [] })
  })

  it('takes every address that our pattern takes, and logs it in', async () => {
    const parts = fc.tuple(
      fc.stringMatching(/^[A-Za-z0-9_'+.-]{1,12}$/),
      fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9.-]{0,12}$/),
      fc.stringMatching(/^[A-Za-z]{2,8}$/),
    )
    const addresses = fc
      .sample(parts, { numRuns: 4000, seed: 7 })
      .map(([local, host, end]) => `${local}@${host}.${end}`)
      .filter(isEmail)
    expect(addresses.length).toBeGreaterThan(300)
    // What better-auth asks of an address before it looks at the password.
    for (const address of addresses)
      expect([address, z.email().safeParse(address).success]).toEqual([address, true])
    for (const email of ["o'neil+x-y_z.q@sub-1.example.co", 'A1@B2.Museum']) {
      await signUp(newBrowser(), email)
      expect((await logIn(newBrowser(), email.toUpperCase())).status).toBe(200)
    }
  })

  it.each([
    '',
    'x',
    'a@b',
    '@',
    'a b@c.co',
    'a..b@c.test',
    'a@-b.test',
    'a@b.c',
    'a\u0001@b.co',
    { $ne: '' },
    null,
    5,
  ])('refuses %j as an address', async email => {
    const body = { email, password: PASSWORD, name: 'x' }
    expect((await newBrowser().ask('POST', '/sign-up/email', body)).status).toBe(400)
  })
})

describe('logging in', () => {
  it('answers alike for a wrong password and for an unknown address', async () => {
    const email = fresh()
    await confirmed(email)
    const a = await logIn(newBrowser(), email, 'Wrong-password-1')
    const b = await logIn(newBrowser(), fresh(), 'Wrong-password-1')
    expect([a.status, a.text]).toEqual([b.status, b.text])
    expect(a.json.code).toBe('INVALID_EMAIL_OR_PASSWORD')
  })

  it('finds an account that still claims its address', async () => {
    const email = fresh()
    await signUp(newBrowser(), email)
    const browser = newBrowser()
    expect((await logIn(browser, email.toUpperCase())).status).toBe(200)
    expect(await claims(browser)).toMatchObject({ email, email_verified: false })
  })

  it('makes tokens that say when and how, and ends with the sign-out', async () => {
    const email = fresh()
    await confirmed(email)
    const browser = newBrowser()
    await logIn(browser, email)
    const { sid, auth_time, amr, exp = 0, iat = 0 } = await claims(browser)
    expect(amr).toEqual(['pwd'])
    expect(Math.abs(Number(auth_time) - Date.now() / 1000)).toBeLessThan(30)
    expect(exp - iat).toBe(15 * 60)
    const cookies = new Map(browser.cookies)
    await browser.ask('POST', '/sign-out')
    expect(ended().at(-1)?.session_id).toBe(sid)
    for (const [name, value] of cookies) browser.cookies.set(name, value)
    expect((await browser.ask('GET', '/token')).status).toBe(401)
  })

  it('replaces the session of the same browser', async () => {
    const email = fresh()
    const browser = await confirmed(email)
    const before = await claims(browser)
    await logIn(browser, email)
    expect(ended().map(({ session_id }) => session_id)).toContain(before.sid)
  })

  it('serves nothing but what is listed', async () => {
    const browser = await confirmed(fresh())
    for (const path of [
      '/get-session',
      '/list-sessions',
      '/ok',
      '/reference',
      '/verify-password',
      '/is-username-available',
    ])
      expect([path, (await browser.ask('GET', path)).status]).toEqual([path, 404])
    for (const path of [
      '/update-user',
      '/change-email',
      '/delete-user',
      '/set-password',
      '/link-social',
      '/verify-email',
      '/request-password-reset',
      '/sign-up/email/',
      '//token',
      '/passkey/update-passkey',
    ])
      expect([path, (await browser.ask('POST', path)).status]).toEqual([path, 404])
  })

  it('refuses a POST that says of no origin, and survives what no address holds', async () => {
    const body = JSON.stringify({ email: 'a@b.co', password: PASSWORD })
    const headers = { 'content-type': 'application/json' }
    const url = 'http://localhost:3000/api/auth/sign-in/email'
    const answer = await world().provider.handle(
      new Request(url, { method: 'POST', headers, body }),
    )
    expect(answer.status).toBe(403)
    expect((await logIn(newBrowser(), 'a\u0000@b.co')).status).toBe(401)
  })

  it('refuses another origin', async () => {
    const browser = await confirmed(fresh())
    const answer = await browser.ask('POST', '/sign-out', {}, { origin: 'https://evil.test' })
    expect(answer.status).toBe(403)
    expect((await browser.ask('GET', '/token')).status).toBe(200)
  })
})

describe('a mailed link', () => {
  const asked = async (kind: string, token: unknown) =>
    (await newBrowser().ask('POST', '/mailed-link', { kind, token })).json.code ?? 'works'
  const later = (minutes: number) =>
    query(`update auth.verification set "expiresAt" = "expiresAt" - interval '${minutes} minutes'`)
  const newPassword = 'Quiet-harbour-77-stone'

  it('says what became of it before anything is asked, to whoever has it, and of its kind alone', async () => {
    const email = fresh()
    await confirmed(email)
    const mail = async () => {
      await world().provider.sendPasswordResetLink(email)
      return lastToken()
    }
    const [first, second] = [await mail(), await mail()]
    expect(await asked('reset-password', first)).toBe('works')
    expect(await asked('log-in', first)).toBe('INVALID_TOKEN')
    await newBrowser().ask('POST', '/reset-password', { token: first, newPassword })
    expect(await asked('reset-password', first)).toBe('LINK_USED')
    expect(await asked('reset-password', second)).toBe('LINK_NOT_VALID')
    const third = await mail()
    await later(31)
    expect(await asked('reset-password', third)).toBe('LINK_EXPIRED')
    expect(await asked('reset-password', second)).toBe('LINK_EXPIRED')
    // One that was used stays so when its time is over.
    expect(await asked('reset-password', first)).toBe('LINK_USED')
    for (const none of ['', 'x', `${first}x`, `reset-password:${first}`])
      expect([none, await asked('reset-password', none)]).not.toEqual([none, 'works'])
  })

  it('that logs in says so after it did, and when its time is over', async () => {
    const email = fresh()
    await confirmed(email)
    await world().provider.sendLogInLink(email)
    const used = lastToken()
    expect(await asked('log-in', used)).toBe('works')
    expect((await newBrowser().ask('POST', '/sign-in/link', { token: used })).status).toBe(200)
    const again = await newBrowser().ask('POST', '/sign-in/link', { token: used })
    expect([again.json.code, await asked('log-in', used)]).toEqual(['LINK_USED', 'LINK_USED'])
    await world().provider.sendLogInLink(email)
    await later(16)
    expect(await asked('log-in', lastToken())).toBe('LINK_EXPIRED')
  })
})

describe('a reset of the password', () => {
  it('ends all sessions, works once, and does not skip the second factor', async () => {
    const email = fresh()
    const { browser } = await withApp(email)
    mails().length = 0
    await world().provider.sendPasswordResetLink(email)
    const token = lastToken()
    const newPassword = 'Quiet-harbour-77-stone'
    const reset = await newBrowser().ask('POST', '/reset-password', { token, newPassword })
    expect(reset.status).toBe(200)
    expect((await browser.ask('GET', '/token')).status).toBe(401)
    const again = await newBrowser().ask('POST', '/reset-password', { token, newPassword })
    expect(again.json.code).toBe('LINK_USED')
    const next = newBrowser()
    expect((await logIn(next, email, newPassword)).json.second_factor).toEqual(['totp', 'recovery'])
    expect((await next.ask('GET', '/token')).status).toBe(403)
    expect(mails().at(-1)).toMatchObject({ kind: 'security-notice', email })
  })

  it('takes one of the links that were mailed, whichever, and leaves no other', async () => {
    const email = fresh()
    await confirmed(email)
    const tokens: string[] = []
    for (let n = 0; n < 3; n++) {
      await world().provider.sendPasswordResetLink(email)
      tokens.push(lastToken())
    }
    const newPassword = 'Quiet-harbour-77-stone'
    const reset = async (token: string | undefined) =>
      (await newBrowser().ask('POST', '/reset-password', { token, newPassword })).status
    // A stranger who asks again must not take the link away that its owner just opens.
    expect(await reset(tokens[0])).toBe(200)
    expect(await reset(tokens[1])).toBe(400)
    expect(await reset(tokens[2])).toBe(400)
  })

  it('lets the mailbox’s owner in, however often strangers guessed', async () => {
    const email = fresh()
    await confirmed(email)
    for (let n = 0; n < 11; n++)
      await logIn(newBrowser(`203.0.113.${n}`), email, 'Wrong-password-1')
    await world().provider.sendPasswordResetLink(email)
    const owner = newBrowser()
    const newPassword = 'Quiet-harbour-77-stone'
    await owner.ask('POST', '/reset-password', { token: lastToken(), newPassword })
    expect((await logIn(owner, email, newPassword)).status).toBe(200)
    expect((await logIn(newBrowser(), email, newPassword)).status).toBe(429)
  })

  it('mails nobody where there is no account', async () => {
    await world().provider.sendPasswordResetLink(fresh())
    expect(mails()).toEqual([])
  })
})

describe('a change of the password', () => {
  const newPassword = 'Quiet-harbour-77-stone'

  it('ends the other sessions, keeps this one as it was, and tells the owner', async () => {
    const email = fresh()
    const { browser, totp } = await withApp(email)
    const other = newBrowser()
    await logIn(other, email)
    await verify(other, 'totp', totp.generate())
    const answer = await browser.ask('POST', '/change-password', {
      currentPassword: PASSWORD,
      newPassword,
    })
    expect(answer.json).toEqual({ ok: true })
    expect((await claims(browser)).amr).toContain('mfa')
    expect((await other.ask('GET', '/token')).status).toBe(401)
    expect((await logIn(newBrowser(), email)).status).toBe(401)
    expect((await logIn(newBrowser(), email, newPassword)).status).toBe(200)
    expect(mails().at(-1)).toMatchObject({ kind: 'security-notice', email })
  })

  it('takes ten guesses at the current one, and none that is not fresh', async () => {
    const browser = await confirmed(fresh())
    const guess = () =>
      browser.ask('POST', '/change-password', { currentPassword: 'Wrong-password-1', newPassword })
    const statuses: number[] = []
    for (let n = 0; n < 12; n++) statuses.push((await guess()).status)
    expect(statuses).toEqual([...Array(10).fill(400), 429, 429])
    await forgetTries()
    await age()
    expect((await guess()).json.code).toBe('STEP_UP_REQUIRED')
  })
})

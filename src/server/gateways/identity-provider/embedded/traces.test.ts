/** What the embedded provider has recorded, and that no input breaks it. */
import { describe, expect, it } from 'vitest'
import { ORIGIN } from '#test/harness/embedded-provider.ts'
import { embeddedWorld, PASSWORD } from './embedded-world.test-data.ts'
import { SERVED_CALLS } from './served-calls.ts'

const {
  world,
  fresh,
  newBrowser,
  logIn,
  signUp,
  verify,
  claims,
  confirmed,
  withApp,
  forgetTries,
  mailLink,
  lastToken,
} = embeddedWorld()

const WRONG = 'Wrong-password-1'

/** What was recorded meanwhile. */
async function noted(work: () => Promise<unknown>) {
  world().noted.length = 0
  await work()
  return [...world().noted]
}

describe('the audit log hears', () => {
  it('of log-ins and of those that failed, alike for known and unknown addresses', async () => {
    const email = fresh()
    const browser = await confirmed(email)
    const { sub } = await claims(browser)
    const headers = { 'x-request-id': 'request-7' }
    const from = newBrowser('203.0.113.9')
    const entry = { email, password: PASSWORD }
    const [done] = await noted(() => from.ask('POST', '/sign-in/email', entry, headers))
    expect(done).toMatchObject({
      action: 'log_in',
      how: 'password',
      sub,
      account: sub,
      address: '203.0.113.9',
      request_id: 'request-7',
      session_id: (await claims(from)).sid,
    })
    const [known] = await noted(() => logIn(newBrowser(), email, WRONG))
    const stranger = fresh()
    const [unknown] = await noted(() => logIn(newBrowser(), stranger, WRONG))
    expect(known).toMatchObject({ action: 'fail_log_in', account: sub, email })
    expect(known?.sub).toBeUndefined()
    expect(unknown).toMatchObject({ action: 'fail_log_in', how: known?.how, email: stranger })
    expect(unknown?.account).toBeUndefined()
  })

  it('of a lockout once, however often somebody tries on', async () => {
    const email = fresh()
    await confirmed(email)
    await forgetTries()
    const traces = await noted(async () => {
      for (let n = 0; n < 30; n++) await logIn(newBrowser(`203.0.113.${n}`), email, WRONG)
    })
    expect(traces.filter(({ action }) => action === 'fail_log_in').length).toBe(10)
    expect(traces.filter(({ action }) => action === 'lock_out')).toMatchObject([{ email }])
  })

  it('of sign-ups, confirmed addresses, factors, proofs, recovery codes, passwords and links', async () => {
    const email = fresh()
    const browser = newBrowser()
    const { recovery } = await (async () => {
      const first = await noted(() => signUp(browser, email))
      expect(first.map(({ action }) => action)).toEqual(['sign_up'])
      await mailLink(browser)
      const second = await noted(() =>
        browser.ask('POST', '/confirm-email', { token: lastToken() }),
      )
      expect(second.map(({ action }) => action)).toEqual(['confirm_email'])
      return withApp(fresh())
    })()
    const { browser: mine, totp } = await withApp(fresh())
    const { sub, email: address = '' } = await claims(mine)
    const actions = async (work: () => Promise<unknown>) =>
      (await noted(work)).map(({ action, how, account }) => [action, how, account === sub])
    const wrong = async () => {
      await verify(mine, 'totp', '000000')
    }
    expect(await actions(wrong)).toEqual([['fail_proof', 'INVALID_CODE', true]])
    expect(await actions(() => verify(mine, 'totp', totp.generate()))).toEqual([
      ['prove', 'totp', true],
    ])
    expect(await actions(() => mine.ask('POST', '/second-factors/recovery-codes'))).toEqual([
      ['renew_recovery_codes', undefined, true],
    ])
    const codes = (await mine.ask('POST', '/second-factors/recovery-codes')).json.recovery_codes
    const code = (codes as string[])[0] ?? ''
    expect(await actions(() => verify(mine, 'recovery', code))).toEqual([
      ['use_recovery_code', 'recovery', true],
    ])
    const newPassword = 'Quiet-harbour-77-stone'
    const change = { currentPassword: WRONG, newPassword }
    expect(await actions(() => mine.ask('POST', '/change-password', change))).toEqual([
      ['fail_proof', 'INVALID_PASSWORD', true],
    ])
    const right = { currentPassword: PASSWORD, newPassword }
    expect(await actions(() => mine.ask('POST', '/change-password', right))).toEqual([
      ['change_password', undefined, true],
    ])
    expect(await actions(() => mine.ask('POST', '/second-factors/totp/remove'))).toEqual([
      ['remove_factor', 'totp', true],
    ])
    expect(await actions(() => world().provider.sendPasswordResetLink(String(address)))).toEqual([
      ['mail_link', 'reset link', true],
    ])
    const reset = { token: lastToken(), newPassword: PASSWORD }
    expect(await actions(() => newBrowser().ask('POST', '/reset-password', reset))).toEqual([
      ['reset_password', undefined, true],
    ])
    expect(recovery).toHaveLength(10)
  })

  it('nothing that anybody can make it hear without end', async () => {
    const traces = await noted(async () => {
      for (let n = 0; n < 5; n++) {
        await newBrowser().ask('POST', '/second-factors/verify', { method: 'totp', code: '000000' })
        await newBrowser().ask('POST', '/reset-password', { token: 'x', newPassword: PASSWORD })
        await newBrowser().ask('GET', '/token')
      }
    })
    expect(traces).toEqual([])
  })

  it('no secret and nothing of what was typed but the address', async () => {
    const email = fresh()
    const traces = await noted(async () => {
      const { browser, totp } = await withApp(email)
      await verify(browser, 'totp', totp.generate())
      await logIn(newBrowser(), email, WRONG)
      await world().provider.sendPasswordResetLink(email)
    })
    const said = JSON.stringify(traces)
    for (const secret of [PASSWORD, WRONG, lastToken()]) expect(said).not.toContain(secret)
    expect(said).not.toMatch(/\b\d{6}\b/)
  })
})

describe('hostile values', () => {
  const VALUES: readonly unknown[] = [
    '\0',
    'a\0b',
    '\ud800',
    'x\n{"level":30}\n',
    "' or 1=1 --",
    'x'.repeat(50_000),
    {},
    null,
    1e300,
    { $ne: '' },
    { toString: 1, valueOf: 1 },
    [[[]]],
  ]
  const FIELDS = [
    'email',
    'password',
    'name',
    'token',
    'newPassword',
    'currentPassword',
    'method',
    'code',
    'id',
    'response',
    'provider',
    'callbackURL',
  ]

  it.each([...SERVED_CALLS].filter(call => call.startsWith('POST')))(
    '%s has an answer for each that is no defect',
    async call => {
      const path = call.split(' ')[1] ?? ''
      const browser = await confirmed(fresh())
      await browser.ask('GET', '/passkey/generate-register-options')
      const good = {
        email: fresh(),
        password: 'x',
        token: 'x',
        method: 'password',
        code: 'x',
        newPassword: PASSWORD,
        currentPassword: 'x',
        response: { id: 'x' },
      }
      for (const value of VALUES) {
        await forgetTries()
        await Promise.all(
          FIELDS.map(async field => {
            const answer = await browser.ask('POST', path, { ...good, [field]: value })
            expect([field, value, answer.status < 500]).toEqual([field, value, true])
          }),
        )
      }
    },
  )

  it.each([...SERVED_CALLS].filter(call => call.startsWith('GET')))(
    '%s has one as well, for what stands in its address',
    async call => {
      const path = call.split(' ')[1] ?? ''
      for (const query of [
        'state=%00&code=x',
        'state=x&code=%00',
        'name=%00',
        '%00=x',
        'a=%ff',
        'state[]=x',
        'error=%0a',
      ]) {
        await forgetTries()
        const answer = await world().provider.handle(
          new Request(`${ORIGIN}/api/auth${path}?${query}`, { headers: { origin: ORIGIN } }),
        )
        expect([query, answer.status < 500]).toEqual([query, true])
      }
    },
  )
})

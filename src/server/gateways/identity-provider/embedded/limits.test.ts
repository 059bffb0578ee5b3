/** How often anything may be tried at the embedded provider. */
import { describe, expect, it } from 'vitest'
import { embeddedProvider } from '#test/harness/embedded-provider.ts'
import { embeddedWorld, PASSWORD } from './embedded-world.test-data.ts'

const {
  world,
  mails,
  fresh,
  lastToken,
  newBrowser,
  logIn,
  signUp,
  verify,
  claims,
  confirmed,
  withApp,
  forgetTries,
  query,
} = embeddedWorld()

const WRONG = 'Wrong-password-1'

describe('limits', () => {
  it('evaluates ten guesses an hour of an account, known or not, from wherever they come', async () => {
    const email = fresh()
    await confirmed(email)
    await forgetTries()
    for (const victim of [email, fresh()]) {
      const statuses: number[] = []
      for (let n = 0; n < 14; n++)
        statuses.push((await logIn(newBrowser(`203.0.113.${n}`), victim, WRONG)).status)
      expect(statuses).toEqual([...Array(10).fill(401), ...Array(4).fill(429)])
    }
    const refused = await logIn(newBrowser(), email)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60)
  })

  it('lets the owner in on a device that logged in before, whatever others guess', async () => {
    const email = fresh()
    const browser = await confirmed(email)
    await logIn(browser, email)
    await browser.ask('POST', '/sign-out')
    for (let n = 0; n < 12; n++) await logIn(newBrowser(`203.0.113.${n}`), email, WRONG)
    expect((await logIn(newBrowser(), email)).status).toBe(429)
    expect((await logIn(browser, email)).status).toBe(200)
  })

  it('count no other spelling of an address: what cannot be seen in it makes it nobody’s', async () => {
    const email = fresh()
    await confirmed(email)
    await forgetTries()
    const [name, host] = email.split('@')
    const plain = await logIn(newBrowser(), fresh(), WRONG)
    for (const unseen of ['\0', '\u0001', '\u0007', '\u007f', '\u0085', '\u200b', '\ufeff', '\n'])
      for (const spelled of [
        `${name}${unseen}@${host}`,
        `${email}${unseen}`,
        `${unseen}${email}`,
      ]) {
        const answer = await logIn(newBrowser(), spelled)
        expect([spelled, answer.status, answer.text]).toEqual([spelled, 401, plain.text])
      }
    // Spellings of the same address share its tries.
    const statuses: number[] = []
    for (let n = 0; n < 14; n++)
      statuses.push(
        (
          await logIn(
            newBrowser(`203.0.113.${n}`),
            [email, ` ${email}`, email.toUpperCase()][n % 3] ?? '',
            WRONG,
          )
        ).status,
      )
    expect(statuses).toEqual([...Array(10).fill(401), ...Array(4).fill(429)])
  })

  it('count no log-in that is right, on however many new devices, and every one that is wrong', async () => {
    const email = fresh()
    await confirmed(email)
    await forgetTries()
    const statuses: number[] = []
    for (let n = 0; n < 14; n++) {
      statuses.push((await logIn(newBrowser(), email)).status)
      if (n < 9) await logIn(newBrowser(`203.0.113.${n}`), email, WRONG)
    }
    expect(statuses).toEqual(Array(14).fill(200))
    expect((await logIn(newBrowser(), email, WRONG)).status).toBe(401)
    expect((await logIn(newBrowser(), email, WRONG)).status).toBe(429)
  })

  it('count an IPv6 network as one, and a mapped IPv4 address as itself', async () => {
    const tries = async (address: (n: number) => string) => {
      await forgetTries()
      const statuses: number[] = []
      for (let n = 0; n < 70; n++)
        statuses.push((await logIn(newBrowser(address(n)), fresh(), 'x')).status)
      return statuses.filter(status => status === 429).length
    }
    expect(await tries(n => `2001:db8:7:7:${n.toString(16)}::1`)).toBeGreaterThan(5)
    expect(await tries(n => (n % 2 ? '203.0.113.5' : '::ffff:203.0.113.5'))).toBeGreaterThan(5)
    expect(await tries(n => `2001:db8:7:${n.toString(16)}::1`)).toBe(0)
  })

  it('count for all processes, and two at a time', async () => {
    const other = await embeddedProvider({ databaseUrl: world().databaseUrl })
    const email = fresh()
    await confirmed(email)
    await forgetTries()
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, n) =>
        logIn((n % 2 ? world() : other).browser(`203.0.113.${n}`), email, WRONG),
      ),
    )
    expect(answers.filter(({ status }) => status === 401).length).toBe(10)
    await other.close()
  })

  it('take thirty sign-ups of a network and one a minute from then, and count none that made nothing', async () => {
    const from = () => newBrowser('198.51.100.7')
    for (let n = 0; n < 40; n++) {
      expect((await signUp(from(), fresh(), 'short')).json.code).toBe('WEAK_PASSWORD')
      expect((await signUp(from(), 'nobody', PASSWORD)).json.code).toBe('INVALID_EMAIL')
    }
    const answers = await Promise.all(Array.from({ length: 34 }, () => signUp(from(), fresh())))
    const refused = answers.filter(({ status }) => status === 429)
    expect(answers.filter(({ status }) => status === 200).length).toBe(30)
    expect(refused.map(({ headers }) => Number(headers.get('retry-after')) <= 240)).toEqual(
      Array(4).fill(true),
    )
    expect((await signUp(newBrowser('198.51.100.8'), fresh())).status).toBe(200)
  })

  it('evaluates ten codes an hour', async () => {
    const email = fresh()
    await withApp(email)
    const statuses: number[] = []
    const browser = newBrowser()
    await logIn(browser, email)
    for (let n = 0; n < 12; n++) statuses.push((await verify(browser, 'totp', '000000')).status)
    expect(statuses.filter(status => status === 400).length).toBeLessThanOrEqual(10)
    expect(statuses.at(-1)).toBe(429)
  })

  it('remember no device for a mere claim, nor for a password where more is set', async () => {
    const email = fresh()
    const { totp } = await withApp(email)
    await forgetTries()
    const stranger = newBrowser('203.0.113.77')
    for (let n = 0; n < 10; n++) await logIn(stranger, email, WRONG)
    await signUp(stranger, email)
    expect((await logIn(stranger, email, WRONG)).status).toBe(429)
    await forgetTries()
    // Whoever has the password alone guesses ten codes an hour, however often they log in.
    const statuses: number[] = []
    for (let n = 0; n < 4; n++) {
      const thief = newBrowser(`203.0.113.${n}`)
      await logIn(thief, email)
      for (let m = 0; m < 4; m++) statuses.push((await verify(thief, 'totp', '000000')).status)
    }
    expect(statuses.filter(status => status === 400).length).toBe(10)
    await forgetTries()
    const owner = newBrowser()
    await logIn(owner, email)
    expect((await verify(owner, 'totp', totp.generate())).status).toBe(200)
    expect([...owner.cookies.keys()]).toContain('corridor.device')
  })
})

describe('somebody who is locked out by the guesses of others', () => {
  const link = async (email: string) => {
    await world().provider.sendLogInLink(email, '/employer/team')
    return lastToken()
  }
  const enter = (from: ReturnType<typeof newBrowser>, token: unknown) =>
    from.ask('POST', '/sign-in/link', { token })

  it('gets in on a new device by a link to the mailbox, once', async () => {
    const email = fresh()
    await confirmed(email)
    for (let n = 0; n < 11; n++) await logIn(newBrowser(`203.0.113.${n}`), email, WRONG)
    const owner = newBrowser()
    const refused = await logIn(owner, email)
    expect(refused.status).toBe(429)
    expect(refused.json.message).toContain('log-in link')
    const token = await link(email)
    expect(mails().at(-1)).toMatchObject({ kind: 'log-in-link', email, go_on_to: '/employer/team' })
    const stranger = newBrowser()
    const answers = await Promise.all([enter(owner, token), enter(stranger, token)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    const winner = answers[0]?.status === 200 ? owner : stranger
    expect(await claims(winner)).toMatchObject({ email, amr: ['link'], auth_time: 0 })
    expect(mails().at(-1)).toMatchObject({ kind: 'security-notice', email })
    // From then the device has tries of its own.
    await winner.ask('POST', '/sign-out')
    expect((await logIn(winner, email)).status).toBe(200)
    expect((await logIn(newBrowser(), email)).status).toBe(429)
  })

  it('still needs the second factor, also when a thief of the password used up its tries', async () => {
    const email = fresh()
    const { totp } = await withApp(email)
    for (let n = 0; n < 5; n++) {
      const thief = newBrowser(`203.0.113.${n}`)
      await logIn(thief, email)
      for (let m = 0; m < 3; m++) await verify(thief, 'totp', '000000')
    }
    const locked = newBrowser()
    await logIn(locked, email)
    expect((await verify(locked, 'totp', totp.generate())).status).toBe(429)
    const owner = newBrowser()
    const answer = await enter(owner, await link(email))
    expect(answer.json).toEqual({ second_factor: ['totp', 'recovery'] })
    expect((await owner.ask('GET', '/token')).json.code).toBe('SECOND_FACTOR_NEEDED')
    expect((await verify(owner, 'totp', totp.generate())).status).toBe(200)
    expect((await claims(owner)).amr).toEqual(['link', 'otp', 'mfa'])
  })

  it('proves with it nothing of what is sensitive', async () => {
    const email = fresh()
    await confirmed(email)
    const owner = newBrowser()
    await enter(owner, await link(email))
    expect((await owner.ask('POST', '/second-factors/totp/start')).json.code).toBe(
      'STEP_UP_REQUIRED',
    )
    const change = { currentPassword: WRONG, newPassword: 'Quiet-harbour-77-stone' }
    expect((await owner.ask('POST', '/change-password', change)).json.code).toBe('STEP_UP_REQUIRED')
  })

  it('has minutes to use it, and it opens nothing else', async () => {
    const email = fresh()
    await confirmed(email)
    const old = await link(email)
    const minutes = (n: number) =>
      query(`update auth.verification set "expiresAt" = "expiresAt" - interval '${n} minutes'`)
    await minutes(14)
    const young = await link(email)
    await minutes(2)
    expect((await enter(newBrowser(), old)).json.code).toBe('LINK_EXPIRED')
    const reset = { token: young, newPassword: 'Quiet-harbour-77-stone' }
    expect((await newBrowser().ask('POST', '/reset-password', reset)).json.code).toBe(
      'INVALID_TOKEN',
    )
    expect((await newBrowser().ask('POST', '/confirm-email', { token: young })).status).toBe(400)
    for (const wrong of ['', 'x', '\0', `${young}x`, `log-in:${young}`, null, 7])
      expect([wrong, (await enter(newBrowser(), wrong)).status]).toEqual([wrong, 400])
    await world().provider.sendPasswordResetLink(email)
    expect((await enter(newBrowser(), lastToken())).status).toBe(400)
    expect((await enter(newBrowser(), young)).status).toBe(200)
  })

  it('gets none for an address that nobody has, or merely claims', async () => {
    await link(fresh())
    const claimed = fresh()
    await signUp(newBrowser(), claimed)
    await link(claimed)
    expect(mails()).toEqual([])
  })
})

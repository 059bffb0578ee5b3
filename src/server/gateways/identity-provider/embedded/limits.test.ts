/** How often anything may be tried at the embedded provider. */
import { describe, expect, it } from 'vitest'
import { embeddedProvider } from '#test/harness/embedded-provider.ts'
import { embeddedWorld } from './embedded-world.test-data.ts'

const { world, fresh, newBrowser, logIn, signUp, verify, confirmed, withApp, forgetTries } =
  embeddedWorld()

describe('limits', () => {
  it('evaluates ten guesses an hour of an account, known or not, from wherever they come', async () => {
    const email = fresh()
    await confirmed(email)
    await forgetTries()
    for (const victim of [email, fresh()]) {
      const statuses: number[] = []
      for (let n = 0; n < 14; n++)
        statuses.push(
          (await logIn(newBrowser(`203.0.113.${n}`), victim, 'Wrong-password-1')).status,
        )
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
    for (let n = 0; n < 12; n++)
      await logIn(newBrowser(`203.0.113.${n}`), email, 'Wrong-password-1')
    expect((await logIn(newBrowser(), email)).status).toBe(429)
    expect((await logIn(browser, email)).status).toBe(200)
  })

  it('counts for all processes, and two at a time', async () => {
    const other = await embeddedProvider({ databaseUrl: world().databaseUrl })
    const email = fresh()
    await confirmed(email)
    await forgetTries()
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, n) =>
        logIn((n % 2 ? world() : other).browser(`203.0.113.${n}`), email, 'Wrong-password-1'),
      ),
    )
    expect(answers.filter(({ status }) => status === 401).length).toBe(10)
    await other.close()
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
    for (let n = 0; n < 10; n++) await logIn(stranger, email, 'Wrong-password-1')
    await signUp(stranger, email)
    expect((await logIn(stranger, email, 'Wrong-password-1')).status).toBe(429)
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

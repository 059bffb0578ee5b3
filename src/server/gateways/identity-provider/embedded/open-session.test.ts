/** How long sessions of the embedded provider last, and to whom it gives tokens. */

import { describe, expect, it } from 'vitest'
import { textOf } from '#domain/kernel/words.ts'
import { embeddedWorld, PASSWORD } from './embedded-world.test-data.ts'

const { world, query, fresh, newBrowser, logIn, claims, confirmed, withApp, ended, verify } =
  embeddedWorld()

const setBack = (interval: string) =>
  query(
    `update auth.session set "createdAt" = "createdAt" - interval '${interval}', "updatedAt" = "updatedAt" - interval '${interval}'`,
  )
const renewed = () =>
  query(`update auth.session set "expiresAt" = now() + interval '1 hour' returning "expiresAt"`)

describe('a session', () => {
  it('ends 30 days after its log-in, however it was used', async () => {
    const browser = await confirmed(fresh())
    await setBack('29 days 23 hours')
    await renewed()
    const { sid } = await claims(browser)
    await setBack('2 hours')
    ended().length = 0
    expect((await browser.ask('GET', '/token')).status).toBe(401)
    expect(ended()).toMatchObject([{ session_id: sid }])
    expect(
      await query('select from auth.session where "expiresAt" > now() + interval \'6 days\''),
    ).toEqual([])
  })

  it('of an operator ends after twelve hours', async () => {
    const email = fresh()
    const browser = await confirmed(email)
    world().standing.operator = true
    await setBack('11 hours 50 minutes')
    const { exp = 0, iat = 0 } = await claims(browser)
    // No token outlives its session.
    expect(exp - iat).toBeLessThanOrEqual(10 * 60)
    await setBack('11 minutes')
    for (const [method, path] of [
      ['GET', '/second-factors'],
      ['POST', '/second-factors/totp/start'],
      ['GET', '/token'],
    ] as const)
      expect([path, (await browser.ask(method, path)).status]).toEqual([path, 401])
    expect((await logIn(browser, email)).status).toBe(200)
    expect((await browser.ask('GET', '/token')).status).toBe(200)
    world().standing.operator = false
  })

  it('that is over keeps nobody from logging in in the same browser', async () => {
    const email = fresh()
    const browser = await confirmed(email)
    await setBack('31 days')
    expect((await logIn(browser, email)).status).toBe(200)
    expect((await claims(browser)).email).toBe(email)
  })

  it('grows no younger by a change of the password, or a removed factor', async () => {
    const { browser } = await withApp(fresh())
    const { sub } = await claims(browser)
    const opened = async () =>
      (await query(`select id, "createdAt" from auth.session where "userId" = '${sub}'`))[0]
    await setBack('29 days')
    const first = await opened()
    await browser.ask('POST', '/change-password', {
      currentPassword: PASSWORD,
      newPassword: 'Quiet-harbour-77-stone',
    })
    const second = await opened()
    await browser.ask('POST', '/second-factors/totp/remove')
    const third = await opened()
    expect(new Set([first?.id, second?.id, third?.id]).size).toBe(3)
    expect([second?.createdAt, third?.createdAt]).toEqual([first?.createdAt, first?.createdAt])
    await setBack('2 days')
    expect((await browser.ask('GET', '/token')).status).toBe(401)
  })
})

describe('a token', () => {
  it('is made for nobody who is suspended', async () => {
    const email = fresh()
    const browser = await confirmed(email)
    world().standing.suspended = textOf('kernel.problems.suspended')
    for (const at of [browser, newBrowser()]) {
      await logIn(at, email)
      const refused = await at.ask('GET', '/token')
      expect([refused.status, refused.json.code]).toEqual([403, 'SUSPENDED'])
    }
    world().standing.suspended = false
    expect((await browser.ask('GET', '/token')).status).toBe(200)
  })

  it('tells why somebody is suspended to who proved everything alone', async () => {
    const email = fresh()
    const { totp } = await withApp(email)
    world().standing.suspended = textOf('kernel.problems.suspended')
    const browser = newBrowser()
    await logIn(browser, email)
    expect((await browser.ask('GET', '/token')).json.code).toBe('SECOND_FACTOR_NEEDED')
    expect((await verify(browser, 'totp', totp.generate())).status).toBe(200)
    expect((await browser.ask('GET', '/token')).json.code).toBe('SUSPENDED')
    world().standing.suspended = false
  })
})

/** Links that were mailed to an address which is the account's no more. */
import { describe, expect, it } from 'vitest'
import { embeddedWorld, PASSWORD } from './embedded-world.test-data.ts'

const { world, newBrowser, lastToken, fresh, confirmed, claims, logIn, query } = embeddedWorld()

describe('once an account has another address', () => {
  async function moved(mail: (email: string) => Promise<void>) {
    const [before, after] = [fresh(), fresh()]
    const sub = String((await claims(await confirmed(before))).sub)
    await mail(before)
    const token = lastToken()
    expect(await world().provider.changeEmail(sub, after)).toBe(true)
    return { before, after, token }
  }

  it('nobody logs in by a link that went to the one before', async () => {
    const { token } = await moved(email => world().provider.sendLogInLink(email))
    const answer = await newBrowser().ask('POST', '/sign-in/link', { token })
    expect(answer).toMatchObject({ status: 400, json: { code: 'LINK_NOT_VALID' } })
  })

  it('nobody chooses its password by one', async () => {
    const { token, after } = await moved(email => world().provider.sendPasswordResetLink(email))
    const newPassword = 'Quiet-harbour-77-stone'
    const answer = await newBrowser().ask('POST', '/reset-password', { token, newPassword })
    expect(answer).toMatchObject({ status: 400, json: { code: 'LINK_NOT_VALID' } })
    expect((await logIn(newBrowser(), after, newPassword)).status).not.toBe(200)
    expect((await logIn(newBrowser(), after, PASSWORD)).status).toBe(200)
  })

  it('no link is mailed to the one before by who looked for the account just then', async () => {
    const [before, after] = [fresh(), fresh()]
    const sub = String((await claims(await confirmed(before))).sub)
    // Between the look and the link the account moves.
    await query(`create function auth.move() returns trigger language plpgsql as $$ begin
      update auth."user" set email = '${after}' where id = '${sub}'; return new; end $$`)
    await query(
      'create trigger move before insert on auth.verification execute function auth.move()',
    )
    const sent = world().mails.length
    await world()
      .provider.sendLogInLink(before)
      .finally(() => query('drop function auth.move() cascade'))
    expect(world().mails.slice(sent)).toEqual([])
  })
})

describe('once an account has another password', () => {
  const newPassword = 'Quiet-harbour-77-stone'
  const link = async (email: string, mail: 'sendLogInLink' | 'sendPasswordResetLink') => {
    await world().provider[mail](email)
    return lastToken()
  }
  const dead = { status: 400, json: { code: 'LINK_NOT_VALID' } }

  it('no link that was mailed before it was changed gets in', async () => {
    const email = fresh()
    const browser = await confirmed(email)
    const logsIn = await link(email, 'sendLogInLink')
    const resets = await link(email, 'sendPasswordResetLink')
    const body = { currentPassword: PASSWORD, newPassword }
    expect((await browser.ask('POST', '/change-password', body)).status).toBe(200)
    const stranger = newBrowser()
    expect(await stranger.ask('POST', '/sign-in/link', { token: logsIn })).toMatchObject(dead)
    const reset = { token: resets, newPassword: PASSWORD }
    expect(await stranger.ask('POST', '/reset-password', reset)).toMatchObject(dead)
  })

  it('nor one that was before it was reset', async () => {
    const email = fresh()
    await confirmed(email)
    const logsIn = await link(email, 'sendLogInLink')
    const token = await link(email, 'sendPasswordResetLink')
    const reset = await newBrowser().ask('POST', '/reset-password', { token, newPassword })
    expect(reset.status).toBe(200)
    const answer = await newBrowser().ask('POST', '/sign-in/link', { token: logsIn })
    expect(answer).toMatchObject(dead)
  })
})

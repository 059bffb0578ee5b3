/** Sessions, step-up, the e-mail's change and operators' second factor, over HTTP on a whole Corridor. */
import { setTimeout as sleep } from 'node:timers/promises'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import {
  type LiveCorridor,
  liveCorridor,
  PASSWORD,
  tokenIn,
  type Visitor,
} from '#test/harness/live-corridor.ts'
import { OWN, URL_TRICKS } from '#test/server/url-tricks.ts'

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/153.0.0.0 Safari/537.36'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const WALLET = {
  currency: 'USDC',
  blockchain: 'solana',
  address: 'gfAyQWfijGL9MPvCM7rQ1sEPSCXioJg1XAkyyJig4Mt',
}

let corridor: LiveCorridor
let admin: Admin
let counter = 0
const fresh = () => `person${++counter}@visitors.test`

beforeAll(async () => {
  corridor = await liveCorridor()
  admin = await adminOf(corridor)
})
beforeEach(() => admin.rows('delete from rate_limit'))
afterAll(async () => {
  await admin.close()
  await corridor.close()
})

async function elsewhere(email: string, agent: string): Promise<Visitor> {
  const visitor = corridor.visitor(agent)
  await visitor.ask('POST', '/sign-in/email', { email, password: PASSWORD })
  await visitor.api('GET', '/user/me')
  return visitor
}

/** Lets the proof of the sessions of an account grow old. */
const age = () =>
  admin.rows(`update auth.session set "authenticatedAt" = now() - interval '11 minutes'`)

describe('devices', () => {
  it('are listed, and one that is signed out is refused within a second, token and all', async () => {
    const email = fresh()
    const here = await corridor.signedUp(email, 'contractor')
    const there = await elsewhere(email, FIREFOX)
    const bearer = await there.token()
    const listed = (await here.api('GET', '/user/sessions')).body as {
      session_id: string
      device: string
      current: boolean
    }[]
    expect(listed.map(({ device, current }) => [device, current])).toEqual(
      expect.arrayContaining([['Firefox on Linux', false]]),
    )
    expect(listed.filter(({ current }) => current).length).toBe(1)
    const other = listed.find(({ current }) => !current)
    expect((await there.api('GET', '/user/me', undefined, bearer)).status).toBe(200)
    expect((await here.api('DELETE', `/user/sessions/${other?.session_id}`)).status).toBe(200)
    await sleep(1000)
    expect((await there.api('GET', '/user/me', undefined, bearer)).status).toBe(401)
    for (let n = 0; n < 50 && (await there.ask('GET', '/token')).status === 200; n++)
      await sleep(50)
    expect((await there.ask('GET', '/token')).status).toBe(401)
    expect((await here.api('DELETE', `/user/sessions/${other?.session_id}`)).status).toBe(404)
  })

  it('that never asked the API are signed out as well', async () => {
    const email = fresh()
    const here = await corridor.signedUp(email, 'contractor')
    const silent = corridor.visitor(FIREFOX)
    await silent.ask('POST', '/sign-in/email', { email, password: PASSWORD })
    const bearer = await silent.token()
    expect((await here.api('DELETE', '/user/sessions')).body).toEqual({ ended: 1 })
    expect((await silent.ask('GET', '/token')).status).toBe(401)
    expect((await silent.api('GET', '/user/me', undefined, bearer)).status).toBe(401)
  })

  it('are nobody else’s to end', async () => {
    const victim = await corridor.signedUp(fresh(), 'contractor')
    const [mine] = (await victim.api('GET', '/user/sessions')).body as { session_id: string }[]
    const other = await corridor.signedUp(fresh(), 'contractor')
    expect((await other.api('DELETE', `/user/sessions/${mine?.session_id}`)).status).toBe(404)
    expect((await victim.api('GET', '/user/me')).status).toBe(200)
  })

  it('are all signed out at once, this one too where asked', async () => {
    const email = fresh()
    const here = await corridor.signedUp(email, 'employer')
    const others = [await elsewhere(email, CHROME), await elsewhere(email, FIREFOX)]
    const bearers = await Promise.all(others.map(other => other.token()))
    expect((await here.api('DELETE', '/user/sessions')).body).toEqual({ ended: 2 })
    await sleep(1000)
    for (const [n, other] of others.entries())
      expect((await other.api('GET', '/user/me', undefined, bearers[n])).status).toBe(401)
    const mine = await here.token()
    expect((await here.api('GET', '/user/me', undefined, mine)).status).toBe(200)
    await here.api('DELETE', '/user/sessions?this_too=true')
    await sleep(1000)
    expect((await here.api('GET', '/user/me', undefined, mine)).status).toBe(401)
  })

  it('end with the sign-out, also for a token that is out', async () => {
    const here = await corridor.signedUp(fresh(), 'contractor')
    const bearer = await here.token()
    await here.ask('POST', '/sign-out')
    await sleep(1000)
    expect((await here.api('GET', '/user/me', undefined, bearer)).status).toBe(401)
  })
})

describe('a step-up', () => {
  it('comes before payout details are changed, and goes by the password where no factor is set', async () => {
    const person = await corridor.signedUp(fresh(), 'contractor')
    await age()
    const refused = await person.api('PUT', '/contractor/crypto-wallets', WALLET)
    expect(refused).toMatchObject({ status: 403, body: { code: 'STEP_UP_REQUIRED' } })
    await person.ask('POST', '/second-factors/verify', { method: 'password', code: PASSWORD })
    const answer = await person.api('PUT', '/contractor/crypto-wallets', WALLET)
    expect(answer).not.toMatchObject({ body: { code: 'STEP_UP_REQUIRED' } })
  })

  it('takes no token of before', async () => {
    const person = await corridor.signedUp(fresh(), 'contractor')
    await age()
    const old = await person.token()
    await person.ask('POST', '/second-factors/verify', { method: 'password', code: PASSWORD })
    const answer = await person.api('PUT', '/user/email', { email: fresh() }, old)
    expect(answer).toMatchObject({ status: 403, body: { code: 'STEP_UP_REQUIRED' } })
  })
})

describe('a change of the e-mail', () => {
  it('is confirmed at both addresses, moves the account and signs out everywhere', async () => {
    const [before, after] = [fresh(), fresh()]
    const person = await corridor.signedUp(before, 'employer')
    const bearer = await person.token()
    expect((await person.api('PUT', '/user/email', { email: after })).status).toBe(200)
    const confirm = async (to: string) => {
      const { body } = await corridor.mail(to, 'is to change')
      return corridor.visitor().api('POST', '/user/email/confirm', { token: tokenIn(body) }, 'none')
    }
    expect(await confirm(after)).toMatchObject({ body: { confirmed: 'new', done: false } })
    expect((await person.api('GET', '/user/me')).body).toMatchObject({
      email: before,
      email_change: { new_email: after, new_confirmed: true, old_confirmed: false },
    })
    expect(await confirm(before)).toMatchObject({ body: { confirmed: 'old', done: true } })
    expect(await confirm(before)).toMatchObject({ status: 410, body: { code: 'LINK_USED' } })
    await sleep(1000)
    expect((await person.api('GET', '/user/me', undefined, bearer)).status).toBe(401)
    const again = corridor.visitor()
    expect(
      (await again.ask('POST', '/sign-in/email', { email: before, password: PASSWORD })).status,
    ).toBe(401)
    await again.ask('POST', '/sign-in/email', { email: after, password: PASSWORD })
    expect((await again.api('GET', '/user/me')).body).toMatchObject({
      email: after,
      email_verified: true,
      email_change: null,
    })
    expect(await admin.rows(`select email from person where email = '${after}'`)).toHaveLength(1)
    await corridor.mail(before, `changed to ${after}`)
  })

  it('takes no address of another account, and says so to nobody before', async () => {
    const [mine, taken] = [fresh(), fresh()]
    await corridor.signedUp(taken, 'contractor')
    const person = await corridor.signedUp(mine, 'contractor')
    expect((await person.api('PUT', '/user/email', { email: taken })).status).toBe(200)
    const open = corridor.visitor()
    const confirm = async (to: string) =>
      open.api(
        'POST',
        '/user/email/confirm',
        { token: tokenIn((await corridor.mail(to, 'is to change')).body) },
        'none',
      )
    await confirm(taken)
    expect(await confirm(mine)).toMatchObject({ status: 410, body: { code: 'LINK_NOT_VALID' } })
    expect((await person.api('GET', '/user/me')).body).toMatchObject({ email: mine })
  })

  it('is withdrawn by its owner, and by the next one', async () => {
    const person = await corridor.signedUp(fresh(), 'contractor')
    const [first, second] = [fresh(), fresh()]
    await person.api('PUT', '/user/email', { email: first })
    await person.api('PUT', '/user/email', { email: second })
    const open = corridor.visitor()
    const confirm = async (to: string) =>
      (
        await open.api(
          'POST',
          '/user/email/confirm',
          { token: tokenIn((await corridor.mail(to, 'is to change')).body) },
          'none',
        )
      ).status
    expect(await confirm(first)).toBe(410)
    await person.api('DELETE', '/user/email')
    expect(await confirm(second)).toBe(410)
  })
})

describe('operators', () => {
  async function operator(email: string): Promise<Visitor> {
    const { sub } = await corridor.runtime.provider.createVerifiedAccount({
      email,
      password: PASSWORD,
      name: 'Noor',
    })
    await admin.rows(
      `insert into person (sub, type, email, first_name, last_name, created_at) values ('${sub}', 'operator', '${email}', 'Noor', 'Haddad', now())`,
    )
    await admin.rows(
      `insert into operator (sub, role, created_at) values ('${sub}', 'admin', now())`,
    )
    const visitor = corridor.visitor()
    await visitor.ask('POST', '/sign-in/email', { email, password: PASSWORD })
    return visitor
  }

  it('do nothing without a second factor, and everything with one', async () => {
    const noor = await operator(fresh())
    expect((await noor.api('GET', '/user/me')).body).toMatchObject({
      second_factor: { used: false, missing: true },
    })
    expect(await noor.api('GET', '/operations/employers')).toMatchObject({
      status: 403,
      body: { code: 'SECOND_FACTOR_REQUIRED' },
    })
    const started = await noor.ask('POST', '/second-factors/totp/start')
    const code = new TOTP({ secret: String(started.json.secret) }).generate()
    await noor.ask('POST', '/second-factors/totp/confirm', { code })
    expect((await noor.api('GET', '/operations/employers')).status).toBe(200)
    expect((await noor.api('GET', '/user/me')).body).toMatchObject({
      second_factor: { used: true, missing: false },
    })
  })

  it('of the demo stay with their password alone', async () => {
    const demo = await operator('operator@demo.corridor.test')
    expect((await demo.api('GET', '/operations/employers')).status).toBe(200)
  })

  it('are suspended within a second', async () => {
    const noor = await operator(fresh())
    const bearer = await noor.token()
    expect((await noor.api('GET', '/user/me', undefined, bearer)).status).toBe(200)
    await admin.rows(
      `update person set suspended_at = now() where email = 'person${counter}@visitors.test'`,
    )
    await sleep(1000)
    expect(await noor.api('GET', '/user/me', undefined, bearer)).toMatchObject({
      status: 403,
      body: { code: 'SUSPENDED' },
    })
  })
})

/** How many mails with a link went to an address, once every job that asks for one is done. */
async function mailsTo(email: string): Promise<number> {
  for (let n = 0; n < 200; n++) {
    const [left] = await admin.rows<{ n: number }>(
      `select count(*)::int n from graphile_worker._private_jobs where attempts = 0 or locked_at is not null`,
    )
    if (left?.n === 0) break
    await sleep(100)
  }
  const [sent] = await admin.rows<{ n: number }>(
    `select count(*)::int n from dev_mail where recipient = $1 and body like '%?token=%' and subject not like 'Confirm%'`,
    [email],
  )
  return sent?.n ?? 0
}

describe('links', () => {
  it.each(URL_TRICKS)('lead nowhere else: %j is refused', async trick => {
    const open = corridor.visitor()
    for (const url of [trick, trick.replace(OWN, corridor.url)]) {
      const body = { email: 'a@b.co', continuation_url: url }
      const answer = await open.api('POST', '/user/send-password-reset-link', body, 'none')
      expect([url, answer]).toMatchObject([url, { status: 422, body: { code: 'VALIDATION' } }])
    }
  })

  it('are mailed three in ten minutes for one address and network, and the answer is alike after that', async () => {
    const email = fresh()
    await corridor.signedUp(email, 'contractor')
    await admin.rows('delete from rate_limit')
    const asked = { continuation_url: corridor.url }
    for (const to of [email, fresh()])
      for (let n = 0; n < 7; n++) {
        const body = { ...asked, email: to }
        const answer = await corridor
          .visitor()
          .api('POST', '/user/send-password-reset-link', body, 'none')
        expect(answer).toMatchObject({ status: 200, body: { ok: true } })
      }
    expect(await mailsTo(email)).toBe(3)
  })
})

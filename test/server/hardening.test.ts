/** What was attacked before, over HTTP on a whole Corridor. */
import { setTimeout as sleep } from 'node:timers/promises'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import {
  type LiveCorridor,
  liveCorridor,
  PASSWORD,
  type Visitor,
} from '#test/harness/live-corridor.ts'

const WRONG = 'Wrong-password-1'

let corridor: LiveCorridor
let admin: Admin
let counter = 0
const fresh = () => `person${++counter}@hardened.test`

beforeAll(async () => {
  corridor = await liveCorridor({ TAG_MANAGER_ID: 'GTM-ABC123' })
  admin = await adminOf(corridor)
})
beforeEach(() => admin.rows('delete from rate_limit'))
afterAll(async () => {
  await admin.close()
  await corridor.close()
})

async function operator(email: string): Promise<{ visitor: Visitor; sub: string }> {
  const { sub } = await corridor.runtime.provider.createVerifiedAccount({
    email,
    password: PASSWORD,
    name: 'Noor',
  })
  await admin.rows(
    `insert into person (sub, type, email, first_name, last_name, created_at) values ($1, 'operator', $2, 'Noor', 'Haddad', now())`,
    [sub, email],
  )
  await admin.rows(`insert into operator (sub, role, created_at) values ($1, 'admin', now())`, [
    sub,
  ])
  const visitor = corridor.visitor()
  await visitor.ask('POST', '/sign-in/email', { email, password: PASSWORD })
  return { visitor, sub }
}

/** The entries of the platform's chain about somebody, the oldest first. */
const audit = (about: string) =>
  admin.rows<{ action: string; actor_sub: string | null; after: Record<string, unknown> }>(
    `select action, actor_sub, after from audit_entry where chain = 'platform' and $1 = any(entity_uuids) order by seq`,
    [about],
  )

describe('the audit log', () => {
  it('says who logged in, who failed, who was locked out, and which session ended', async () => {
    const email = fresh()
    const person = await corridor.signedUp(email, 'contractor')
    const me = (await person.api('GET', '/user/me')).body as { sub: string }
    const here = corridor.visitor()
    await here.ask('POST', '/sign-in/email', { email, password: PASSWORD })
    for (let n = 0; n < 12; n++)
      await corridor.visitor().ask('POST', '/sign-in/email', { email, password: WRONG })
    const { sid } = JSON.parse(
      Buffer.from((await here.token()).split('.')[1] ?? '', 'base64url').toString(),
    ) as { sid: string }
    await here.ask('POST', '/sign-out')
    const entries = await audit(me.sub)
    const actions = entries.map(({ action }) => action)
    expect(actions).toEqual(
      expect.arrayContaining(['sign_up', 'confirm_email', 'log_in', 'fail_log_in']),
    )
    expect(actions.filter(action => action === 'fail_log_in').length).toBe(10)
    expect(entries.find(({ action }) => action === 'log_in')).toMatchObject({
      actor_sub: me.sub,
      after: { how: 'password', address: expect.stringMatching(/127\.0\.0\.1/) },
    })
    expect(entries.find(({ action }) => action === 'fail_log_in')?.actor_sub).toBeNull()
    expect(await audit(sid)).toMatchObject([{ action: 'end', actor_sub: me.sub }])
    const [locked] = await admin.rows<{ after: { email_hash: string } }>(
      `select after from audit_entry where action = 'lock_out' order by seq desc limit 1`,
    )
    expect(locked?.after.email_hash).toMatch(/^[0-9a-f]{32}$/)
    // Addresses that were typed are nowhere, known ones neither.
    const all = await admin.rows<{ n: number }>(
      `select count(*)::int n from audit_entry where action in ('log_in', 'fail_log_in', 'lock_out', 'sign_up') and after::text like '%@%'`,
    )
    expect(all[0]?.n).toBe(0)
  })

  it('is whole after that', async () => {
    const [broken] = await admin.rows<{ n: number }>(
      `select count(*)::int n from audit_entry e join audit_entry p on p.chain = e.chain and p.seq = e.seq - 1
        where app.audit_hash(p.hash, row(e.chain, e.seq, e.employer_uuid, e.created_at, e.actor_sub, e.actor_role, e.request_id,
          e.action, e.entity, e.entity_uuids, e.before, e.after, ''::bytea)::audit_entry) <> e.hash`,
    )
    expect(broken?.n).toBe(0)
  })
})

describe('an operator', () => {
  it('keeps a second factor, and hears why', async () => {
    const { visitor } = await operator(fresh())
    const started = await visitor.ask('POST', '/second-factors/totp/start')
    const code = new TOTP({ secret: String(started.json.secret) }).generate()
    await visitor.ask('POST', '/second-factors/totp/confirm', { code })
    const refused = await visitor.ask('POST', '/second-factors/totp/remove')
    expect([refused.status, refused.json.code]).toEqual([409, 'LAST_FACTOR'])
    expect(refused.json.message).toMatch(/Add another one first/)
    expect((await visitor.api('GET', '/operations/employers')).status).toBe(200)
  })

  it('logs in again after twelve hours, by the provider and by the API', async () => {
    const { visitor, sub } = await operator(fresh())
    const bearer = await visitor.token()
    expect((await visitor.api('GET', '/user/me', undefined, bearer)).status).toBe(200)
    await admin.rows(
      `update session set created_at = now() - interval '12 hours 1 minute' where sub = $1`,
      [sub],
    )
    await sleep(1000)
    expect((await visitor.api('GET', '/user/me', undefined, bearer)).status).toBe(401)
    await admin.rows(
      `update auth.session set "createdAt" = now() - interval '12 hours 1 minute' where "userId"::text = $1`,
      [sub],
    )
    expect((await visitor.ask('GET', '/token')).status).toBe(401)
  })

  it('who is suspended gets no token', async () => {
    const { visitor, sub } = await operator(fresh())
    await admin.rows('update person set suspended_at = now() where sub = $1', [sub])
    const refused = await visitor.ask('GET', '/token')
    expect([refused.status, refused.json.code]).toEqual([403, 'SUSPENDED'])
  })
})

describe('a session of anybody', () => {
  it('ends 30 days after the log-in for the API as well', async () => {
    const person = await corridor.signedUp(fresh(), 'contractor')
    const bearer = await person.token()
    const { sub } = (await person.api('GET', '/user/me', undefined, bearer)).body as { sub: string }
    const age = (interval: string) =>
      admin.rows(`update session set created_at = now() - interval '${interval}' where sub = $1`, [
        sub,
      ])
    await age('29 days')
    await sleep(1000)
    expect((await person.api('GET', '/user/me', undefined, bearer)).status).toBe(200)
    await age('30 days 1 minute')
    await sleep(1000)
    expect((await person.api('GET', '/user/me', undefined, bearer)).status).toBe(401)
  })
})

describe('a token', () => {
  it('stands alone behind Bearer, or is none', async () => {
    const person = await corridor.signedUp(fresh(), 'contractor')
    const token = await person.token()
    const status = async (authorization: string) =>
      (await fetch(`${corridor.url}/api/v1/user/me`, { headers: { authorization } })).status
    for (const good of [`Bearer ${token}`, `bearer ${token}`, `BEARER   ${token} `])
      expect(await status(good)).toBe(200)
    for (const bad of [
      `Bearer ${token} x`,
      `Bearer ${token} ${token}`,
      `Bearer x ${token}`,
      `Bearer ${token},${token}`,
      `Bearer ${token}, Basic eDp5`,
      `Bearer\t${token}`,
      `Bearer "${token}"`,
      `Bearer =${token}`,
      `Bearer${token}`,
      `Basic ${token}`,
      token,
      '',
    ])
      expect([bad.slice(0, 12), await status(bad)]).toEqual([bad.slice(0, 12), 401])
  })
})

describe('headers', () => {
  const headersOf = async (path: string) => (await fetch(corridor.url + path)).headers

  it('admit somebody else’s script on pages for everyone alone', async () => {
    const policy = async (path: string) =>
      String((await headersOf(path)).get('content-security-policy'))
    for (const open of [
      '/auth/login',
      '/signup',
      '/signup?role=contractor',
      '/terms-and-conditions',
    ])
      expect([open, await policy(open)]).toEqual([
        open,
        expect.stringContaining('googletagmanager'),
      ])
    for (const closed of [
      '/dashboard',
      '/employer/payroll-run',
      '/operations/employers',
      '/signup?role=contractor&invitation=abc',
      '/reset-password?token=abc',
      '/log-in-link?token=abc',
      '/join?token=abc',
      '/auth/login/../../dashboard',
      '/auth/login%2f..%2fdashboard',
      '/api/v1/config',
    ])
      expect([closed, await policy(closed)]).toEqual([
        closed,
        expect.not.stringContaining('google'),
      ])
  })

  it('take from our pages what they have no use for', async () => {
    const permissions = String((await headersOf('/dashboard')).get('permissions-policy'))
    for (const none of ['camera=()', 'microphone=()', 'geolocation=()', 'payment=()', 'usb=()'])
      expect(permissions).toContain(none)
    expect(permissions).toContain('publickey-credentials-get=(self)')
  })
})

describe('a viewer', () => {
  it('gives nobody the authority to act for the company, themselves included', async () => {
    const owner = await corridor.signedUp(fresh(), 'employer')
    const { sub } = (await owner.api('GET', '/user/me')).body as { sub: string }
    const details = (has_authorization: boolean) => ({
      preferred_name: 'Ada',
      first_name: 'Ada',
      last_name: 'Byron',
      phone_number: '+14165550142',
      has_authorization,
    })
    const put = (flag: boolean) => owner.api('PUT', '/user/contact-details', details(flag))
    for (const role of ['viewer', 'approver']) {
      await admin.rows('update employer_member set role = $2 where sub = $1', [sub, role])
      await sleep(1000)
      expect([role, await put(true)]).toMatchObject([
        role,
        { status: 403, body: { code: 'FORBIDDEN' } },
      ])
      expect((await put(false)).status).toBe(200)
    }
    await admin.rows(`update employer_member set role = 'admin' where sub = $1`, [sub])
    await sleep(1000)
    expect(await put(true)).toMatchObject({
      status: 200,
      body: { has_authorization_to_act_for_employer: true },
    })
    await admin.rows(`update employer_member set role = 'viewer' where sub = $1`, [sub])
    await sleep(1000)
    // Who has it already may save the rest of the form.
    expect((await put(true)).status).toBe(200)
  })
})

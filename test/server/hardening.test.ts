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
  corridor = await liveCorridor({ TRUST_PROXY: '1', TAG_MANAGER_ID: 'GTM-ABC123' })
  admin = await adminOf(corridor)
})
beforeEach(() => admin.rows('delete from rate_limit'))
afterAll(async () => {
  await admin.close()
  await corridor.close()
})

/** Asks without a token, from an address. */
async function ask(method: string, path: string, body: object, from = '203.0.113.1') {
  const answer = await fetch(`${corridor.url}/api/v1${path}`, {
    method,
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify(body),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

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

/** Waits until no job is left to run. */
async function jobsDone() {
  for (let n = 0; n < 200; n++) {
    const [left] = await admin.rows<{ n: number }>(
      'select count(*)::int n from graphile_worker._private_jobs where attempts = 0 or locked_at is not null',
    )
    if (left?.n === 0) return
    await sleep(100)
  }
}

const mailsTo = (email: string, like: string) =>
  admin.rows<{ body: string; subject: string }>(
    'select body, subject from dev_mail where recipient = $1 and body like $2 order by sent_at',
    [email, `%${like}%`],
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

describe('links that are asked for', () => {
  const reset = (email: string, from: string, more = {}) =>
    ask('POST', '/user/send-password-reset-link', { email, ...more }, from)

  it('are there for the owner, however many strangers asked', async () => {
    const email = fresh()
    await corridor.signedUp(email, 'contractor')
    for (let n = 0; n < 25; n++) await reset(email, `198.51.100.${n % 5}`)
    await jobsDone()
    const before = (await mailsTo(email, '/reset-password?')).length
    expect(before).toBeLessThanOrEqual(15)
    expect((await reset(email, '192.0.2.200')).status).toBe(200)
    await jobsDone()
    expect((await mailsTo(email, '/reset-password?')).length).toBe(before + 1)
    // Also when strangers use up what goes to one mailbox: where the owner is at home there is a share of their own.
    for (let n = 0; n < 30; n++) await reset(email, `198.51.101.${n}`)
    await jobsDone()
    const flooded = (await mailsTo(email, '/reset-password?')).length
    expect(flooded).toBeLessThanOrEqual(21)
    await reset(email, '127.0.0.1')
    await jobsDone()
    const mails = await mailsTo(email, '/reset-password?')
    expect(mails.length).toBe(flooded + 1)
    // And every one of them works, whoever asked for it.
    const token = /token=([\w-]+)/.exec(mails[0]?.body ?? '')?.[1]
    const answer = await corridor
      .visitor()
      .ask('POST', '/reset-password', { token, newPassword: 'Quiet-harbour-77-stone' })
    expect(answer.status).toBe(200)
  })

  it('count a network of IPv6 as one', async () => {
    const email = fresh()
    await corridor.signedUp(email, 'contractor')
    for (let n = 0; n < 8; n++) await reset(email, `2001:db8:1:1::${n}`)
    await jobsDone()
    expect((await mailsTo(email, '/reset-password?')).length).toBe(3)
  })

  it('log in whoever is locked out, and lead on', async () => {
    const email = fresh()
    await corridor.signedUp(email, 'contractor')
    await admin.rows('delete from rate_limit')
    for (let n = 0; n < 11; n++)
      await corridor.visitor().ask('POST', '/sign-in/email', { email, password: WRONG })
    const owner = corridor.visitor()
    expect((await owner.ask('POST', '/sign-in/email', { email, password: PASSWORD })).status).toBe(
      429,
    )
    const continuation_url = `${corridor.url}/contractor/reports?year=2026`
    const body = { email, continuation_url }
    expect(await ask('POST', '/user/send-log-in-link', body)).toMatchObject({ status: 200 })
    expect(await ask('POST', '/user/send-log-in-link', { email: fresh() })).toMatchObject({
      status: 200,
      body: { ok: true },
    })
    await jobsDone()
    const [mail] = await mailsTo(email, '/log-in-link?')
    const link = new URL(/https?:\S+log-in-link\S+/.exec(mail?.body ?? '')?.[0] ?? '')
    expect(link.searchParams.get('next')).toBe('/contractor/reports?year=2026')
    const answer = await owner.ask('POST', '/sign-in/link', {
      token: link.searchParams.get('token'),
    })
    expect(answer.json).toEqual({ second_factor: [] })
    expect((await owner.api('GET', '/user/me')).status).toBe(200)
    // What is sensitive asks for more than a link.
    expect(await owner.api('PUT', '/user/email', { email: fresh() })).toMatchObject({
      status: 403,
      body: { code: 'STEP_UP_REQUIRED' },
    })
  })

  it('lead on to the page that was asked for, and to the usual one without', async () => {
    const email = fresh()
    const person = corridor.visitor()
    await person.ask('POST', '/sign-up/email', { email, password: PASSWORD, name: email })
    const continuation_url = `${corridor.url}/contractor/reports`
    expect(
      (await person.api('POST', '/user/send-email-verification-link', { continuation_url })).status,
    ).toBe(200)
    expect((await person.api('POST', '/user/send-email-verification-link', {})).status).toBe(200)
    await jobsDone()
    const links = (await mailsTo(email, '/verify-email?')).map(
      ({ body }) => new URL(/https?:\S+verify-email\S+/.exec(body)?.[0] ?? ''),
    )
    expect(links.map(link => link.searchParams.get('next'))).toEqual(['/contractor/reports', null])
    const token = links.at(-1)?.searchParams.get('token')
    expect((await person.ask('POST', '/confirm-email', { token })).status).toBe(200)
    await reset(email, '203.0.113.1', { continuation_url })
    await reset(email, '203.0.113.1')
    await jobsDone()
    const resets = (await mailsTo(email, '/reset-password?')).map(
      ({ body }) => new URL(/https?:\S+reset-password\S+/.exec(body)?.[0] ?? ''),
    )
    expect(resets.map(link => link.searchParams.get('next')).sort()).toEqual([
      '/contractor/reports',
      null,
    ])
  })

  it('for addresses that can be none leave no job that fails', async () => {
    for (const email of [
      'a..b@c.test',
      'a@-b.test',
      'a@b.c',
      'a\u0001@b.test',
      'a@b.test\n',
      'ａ@b.test',
    ])
      for (const path of ['/user/send-password-reset-link', '/user/send-log-in-link'])
        expect([email, await ask('POST', path, { email })]).toMatchObject([
          email,
          { status: 422, body: { detail: [{ msg: 'Invalid email address' }] } },
        ])
    await reset("o'neil+x@sub.example.test", '203.0.113.1')
    await jobsDone()
    const failed = await admin
      .rows(
        `select task_identifier from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id where last_error is not null`,
      )
      .catch(() =>
        admin.rows('select 1 from graphile_worker._private_jobs where last_error is not null'),
      )
    expect(failed).toEqual([])
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

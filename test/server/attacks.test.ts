/**
 * The attacks that once worked, one after the other, on a Corridor as it is tried out and as it serves: no mode of ours is weaker than
 * another. Each is tested in depth where its rule lives.
 */
import { randomBytes } from 'node:crypto'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/kernel/endpoint.ts'
import { LEGAL_VERSIONS } from '#domain/identity/legal.ts'
import { SERVED_CALLS } from '#server/gateways/identity-provider/embedded/served-calls.ts'
import type { Mode } from '#server/kernel/config.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import {
  detailsOf,
  type LiveCorridor,
  liveCorridor,
  PASSWORD,
  type Visitor,
} from '#test/harness/live-corridor.ts'
import { headOf, rawClient } from './raw-client.ts'

const MB = 1024 * 1024
const OF_SERVE = {
  AUTH_SECRET: randomBytes(32).toString('base64'),
  MASTER_KEY: `k1:${randomBytes(32).toString('base64')}`,
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'Corridor <pay@example.test>',
  SUPPORT_EMAIL: 'help@example.test',
}
const SCRIPTED = `%PDF-1.5
1 0 obj
<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >> >>
endobj
2 0 obj
<< /Type /Pages /Kids [] /Count 0 >>
endobj
trailer
<< /Root 1 0 R >>
startxref
9
%%EOF
`

describe.each<Mode>(['start', 'serve'])('%s refuses', mode => {
  let corridor: LiveCorridor
  let admin: Admin
  let people = 0

  beforeAll(async () => {
    // Jobs stay in the queue, so that what would be mailed can be counted.
    corridor = await liveCorridor(mode === 'serve' ? OF_SERVE : {}, mode, { worker: false })
    admin = await adminOf(corridor)
  })
  beforeEach(() => admin.rows('delete from rate_limit'))
  afterAll(async () => {
    await admin?.close()
    await corridor?.close()
  })

  async function account(name: string) {
    const email = `${name}${++people}@attacked.test`
    const { sub } = await corridor.runtime.provider.createVerifiedAccount({
      email,
      password: PASSWORD,
      name,
    })
    return { email, sub }
  }

  async function loggedIn(email: string): Promise<Visitor> {
    const visitor = corridor.visitor()
    const { status } = await visitor.ask('POST', '/sign-in/email', { email, password: PASSWORD })
    expect(status).toBe(200)
    return visitor
  }

  async function signedUp(type: 'employer' | 'contractor') {
    const { email, sub } = await account(type)
    const visitor = await loggedIn(email)
    const { status } = await visitor.api('POST', '/user/signup', detailsOf(type))
    expect(status).toBe(200)
    for (const kind of Object.keys(LEGAL_VERSIONS))
      expect((await visitor.api('PUT', `/user/agreement/${kind}`, {})).status).toBe(200)
    return { visitor, email, sub }
  }

  async function operator() {
    const { email, sub } = await account('operator')
    await admin.rows(
      "insert into person (sub, type, email, first_name, last_name, created_at) values ($1, 'operator', $2, 'Noor', 'Haddad', now())",
      [sub, email],
    )
    await admin.rows("insert into operator (sub, role, created_at) values ($1, 'admin', now())", [
      sub,
    ])
    return { visitor: await loggedIn(email), email, sub }
  }

  async function addFactor(visitor: Visitor): Promise<void> {
    const { json } = await visitor.ask('POST', '/second-factors/totp/start')
    const code = new TOTP({ secret: String(json.secret) }).generate()
    expect((await visitor.ask('POST', '/second-factors/totp/confirm', { code })).status).toBe(200)
  }

  const claimsOf = async (visitor: Visitor) => {
    const [, payload = ''] = (await visitor.token()).split('.')
    const { amr, auth_time } = JSON.parse(Buffer.from(payload, 'base64url').toString())
    return { amr, auth_time }
  }
  const jobs = async (task: string) => {
    const [row] = await admin.rows<{ n: number }>(
      'select count(*)::int n from graphile_worker.jobs where task_identifier = $1',
      [task],
    )
    return row?.n ?? 0
  }

  it('empty and cut bodies as proof of a second factor', async () => {
    const { visitor } = await operator()
    const before = await claimsOf(visitor)
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const proving = [...SERVED_CALLS].filter(
      call => call.startsWith('POST ') && call !== 'POST /sign-out',
    )
    for (const call of proving)
      for (const body of ['{}', 'null', '[]', '', '{"id":'])
        await fetch(`${corridor.url}/api/auth${call.slice(5)}`, {
          method: 'POST',
          headers: { cookie, origin: corridor.url, 'content-type': 'application/json' },
          body,
        })
    expect(await claimsOf(visitor)).toEqual(before)
    const { status, body } = await visitor.api('GET', '/operations/operators')
    expect([status, body]).toEqual([
      403,
      expect.objectContaining({ code: 'SECOND_FACTOR_REQUIRED' }),
    ])
  })

  it('more guesses through other spellings of an address', async () => {
    const { email } = await account('owen')
    const spellings = ['\u0001', '\u0000', '\n', '\u007f', '\u200b'].map(
      odd => email.slice(0, 4) + odd + email.slice(4),
    )
    for (const spelling of spellings) {
      const { status } = await corridor
        .visitor()
        .ask('POST', '/sign-in/email', { email: spelling, password: PASSWORD })
      expect([spelling, status >= 400]).toEqual([spelling, true])
    }
    const statuses: number[] = []
    for (let guess = 0; guess < 14; guess++) {
      const typed = guess % 2 ? email.toUpperCase() : ` ${email}`
      const { status } = await corridor
        .visitor()
        .ask('POST', '/sign-in/email', { email: typed, password: `Wrong-${guess}` })
      statuses.push(status)
    }
    expect(statuses.filter(status => status === 401).length).toBeLessThanOrEqual(10)
    expect(statuses.at(-1)).toBe(429)
    // The owner, on a new device, is not kept out: a link is mailed.
    const before = await jobs('send_link')
    const asked = await fetch(`${corridor.url}/api/v1/user/send-log-in-link`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
    })
    expect([asked.status, (await jobs('send_link')) - before]).toEqual([200, 1])
  })

  it('to read the body of a stranger', async () => {
    const stranger = await rawClient(Number(new URL(corridor.url).port))
    await stranger.send(headOf('PUT', '/api/v1/contractor/personal-documents', 57 * MB))
    const sent = stranger.send(Buffer.alloc(57 * MB, '['))
    expect(await stranger.status()).toBe(401)
    await stranger.ended()
    expect(await sent).toBe(false)
  })

  it('every call on money and access with an old proof', async () => {
    const { visitor, sub } = await operator()
    await addFactor(visitor)
    await admin.rows(
      `update auth.session set "authenticatedAt" = now() - interval '6 hours' where "userId"::text = $1`,
      [sub],
    )
    const bearer = await visitor.token()
    expect((await visitor.api('GET', '/operations/employers', undefined, bearer)).status).toBe(200)
    const guarded = Object.entries<Endpoint>(api).filter(
      ([, { access, touches }]) =>
        Array.isArray(access) && access.includes('operator') && typeof touches === 'string',
    )
    expect(guarded.length).toBeGreaterThan(10)
    for (const [name, { method, path }] of guarded) {
      const id = '0195f0b2-0000-7000-8000-000000000000'
      const { status, text } = await visitor.api(method, path.replace(/:\w+/g, id), {}, bearer)
      expect([name, status, text]).toEqual([name, 403, expect.stringContaining('STEP_UP_REQUIRED')])
    }
  })

  it('to relay mail for a new employer', async () => {
    const { visitor } = await signedUp('employer')
    await visitor.api('PUT', '/employer/name', {
      corporation_name: 'Newcomer Inc.',
      business_name: '',
    })
    const invite = (email: string, role = 'Designer') =>
      visitor.api('POST', '/employer/contractors', { email, role })
    expect((await invite('victim@example.test', 'http://evil.example/login')).status).toBe(422)
    const statuses: number[] = []
    for (let n = 0; n < 40; n++) statuses.push((await invite(`victim${n}@example.test`)).status)
    expect(statuses.filter(status => status === 200).length).toBeLessThanOrEqual(20)
    expect([statuses[0], statuses.at(-1)]).toEqual([200, 429])
  })

  it('to relay mail by changes of an address', async () => {
    const { visitor } = await signedUp('contractor')
    const change = () => visitor.api('PUT', '/user/email', { email: 'victim@example.test' })
    for (let n = 0; n < 5; n++) expect((await change()).status).toBe(200)
    const { status, text } = await change()
    expect([status, text]).toEqual([429, expect.stringContaining('3 hours')])
  })

  it('an operator without a factor, and to take the last one away', async () => {
    const { visitor } = await operator()
    await addFactor(visitor)
    const { status, json } = await visitor.ask('POST', '/second-factors/totp/remove')
    expect([status, json.code]).toEqual([409, 'LAST_FACTOR'])
  })

  it('to keep an account number in clear', async () => {
    const { visitor } = await signedUp('contractor')
    const CANARY = '00998877665'
    const put = await visitor.api('PUT', '/contractor/banking-information', {
      account_name: 'Ada Byron',
      currency: 'USD',
      account_number: CANARY,
      swift_code: 'FBNINGLA',
    })
    const kept = await admin.rows<{ text: string }>(
      `select d::text from destination d union all select k::text from idempotency_key k union all select e::text from audit_entry e
        union all select o::text from outbox_event o`,
    )
    expect(kept.filter(({ text }) => text?.includes(CANARY))).toEqual([])
    expect(put.status).toBe(200)
  })

  it('a document with a script', async () => {
    const { visitor } = await signedUp('contractor')
    const { status, text } = await visitor.api('PUT', '/contractor/personal-documents', {
      id_document_type: 'PASSPORT',
      identification_document: {
        file_name: 'passport.pdf',
        mime_type: 'application/pdf',
        content: Buffer.from(SCRIPTED).toString('base64'),
      },
    })
    expect([status, text]).toEqual([422, expect.stringContaining('DOCUMENT_REFUSED')])
  })

  it('a session that is older than 30 days', async () => {
    const { visitor, sub } = await signedUp('contractor')
    await admin.rows(
      `update auth.session set "createdAt" = now() - interval '31 days' where "userId"::text = $1`,
      [sub],
    )
    expect((await visitor.ask('GET', '/token')).status).toBe(401)
  })

  it('what once made it stumble, in words', async () => {
    const { visitor } = await signedUp('contractor')
    const bearer = await visitor.token()
    const asked = async (path: string, init: RequestInit = {}) =>
      (await fetch(corridor.url + path, init)).status
    const signed = { headers: { authorization: `Bearer ${bearer}` } }
    const cursor = Buffer.from('2026-13-45_x').toString('base64url')
    expect(await asked(`/api/v1/user/payslips?cursor=${cursor}`, signed)).toBe(422)
    for (const path of ['/api/auth/confirm-email', '/api/auth/reset-password'])
      expect(
        await asked(path, {
          method: 'POST',
          headers: { origin: corridor.url, 'content-type': 'application/json' },
          body: JSON.stringify({ token: 'a\u0000b', newPassword: PASSWORD }),
        }),
      ).toBeLessThan(500)
    const doubled = { headers: { authorization: `Bearer ${bearer} x` } }
    expect(await asked('/api/v1/user/me', doubled)).toBe(401)
  })

  it('its own database as anybody but the three logins', async () => {
    const rows = await admin.rows<{ usename: string }>(
      `select distinct usename from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    )
    expect(rows.length).toBeGreaterThan(0)
    expect(
      rows.filter(({ usename }) => !/_(app|operations|services)_login$/.test(usename)),
    ).toEqual([])
  })

  // What is tried out has these pages.
  if (mode === 'start') return
  it('pages for developers, whose mail it does not keep', async () => {
    const moved = await fetch(`${corridor.url}/dev/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ now: '2030-01-01T00:00:00Z' }),
    })
    expect(moved.status).toBe(404)
    // Every address that is nobody else's shows the app.
    const app = await (await fetch(`${corridor.url}/dashboard`)).text()
    for (const path of ['/dev/mail', '/dev/mail.json'])
      expect(await (await fetch(corridor.url + path)).text()).toBe(app)
    expect(await admin.rows("select to_regclass('public.dev_mail') is null gone")).toEqual([
      { gone: true },
    ])
  })
})

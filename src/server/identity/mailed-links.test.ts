/** Links that anybody may ask to have mailed: they reach whom they are for, and leave nobody without. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { type LiveCorridor, liveCorridor, PASSWORD } from '#test/harness/live-corridor.ts'

let corridor: LiveCorridor
let admin: Admin
let counter = 0
const fresh = () => `person${++counter}@linked.test`

beforeAll(async () => {
  corridor = await liveCorridor({ TRUST_PROXY: '1' })
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
      await corridor
        .visitor()
        .ask('POST', '/sign-in/email', { email, password: 'Wrong-password-1' })
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
    // Two mails of the same moment leave in any order.
    const nextOf = (link: URL) => link.searchParams.get('next')
    expect(links.map(nextOf).sort()).toEqual(['/contractor/reports', null])
    const token = links.find(link => nextOf(link) === null)?.searchParams.get('token')
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

  it('tell the owner of a known address, who has no use for a link', async () => {
    const email = fresh()
    await corridor.signedUp(email, 'contractor')
    const stranger = corridor.visitor()
    await stranger.ask('POST', '/sign-up/email', { email, password: PASSWORD, name: email })
    expect((await stranger.api('POST', '/user/send-email-verification-link', {})).status).toBe(200)
    await jobsDone()
    expect(await mailsTo(email, '/auth/login')).toMatchObject([
      { subject: 'You already have a Corridor account' },
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

/** Idempotency keys over HTTP: the same again answers the same, another input is refused, a failure leaves the key free. */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { call } from '#db/seed/cast.ts'
import { newUuid, sha256 } from '#server/kernel/ids.ts'
import { forgetAnswers } from '#server/kernel/kept-answers.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import {
  givenContractor,
  givenEmployer,
  givenOperator,
  person,
  plainWorld,
  type World,
} from '#test/harness/world.ts'
import { type HttpWorld, httpWorld } from './http-world.ts'

let world: World
let http: HttpWorld
let admin: Admin
let employer: string
let other: string
let operator: string
let domain: string
let key: string

beforeAll(async () => {
  world = await plainWorld('2026-03-02T10:00:00Z')
  http = await httpWorld(world)
  admin = await adminOf(world)
  const noor = await givenOperator(world)
  const ingrid = await givenEmployer(world, noor)
  domain = (await call(world, ingrid, 'getEmployer')).domain ?? ''
  operator = await http.tokenOf(noor)
  employer = await http.tokenOf(ingrid)
  other = await http.tokenOf(await givenEmployer(world, noor, 'boss@rival.test'))
  await givenContractor(world, noor, 'amara@okafor.test')
})
afterAll(async () => {
  await admin.close()
  await http.close()
  await world.close()
})
beforeEach(() => {
  key = newUuid()
})

const invite = (
  email: string,
  token = employer,
  headers: Record<string, string> = { 'idempotency-key': key },
) => http.ask(api.inviteContractor, { token, headers, body: { email, role: 'Designer' } })
const invited = async (email: string) =>
  (await admin.rows('select from invitation where email = $1', [email])).length

describe('an Idempotency-Key', () => {
  it('answers the same again, byte for byte, without doing it again', async () => {
    const first = await invite('one@new.test')
    expect(first.status).toBe(200)
    const again = await invite('one@new.test')
    expect([again.status, again.text]).toEqual([200, first.text])
    expect(await invited('one@new.test')).toBe(1)
    // Without the key the same is refused, so it was the key that answered.
    expect((await invite('one@new.test', employer, {})).body).toMatchObject({
      code: 'ALREADY_INVITED',
    })
  })

  it('refuses another input', async () => {
    await invite('two@new.test')
    const refused = await invite('two-b@new.test')
    expect(refused).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_KEY_REUSED' } })
    const elsewhere = await http.ask(api.putEmployerName, {
      token: employer,
      headers: { 'idempotency-key': key },
      body: { corporation_name: 'Northwind', business_name: '' },
    })
    expect(elsewhere.body).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' })
    expect(await invited('two-b@new.test')).toBe(0)
  })

  it('runs once when 12 come at once', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => invite('three@new.test')))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(answers[0]?.status).toBe(200)
    expect(await invited('three@new.test')).toBe(1)
  })

  it('belongs to the person who sent it', async () => {
    await invite('four@new.test')
    const theirs = await invite('four-b@new.test', other)
    expect(theirs.status).toBe(200)
    expect(await invited('four-b@new.test')).toBe(1)
  })

  it('is free again after a failure', async () => {
    await invite('five@new.test', employer, {})
    expect((await invite('five@new.test')).body).toMatchObject({ code: 'ALREADY_INVITED' })
    expect((await invite('five-b@new.test')).status).toBe(200)
    expect((await invite('five-b@new.test')).status).toBe(200)
    expect(await invited('five-b@new.test')).toBe(1)
  })

  it('of an upload is that of its bytes', async () => {
    const upload = (amount: string) =>
      http.ask(api.putBalances, {
        token: operator,
        headers: { 'idempotency-key': key },
        file: {
          field: 'funding_csv',
          name: 'wires.csv',
          bytes: Buffer.from(
            `employer_domain,currency,amount,reference,received_on\n${domain},USD,${amount},W-${amount},2026-03-01\n`,
          ),
        },
      })
    const first = await upload('10.00')
    expect(first).toMatchObject({ status: 200, body: { booked: [{ reference: 'W-10.00' }] } })
    expect((await upload('10.00')).body).toEqual(first.body)
    expect(await upload('20.00')).toMatchObject({
      status: 422,
      body: { code: 'IDEMPOTENCY_KEY_REUSED' },
    })
  })

  it('serves the sign-up of somebody who is nobody yet', async () => {
    const token = await http.tokenOf(person('new@person.test'))
    const body = {
      type: 'employer',
      first_name: 'Ada',
      last_name: 'Berg',
      preferred_name: 'Ada',
      country_code: 'CA',
      subdivision_code: 'CA-ON',
      phone_number: '+14165550142',
      how_did_you_hear_about_us: 'Friends',
    }
    const sign = () => http.ask(api.signUp, { token, body, headers: { 'idempotency-key': key } })
    const answers = await Promise.all([sign(), sign(), sign()])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(
      await admin.rows("select from employer_member where sub = 'sub-new@person.test'"),
    ).toHaveLength(1)
    expect((await sign()).status).toBe(200)
  })

  it('has at most 255 characters, and an empty one is none', async () => {
    const long = await invite('six@new.test', employer, { 'idempotency-key': 'x'.repeat(256) })
    expect(long).toMatchObject({ status: 422, body: { code: 'VALIDATION' } })
    expect((await invite('six@new.test', employer, { 'idempotency-key': '' })).status).toBe(200)
    expect(
      (await invite('seven@new.test', employer, { 'idempotency-key': 'é😀' })).status,
    ).toBeLessThan(500)
  })

  it('keeps its answer sealed for the person, and of the input a hash that nobody else can make', async () => {
    await invite('eight@new.test')
    const [kept] = await admin.rows<{ actor_sub: string; response: string; input_hash: Buffer }>(
      'select actor_sub, response, input_hash from idempotency_key where key = $1',
      [key],
    )
    expect(kept?.response).toMatch(/^sealed:test:/)
    const { fields } = world.kernel
    const id = `${kept?.actor_sub}/${key}`
    expect(fields.open('idempotency_key.response', id, kept?.response ?? '')).toContain('eight@new')
    const body = JSON.stringify({ email: 'eight@new.test', role: 'Designer' })
    const input = `POST /api/v1/employer/contractors\0${sha256(body)}`
    const guessed = createHash('sha256').update(input).digest()
    expect(kept?.input_hash.equals(guessed)).toBe(false)
    expect(kept?.input_hash.equals(fields.blindIndex('idempotency_key.input_hash', input))).toBe(
      true,
    )
  })

  it('is forgotten after 30 days; money that was booked under it is still booked once', async () => {
    const file = {
      field: 'funding_csv',
      name: 'wires.csv',
      bytes: Buffer.from(
        `employer_domain,currency,amount,reference,received_on\n${domain},USD,30.00,W-OLD,2026-03-01\n`,
      ),
    }
    const headers = { 'idempotency-key': key }
    const book = () => http.ask(api.putBalances, { token: operator, headers, file })
    const booked = () => admin.rows("select from funding where reference = 'W-OLD'")
    expect((await book()).status).toBe(200)
    await admin.rows(
      `insert into idempotency_key (actor_sub, key, endpoint, input_hash, created_at)
        select 'sub-long-ago', n::text, 'PUT /x', '', '2026-01-15' from generate_series(1, 2500) n`,
    )
    const known = async () => (await admin.rows('select from idempotency_key')).length
    const before = await known()
    world.clock.set('2026-03-31T09:59:59Z')
    expect(await forgetAnswers(world.kernel)).toBe(2500)
    expect(await known()).toBe(before - 2500)
    expect((await book()).body).toMatchObject({ booked: [{ reference: 'W-OLD' }] })
    world.clock.set('2026-04-01T10:00:01Z')
    expect(await forgetAnswers(world.kernel)).toBe(before - 2500)
    expect(await known()).toBe(0)
    expect((await book()).status).toBe(200)
    expect(await booked()).toHaveLength(1)
  })

  it('is ignored where nothing is written', async () => {
    for (let n = 0; n < 2; n++)
      expect(
        (await http.ask(api.getEmployer, { token: employer, headers: { 'idempotency-key': key } }))
          .status,
      ).toBe(200)
    expect(await admin.rows('select from idempotency_key where key = $1', [key])).toEqual([])
  })
})

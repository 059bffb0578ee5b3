/** What the holder of a signed paper is told, and the page that says how it was signed, against PostgreSQL. */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedContracts } from '#contract/shared-contracts.ts'
import { actorOf, addPolicy, call, callAs, type Person } from '#db/seed/cast.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { type Offered, offer, sign } from '#test/harness/offers.ts'
import { wholeFile } from '#test/harness/whole-file.ts'
import {
  biweekly,
  givenContractor,
  givenEmployer,
  givenOperator,
  testWorld,
  type World,
} from '#test/harness/world.ts'
import { askReader, notPdfA } from '../gateways/pdf/pdf-a.test-data.ts'
import { readText } from '../gateways/pdf/read-text.test-data.ts'
import { ANONYMOUS } from '../kernel/actor.ts'
import { registerIn } from '../people/registered.test-data.ts'

let world: World
let admin: Admin
let boss: Person
let amara: Person
let policy_uuid: string

beforeAll(async () => {
  world = await testWorld('2026-03-02T10:00:00Z')
  admin = await adminOf(world)
  const operator = await givenOperator(world)
  boss = await givenEmployer(world, operator, 'boss@northwind.test')
  policy_uuid = await addPolicy(world, boss, 'Biweekly', biweekly('2026-03-13'))
  amara = await givenContractor(world, operator, 'amara@example.test')
  const { invitation_uuid } = await call(world, boss, 'inviteContractor', {
    body: { email: amara.email, role: 'Data engineer' },
  })
  await call(world, amara, 'acceptInvitation', { params: { id: invitation_uuid } })
})
afterAll(async () => {
  await admin?.close()
  await world?.close()
})

const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const verify = async (bytes: Uint8Array | string) => {
  await admin.rows('delete from rate_limit')
  const sha256 = typeof bytes === 'string' ? bytes : digestOf(bytes)
  return (await callAs(world, ANONYMOUS, 'verifyContract', { body: { sha256 } })).contract
}
const fileOf = async (id: string) =>
  wholeFile(await call(world, boss, 'getContractPdf', { params: { id } }))
const read = (person: Person, id: string) =>
  call(world, person, 'getContractText', { params: { id } })
const offered = (effective_date: string, role = 'Data engineer'): Promise<Offered> =>
  offer(world, boss, amara, {
    effective_date,
    rate: 9000n,
    role,
    policy_uuid,
    start_date: effective_date,
  })

describe('the file of a contract', () => {
  it('that both signed is known, with who signed it when; a draft, an offer and any other are not', async () => {
    const offer = await offered('2026-03-02')
    const waiting = await fileOf(offer.id)
    expect(await verify(waiting)).toBeNull()
    world.clock.set('2026-03-02T11:30:00Z')
    await sign(world, offer)
    const signed = await fileOf(offer.id)
    const found = await verify(signed)
    expect(found).toEqual({
      reference: offer.id.slice(-8).toUpperCase(),
      kind: 'CORRIDOR',
      revision: 1,
      state: 'IN_FORCE',
      start_date: '2026-03-02',
      end_date: null,
      signatures: [
        {
          party: 'employer',
          of: expect.stringMatching(/northwind|boss/i),
          name: (await actorOf(world, boss)).name,
          earlier_name: '',
          signed_at: new Date('2026-03-02T10:00:00Z'),
        },
        {
          party: 'contractor',
          of: (await actorOf(world, amara)).name,
          name: (await actorOf(world, amara)).name,
          earlier_name: '',
          signed_at: new Date('2026-03-02T11:30:00Z'),
        },
      ],
    })
    expect(await verify(waiting)).toBeNull()
    // As some tools write it.
    const typed = { sha256: `${digestOf(signed).toUpperCase()}\n` }
    const { sha256 } = sharedContracts.verifyContract.body.parse(typed)
    expect(await verify(sha256)).toEqual(found)
    expect(await verify('0'.repeat(64))).toBeNull()
  })

  it('with a byte changed anywhere, or more after it, is unknown', async () => {
    const offer = await offered('2026-03-02', 'Tester')
    await sign(world, offer)
    const signed = await fileOf(offer.id)
    expect((await verify(signed))?.state).toBe('IN_FORCE')
    // Of the file with both signatures two other programs think the same, where the machine has them.
    const said = askReader('pdfsig', ['-nocert'], signed)?.said ?? 'Signature is Valid'
    expect(said).toContain('Signature is Valid')
    expect(notPdfA(signed) ?? []).toEqual([])
    const step = Math.ceil(signed.length / 24)
    for (let at = 0; at < signed.length; at += step) {
      const changed = Buffer.from(signed)
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
      expect([at, await verify(changed)]).toEqual([at, null])
    }
    expect(await verify(Buffer.concat([signed, Buffer.from(' ')]))).toBeNull()
  })

  it('is replaced from the day of the next revision, and ended after its last day', async () => {
    const first = await offered('2026-03-02', 'Writer')
    await sign(world, first)
    const next = await offered('2026-03-16', 'Writer')
    await sign(world, next)
    const [before, after] = [await fileOf(first.id), await fileOf(next.id)]
    expect(await verify(before)).toMatchObject({ state: 'IN_FORCE', end_date: '2026-03-15' })
    expect(await verify(after)).toMatchObject({
      state: 'COMING',
      start_date: '2026-03-16',
      revision: 2,
    })
    world.clock.set('2026-03-16T10:00:00Z')
    expect(await verify(before)).toMatchObject({ state: 'REPLACED', end_date: '2026-03-15' })
    expect(await verify(after)).toMatchObject({ state: 'IN_FORCE' })
    await call(world, boss, 'completeContract', {
      params: { id: next.id },
      body: { desired_completion_date: '2026-03-20', reason: 'Done' },
    })
    // Closed on its very last day, which is paid, it holds to the end of it.
    world.clock.set('2026-03-19T10:00:00Z')
    await call(world, boss, 'completeContract', {
      params: { id: next.id },
      body: { desired_completion_date: '2026-03-19', reason: 'Done earlier' },
    })
    expect(await verify(after)).toMatchObject({ state: 'IN_FORCE', end_date: '2026-03-19' })
    world.clock.set('2026-03-20T10:00:00Z')
    expect(await verify(after)).toMatchObject({ state: 'COMPLETED', end_date: '2026-03-19' })
    world.clock.set('2026-03-02T10:00:00Z')
  })

  it('is asked about so often from one network, then no more for a while', async () => {
    await admin.rows('delete from rate_limit')
    const ask = () =>
      callAs(world, ANONYMOUS, 'verifyContract', { body: { sha256: 'a'.repeat(64) } })
    const answers = await Promise.allSettled(Array.from({ length: 70 }, ask))
    const refused = answers.filter(({ status }) => status === 'rejected')
    expect(refused.length).toBeGreaterThan(0)
    for (const each of refused)
      expect(each).toMatchObject({ reason: { code: 'TOO_MANY_REQUESTS' } })
  })
})

describe('the certificate', () => {
  it('says who drafted, read, offered and signed it, when, from where, and which file', async () => {
    world.clock.set('2026-03-02T10:00:00Z')
    const offer = await offered('2026-03-02', 'Painter')
    expect((await read(boss, offer.id)).text?.certificate).toBeNull()
    world.clock.set('2026-03-03T08:15:07Z')
    await read(amara, offer.id)
    world.clock.set('2026-03-03T08:20:00Z')
    await read(amara, offer.id)
    await sign(world, offer)
    const { text } = await read(amara, offer.id)
    const certificate = text?.certificate
    expect(certificate?.steps.map(step => step.what)).toEqual([
      'Drafted for the Client',
      'Signed for the Client and offered',
      'Read by the Contractor',
      'Signed by the Contractor',
    ])
    const readAt = certificate?.steps[2]?.rows.map(row => row.value)
    expect(readAt).toContain(offer.pdf_sha256)
    expect(readAt?.join(' ')).toContain('08:15:07')
    expect(certificate?.steps[3]?.rows.map(row => row.value)).toContain(offer.pdf_sha256)
    expect(certificate?.page).toBe(`${world.kernel.gateways.publicUrl}/verify`)
    const pages = await readText(await fileOf(offer.id))
    const last = (pages.at(-1) ?? '').replace(/\s+/g, '')
    for (const step of certificate?.steps ?? [])
      for (const said of [step.what, step.name, ...step.rows.map(row => row.value)])
        expect(last).toContain(said.replace(/\s+/g, ''))
    expect(await world.broken()).toEqual([])
  })
})

describe('who changed their name', () => {
  const called = (last_name: string) => ({
    ...{ first_name: 'Ingrid', last_name, middle_name: '', preferred_name: 'Ingrid' },
    ...{ phone_number: '+14165550142', mailing_address: undefined, has_authorization: true },
  })
  const rename = (last_name: string) =>
    call(world, boss, 'putContactDetails', { body: called(last_name) })
  const ofClient = async (id: string) => (await read(boss, id)).text?.signatures[0]?.rows

  it('signs by both names for a year: on the paper, and to whoever asks about it', async () => {
    const before = (await actorOf(world, boss)).name
    await rename('Mouse')
    world.clock.set('2026-03-10T09:00:00Z')
    await rename('Duck')
    const offer = await offered('2026-03-02', 'Renamed designer')
    const known = `${before} (until March 3, 2026)`
    expect(await ofClient(offer.id)).toEqual(
      expect.arrayContaining([
        { term: 'Name', value: 'Ingrid Duck' },
        { term: 'Name before', value: known },
      ]),
    )
    await sign(world, offer)
    const [client, contractor] = (await verify(await fileOf(offer.id)))?.signatures ?? []
    expect(client).toMatchObject({ name: 'Ingrid Duck', earlier_name: known })
    expect(contractor).toMatchObject({ earlier_name: '' })
  })

  it('and takes it back signs by one', async () => {
    await rename('Solberg')
    const offer = await offered('2026-03-02', 'Designer of old')
    expect((await ofClient(offer.id))?.map(({ term }) => term)).not.toContain('Name before')
  })
})

it('a paper names the country where the company is registered, and its law, wherever the company signed up', async () => {
  await registerIn(world, boss, 'GB')
  const { id } = await offered('2026-03-02', 'Londoner')
  const words = JSON.stringify((await read(boss, id)).text)
  expect(words).toContain('5 Fleet Street')
  expect(words).toMatch(/governed by the law of .{0,40}United Kingdom/)
  expect(words).not.toMatch(/Canada.{0,20}, the country of the Client/)
})

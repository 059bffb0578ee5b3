/** Invoices that are written anew by themselves, against PostgreSQL. */
import { beforeEach, describe, expect, it } from 'vitest'
import { call, type Person } from '#db/seed/cast.ts'
import type { Admin } from '#test/harness/admin.ts'
import type { World } from '#test/harness/world.ts'
import { outcome } from '../identity/team.test-data.ts'
import { newUuid } from '../kernel/ids.ts'
import { repeatInvoices, sendCopy } from './index.ts'
import {
  clientBody,
  invoiceBody,
  START,
  whileSuspended,
  withInvoices,
} from './invoicing.test-data.ts'

let world: World
let admin: Admin
let operator: Person
let amara: Person
let kwame: Person
let client_uuid: string

withInvoices(told => {
  ;({ world, admin, operator, amara, kwame, client_uuid } = told)
})
beforeEach(async () => {
  await admin.rows('delete from rate_limit')
  world.clock.set(START)
})

/** Work of February, issued on March 2 and due two weeks later. */
async function sent(): Promise<string> {
  const id = newUuid()
  const days = { start_date: '2026-02-01', end_date: '2026-02-28' }
  await call(world, amara, 'putInvoice', { params: { id }, body: invoiceBody(client_uuid, days) })
  const body = { message: 'Thank you.', reminders: false }
  await call(world, amara, 'sendInvoice', { params: { id }, body })
  return id
}
const repeat = (id: string, change: object = {}, who: Person = amara) =>
  call(world, who, 'putInvoiceRepeat', {
    params: { id },
    body: { every: 'MONTHLY', next_on: '2026-04-01', sends: false, ...change },
  })
const end = (id: string) => call(world, amara, 'endInvoiceRepeat', { params: { id } })
const shown = (id: string) => call(world, amara, 'getInvoice', { params: { id } })
const copiesOf = async (id: string) => {
  const { items } = await call(world, amara, 'listInvoices', { query: { limit: 200, show: 'all' } })
  const copies = items.filter(({ repeats }) => repeats?.invoice_uuid === id)
  return copies.toSorted((a, b) => ((a.start_date ?? '') < (b.start_date ?? '') ? -1 : 1))
}
const on = async (instant: string) => {
  world.clock.set(instant)
  await repeatInvoices(world.unit)
}

describe('an invoice that is repeated', () => {
  it('is neither written nor sent while its contractor is suspended', async () => {
    const id = await sent()
    await repeat(id, { sends: true })
    await whileSuspended(world, operator, amara.sub, () => on('2026-04-01T06:10:00Z'))
    expect(await copiesOf(id)).toEqual([])
    await on('2026-04-02T06:10:00Z')
    const [copy] = await copiesOf(id)
    expect(copy).toMatchObject({ status: 'CREATED', start_date: '2026-03-01' })
    const send = () => sendCopy({ invoice_uuid: copy?.invoice_uuid }, world)
    await whileSuspended(world, operator, amara.sub, send)
    expect(await copiesOf(id)).toMatchObject([{ status: 'CREATED' }])
    await send()
    expect(await copiesOf(id)).toMatchObject([{ status: 'SENT' }])
    await end(id)
  })

  it('is written anew on its days, each once, for the next days of work', async () => {
    const id = await sent()
    expect(await repeat(id)).toMatchObject({ repeat: { every: 'MONTHLY', next_on: '2026-04-01' } })
    await on('2026-03-31T06:10:00Z')
    expect(await copiesOf(id)).toEqual([])
    await on('2026-04-01T06:10:00Z')
    await Promise.all([repeatInvoices(world.unit), repeatInvoices(world.unit)])
    const [copy, ...rest] = await copiesOf(id)
    expect(rest).toEqual([])
    expect(copy).toMatchObject({
      ...{ status: 'CREATED', start_date: '2026-03-01', end_date: '2026-03-31' },
      ...{ due_date: '2026-04-15', lacking: [], client_uuid },
    })
    // Nobody looked for two months: what was missed is written, each for its own days.
    await on('2026-06-02T06:10:00Z')
    await repeatInvoices(world.unit)
    expect((await copiesOf(id)).map(({ start_date, end_date }) => [start_date, end_date])).toEqual([
      ['2026-03-01', '2026-03-31'],
      ['2026-04-01', '2026-04-30'],
      ['2026-05-01', '2026-05-31'],
    ])
    expect(await shown(id)).toMatchObject({ repeat: { next_on: '2026-07-01' } })
    expect(await end(id)).toMatchObject({ repeat: null })
    await on('2026-08-01T06:10:00Z')
    expect(await copiesOf(id)).toHaveLength(3)
    expect(await repeat(id, { next_on: '2026-09-01' })).toMatchObject({ repeat: { sends: false } })
    await on('2026-09-01T06:10:00Z')
    expect((await copiesOf(id)).at(-1)).toMatchObject({ start_date: '2026-08-01' })
    expect(await shown(id)).toMatchObject({ repeat: { next_on: '2026-10-01' } })
    await end(id)
  })

  it('is of other days of work each time, also where it is written in the middle between two', async () => {
    const id = await sent()
    await repeat(id, { next_on: '2026-03-17' })
    await on('2026-03-17T06:10:00Z')
    await on('2026-04-17T06:10:00Z')
    // Moved to a day that lies nearer to the days before.
    await repeat(id, { next_on: '2026-05-05' })
    await on('2026-05-05T06:10:00Z')
    await repeat(id, { next_on: '2026-05-12' })
    await on('2026-05-12T06:10:00Z')
    expect((await copiesOf(id)).map(({ start_date }) => start_date)).toEqual([
      ...['2026-03-01', '2026-04-01', '2026-05-01', '2026-06-01'],
    ])
    await end(id)
  })

  it('keeps its day of the month where it is only said whether it is sent by itself', async () => {
    const id = await sent()
    await repeat(id, { next_on: '2026-04-30', every: 'QUARTERLY' })
    await repeat(id, { next_on: '2027-01-30' })
    await on('2027-01-30T06:10:00Z')
    expect(await shown(id)).toMatchObject({ repeat: { next_on: '2027-02-28' } })
    await repeat(id, { next_on: '2027-02-28', sends: true })
    await on('2027-02-28T06:10:00Z')
    expect(await shown(id)).toMatchObject({ repeat: { next_on: '2027-03-30', sends: true } })
    await end(id)
  })

  it('is sent by itself where that was chosen, once, in the name of its contractor', async () => {
    const id = await sent()
    await repeat(id, { sends: true })
    await on('2026-04-01T06:10:00Z')
    const [{ invoice_uuid } = { invoice_uuid: '' }] = await copiesOf(id)
    const send = () => sendCopy({ invoice_uuid }, { unit: world.unit })
    await Promise.all([send(), send()])
    await send()
    const [copy] = await copiesOf(id)
    expect(copy).toMatchObject({ status: 'SENT', reminders: true })
    expect(copy?.number).toMatch(/^AO-2026-/)
    expect(
      await admin.rows('select from invoice_link where invoice_uuid = $1', [invoice_uuid]),
    ).toHaveLength(1)
    await end(id)
  })

  it('waits as a draft where it cannot be sent, and its contractor is told', async () => {
    const id = await sent()
    await repeat(id, { sends: true })
    await on('2026-04-01T06:10:00Z')
    const [{ invoice_uuid } = { invoice_uuid: '' }] = await copiesOf(id)
    world.clock.set('2026-06-01T10:00:00Z')
    await sendCopy({ invoice_uuid }, { unit: world.unit })
    const [copy] = await copiesOf(id)
    expect(copy).toMatchObject({ status: 'CREATED' })
    const told = await admin.rows(
      `select from outbox_event where type = 'invoicing.copy_written' and payload::text like '%' || $1 || '%'`,
      [invoice_uuid],
    )
    expect(told).toHaveLength(1)
    await end(id)
  })

  it('waits as a draft where nothing that its client was shown may be shown to them now', async () => {
    const id = await sent()
    await repeat(id, { sends: true })
    await on('2026-04-01T06:10:00Z')
    const { destinations } = await call(world, amara, 'getBanking')
    for (const { destination_uuid } of destinations) {
      const split = destinations.map(({ identifier, network, currency }, at) => ({
        ...{ identifier, network, currency },
        percentage:
          destinations.findIndex(of => of.destination_uuid !== destination_uuid) === at
            ? 10_000
            : 0,
      }))
      await call(world, amara, 'putSetupPercentages', { query: {}, body: split })
      await call(world, amara, 'deactivateDestination', { body: { destination_uuid } })
      await call(world, amara, 'reactivateDestination', { body: { destination_uuid } })
    }
    const [copy] = await copiesOf(id)
    await sendCopy({ invoice_uuid: copy?.invoice_uuid }, world)
    expect(await copiesOf(id)).toMatchObject([{ status: 'CREATED' }])
    await world.deliver()
    world.clock.set('2026-04-02T06:20:00Z')
    await sendCopy({ invoice_uuid: copy?.invoice_uuid }, world)
    expect(await copiesOf(id)).toMatchObject([{ status: 'SENT' }])
    await end(id)
  })

  it('is no more once it was taken back', async () => {
    const id = await sent()
    await repeat(id, { sends: true })
    const ended = await call(world, amara, 'voidInvoice', { params: { id }, query: {} })
    expect(ended).toMatchObject({ status: 'VOID', repeat: null })
    expect(await outcome(repeat(id))).toBe('TRANSITION_NOT_ALLOWED')
    await on('2026-04-01T06:10:00Z')
    expect(await copiesOf(id)).toEqual([])
  })

  it('is no more once all of it was credited', async () => {
    const id = await sent()
    await repeat(id, { sends: true })
    const note = await call(world, amara, 'creditInvoice', { params: { id } })
    const params = { id: note.invoice_uuid }
    await call(world, amara, 'sendInvoice', { params, body: { message: '', reminders: false } })
    const credited = await call(world, amara, 'getInvoice', { params: { id } })
    expect(credited).toMatchObject({ status: 'VOID', repeat: null })
    await on('2026-04-01T06:10:00Z')
    expect(await copiesOf(id)).toEqual([])
  })

  it('is not sent by itself once it was taken back, but waits for its contractor', async () => {
    const id = await sent()
    await repeat(id, { sends: true })
    await on('2026-04-01T06:10:00Z')
    const [{ invoice_uuid } = { invoice_uuid: '' }] = await copiesOf(id)
    await call(world, amara, 'voidInvoice', { params: { id }, query: {} })
    await sendCopy({ invoice_uuid }, { unit: world.unit })
    expect(await copiesOf(id)).toMatchObject([{ status: 'CREATED' }])
  })

  it('is none of whom is taken out of the list at the same moment, nor of whom was before', async () => {
    const kept = client_uuid
    for (let round = 0; round < 6; round++) {
      const body = clientBody({ email: `round-${round}@latarnia.test` })
      client_uuid = (await call(world, amara, 'createClient', { body })).uuid
      const id = await sent()
      const archive = call(world, amara, 'archiveClient', { params: { id: client_uuid } })
      const ends = await Promise.all([outcome(repeat(id)), outcome(archive)])
      expect(['ok', 'TRANSITION_NOT_ALLOWED']).toContain(ends[0])
      expect(ends[1]).toBe('ok')
      expect(await call(world, amara, 'getInvoice', { params: { id } })).toMatchObject({
        repeat: null,
      })
      expect(await outcome(repeat(id))).toBe('TRANSITION_NOT_ALLOWED')
    }
    client_uuid = kept
  })

  it('goes to nobody who was taken out of the list, nor waits for them', async () => {
    const kept = client_uuid
    const body = clientBody({ email: 'gone@latarnia.test' })
    client_uuid = (await call(world, amara, 'createClient', { body })).uuid
    const archive = () => call(world, amara, 'archiveClient', { params: { id: client_uuid } })
    const id = await sent()
    await repeat(id, { sends: true })
    await on('2026-04-01T06:10:00Z')
    const [{ invoice_uuid } = { invoice_uuid: '' }] = await copiesOf(id)
    await archive()
    await sendCopy({ invoice_uuid }, { unit: world.unit })
    expect(await copiesOf(id)).toMatchObject([{ status: 'CREATED' }])
    expect(await call(world, amara, 'getInvoice', { params: { id } })).toMatchObject({
      repeat: null,
    })
    await on('2026-05-01T06:10:00Z')
    expect(await copiesOf(id)).toHaveLength(1)
    client_uuid = kept
  })

  it('was sent, is one’s own, and begins on a day that is to come', async () => {
    const id = await sent()
    expect(await outcome(repeat(id, { next_on: '2026-03-02' }))).toBe('VALIDATION')
    expect(await outcome(repeat(id, {}, kwame))).toBe('NOT_FOUND')
    const draft = newUuid()
    await call(world, amara, 'putInvoice', {
      params: { id: draft },
      body: invoiceBody(client_uuid),
    })
    expect(await outcome(repeat(draft))).toBe('TRANSITION_NOT_ALLOWED')
    expect(await outcome(end(id))).toBe('ok')
  })
})

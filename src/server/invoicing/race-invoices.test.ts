/** Two different calls on one invoice at the same moment: it is left as one after the other would leave it. */
import { beforeEach, expect, it } from 'vitest'
import { call, type Person } from '#db/seed/cast.ts'
import { type InvoiceStatus, LEFT, leftBy } from '#domain/invoicing/settlement.ts'
import type { Admin } from '#test/harness/admin.ts'
import type { World } from '#test/harness/world.ts'
import { outcome } from '../identity/team.test-data.ts'
import { newUuid } from '../kernel/ids.ts'
import { clientBody, invoiceBody, START, usd, withInvoices } from './invoicing.test-data.ts'

const TOTAL = 449_640n
let world: World
let admin: Admin
let amara: Person
let client_uuid: string

withInvoices(told => {
  ;({ world, admin, amara, client_uuid } = told)
})
// Ten mails a day go to one client.
beforeEach(() => admin.rows('delete from rate_limit'))

type Call = (id: string) => Promise<unknown>
const LESS = { invoice_items: [{ description: 'A', amount: usd(100n), apply_taxes: false }] }

const send: Call = id =>
  call(world, amara, 'sendInvoice', { params: { id }, body: { message: '', reminders: false } })
const edit: Call = id =>
  call(world, amara, 'putInvoice', { params: { id }, body: invoiceBody(client_uuid, LESS) })
const takeBack: Call = id => call(world, amara, 'voidInvoice', { params: { id }, query: {} })
const pay =
  (minor: bigint, refund = false): Call =>
  id =>
    call(world, amara, 'recordInvoicePayment', {
      params: { id, payment_uuid: newUuid() },
      body: { amount: usd(minor), received_on: '2026-03-02', reference: '', refund },
    })
const unpay: Call = async id => {
  const { payments } = await call(world, amara, 'getInvoice', { params: { id } })
  const params = { id, payment_uuid: payments[0]?.payment_uuid ?? '' }
  return call(world, amara, 'removeInvoicePayment', { params })
}
const beginNote: Call = id => call(world, amara, 'creditInvoice', { params: { id } })
const ofNote =
  (work: Call): Call =>
  async id =>
    work((await call(world, amara, 'creditInvoice', { params: { id } })).invoice_uuid)
const repeat: Call = id =>
  call(world, amara, 'putInvoiceRepeat', {
    params: { id },
    body: { every: 'MONTHLY', next_on: '2026-04-01', sends: true },
  })

const draft: readonly Call[] = []
const sent: readonly Call[] = [send]
const noted: readonly Call[] = [send, beginNote]
const paid: readonly Call[] = [send, pay(TOTAL)]

it.each([
  ['an edit and a sending', draft, edit, send],
  ['a sending and its end', draft, send, takeBack],
  ['a part payment and its end', sent, pay(1000n), takeBack],
  ['two payments of all of it', sent, pay(TOTAL), pay(TOTAL)],
  ['a payment of all of it and a credit note', noted, pay(TOTAL), ofNote(send)],
  ['its end and a credit note that is sent', noted, takeBack, ofNote(send)],
  ['its end and a credit note that is begun', sent, takeBack, beginNote],
  ['an edit of its credit note and the sending of that', noted, ofNote(edit), ofNote(send)],
  ['a payment that is taken back and a credit note', [...paid, beginNote], unpay, ofNote(send)],
  ['a refund and a payment taken back', [...paid, ofNote(send)], pay(TOTAL, true), unpay],
  ['its end and a repeat', sent, takeBack, repeat],
  ['a credit note of all and a repeat', noted, ofNote(send), repeat],
])('%s', async (_what, before, one, other) => {
  for (const [first, second] of [
    [one, other],
    [other, one],
    [one, other],
  ] as const) {
    await admin.rows('delete from rate_limit')
    const id = newUuid()
    world.clock.set(START)
    await call(world, amara, 'putInvoice', { params: { id }, body: invoiceBody(client_uuid) })
    for (const work of before) await work(id)
    const ends = await Promise.all([outcome(first(id)), outcome(second(id))])
    for (const end of ends)
      expect(['ok', 'CONFLICT', 'TRANSITION_NOT_ALLOWED', 'VALIDATION', 'NOT_FOUND']).toContain(end)
    expect(ends).toContain('ok')
    await expectWhole(id)
  }
})

it('an invoice goes to the name and address that were read, or to nobody', async () => {
  const id = newUuid()
  const params = { id }
  const { client_name, client_email } = await call(world, amara, 'putInvoice', {
    params,
    body: invoiceBody(client_uuid),
  })
  const read = { client_name, client_email }
  const become = (change: object) =>
    call(world, amara, 'putClient', { params: { id: client_uuid }, body: clientBody(change) })
  const send = (to: typeof read) =>
    call(world, amara, 'sendInvoice', { params, body: { message: '', reminders: false, to } })
  await become({ email: 'magda@1atarnia.test' })
  expect(await outcome(send(read))).toBe('CONFLICT')
  await become({ company_name: 'Latarnia Optyka' })
  expect(await outcome(send(read))).toBe('CONFLICT')
  expect(await call(world, amara, 'getInvoice', { params })).toMatchObject({ status: 'CREATED' })
  const ends = await Promise.all([outcome(become({})), outcome(send(read))])
  expect(['ok', 'CONFLICT']).toContain(ends[1])
  if (ends[1] === 'CONFLICT') await send(read)
  expect(await call(world, amara, 'getInvoice', { params })).toMatchObject({
    ...{ status: 'SENT', ...read },
  })
})

it('a draft that was changed since it was read is not sent, and has no number', async () => {
  const id = newUuid()
  const params = { id }
  const { version } = await call(world, amara, 'putInvoice', {
    params,
    body: invoiceBody(client_uuid),
  })
  await edit(id)
  const as = (seen: number) =>
    call(world, amara, 'sendInvoice', {
      params,
      body: { message: '', reminders: false, version: seen },
    })
  expect(await outcome(as(version))).toBe('CONFLICT')
  const shown = await call(world, amara, 'getInvoice', { params })
  expect(shown).toMatchObject({ status: 'CREATED', number: null, total: usd(600n) })
  expect(await as(shown.version)).toMatchObject({ status: 'SENT', total: usd(600n) })
  // Who read it sent sends it no second time.
  expect(await outcome(as(shown.version))).toBe('TRANSITION_NOT_ALLOWED')
})

type Kept = {
  readonly status: InvoiceStatus
  readonly total_minor: bigint
  readonly paid_minor: bigint
  readonly credited_minor: bigint
}

/** What is kept of it is what its items, its payments and its credit notes come to, and nothing that ended goes on. */
async function expectWhole(id: string): Promise<void> {
  const [kept] = await admin.rows<Kept>(
    'select status, total_minor::text, paid_minor::text, credited_minor::text from invoice where invoice_uuid = $1',
    [id],
  )
  if (!kept) throw new Error('the invoice is there')
  const shown = await call(world, amara, 'getInvoice', { params: { id } })
  const { status } = shown
  const [total_minor, paid_minor, credited_minor] = [
    BigInt(kept.total_minor),
    BigInt(kept.paid_minor),
    BigInt(kept.credited_minor),
  ]
  expect(shown.total.minor).toBe(total_minor)
  const sum = (minors: readonly bigint[]) => minors.reduce((all, minor) => all + minor, 0n)
  const came = shown.payments.map(({ amount, refund }) => (refund ? -amount.minor : amount.minor))
  expect(paid_minor).toBe(sum(came))
  const notes = shown.credit_notes.filter(({ number }) => number !== null)
  expect(credited_minor).toBe(sum(notes.map(({ total }) => total.minor)))
  expect(credited_minor <= total_minor && paid_minor >= 0n && paid_minor <= total_minor).toBe(true)
  if (status === 'VOID') expect([paid_minor, shown.repeat]).toEqual([0n, null])
  else if (status !== 'CREATED')
    expect(LEFT[leftBy({ total_minor, paid_minor, credited_minor })]).toBe(status)
}

/** Credit notes, refunds and reminders of contractors' invoices, against PostgreSQL. */
import { beforeEach, describe, expect, it } from 'vitest'
import { call, type Person } from '#db/seed/cast.ts'
import type { Admin } from '#test/harness/admin.ts'
import type { World } from '#test/harness/world.ts'
import { outcome, outcomes } from '../identity/team.test-data.ts'
import { newUuid } from '../kernel/ids.ts'
import { remindClients } from './index.ts'
import { invoiceBody, START, usd, whileSuspended, withInvoices } from './invoicing.test-data.ts'

const TOTAL = 449_640n
let world: World
let admin: Admin
let operator: Person
let amara: Person
let kwame: Person
let client_uuid: string

withInvoices(told => {
  ;({ world, admin, operator, amara, kwame, client_uuid } = told)
})
beforeEach(() => world.clock.set(START))

const read = (id: string) => call(world, amara, 'getInvoice', { params: { id } })
const send = (id: string, reminders = false) =>
  call(world, amara, 'sendInvoice', { params: { id }, body: { message: '', reminders } })
async function sent(reminders = false): Promise<string> {
  // Ten mails a day go to one client.
  await admin.rows('delete from rate_limit')
  const id = newUuid()
  await call(world, amara, 'putInvoice', { params: { id }, body: invoiceBody(client_uuid) })
  await send(id, reminders)
  return id
}
const credit = (id: string, who: Person = amara) =>
  call(world, who, 'creditInvoice', { params: { id } })
/** Of a credit note: only this much of untaxed work. */
const cut = (id: string, minor: bigint, change: object = {}) =>
  call(world, amara, 'putInvoice', {
    params: { id },
    body: invoiceBody(client_uuid, {
      invoice_items: [{ description: 'Not needed', amount: usd(minor), apply_taxes: false }],
      transaction_fee: usd(0n),
      ...change,
    }),
  })
const pay = (id: string, minor: bigint, refund = false, payment_uuid = newUuid()) =>
  call(world, amara, 'recordInvoicePayment', {
    params: { id, payment_uuid },
    body: { amount: usd(minor), received_on: '2026-03-02', reference: '', refund },
  })
const void_ = (id: string) => call(world, amara, 'voidInvoice', { params: { id } })

describe('a credit note', () => {
  it('begins with all of its invoice, once, and takes it off when it is sent', async () => {
    const id = await sent()
    const note = await credit(id)
    expect(note).toMatchObject({ kind: 'CREDIT_NOTE', status: 'CREATED', total: usd(TOTAL) })
    expect(note.lacking).toEqual([])
    expect((await credit(id)).invoice_uuid).toBe(note.invoice_uuid)
    const { number } = await read(id)
    await send(note.invoice_uuid)
    const whole = await read(id)
    expect(whole).toMatchObject({ status: 'VOID', owed: usd(0n), credited: usd(TOTAL) })
    expect(whole.credit_notes).toMatchObject([{ total: usd(TOTAL) }])
    const gone = await read(note.invoice_uuid)
    expect(gone).toMatchObject({ status: 'SENT', owed: usd(0n), credits: { number } })
    expect(gone.number).not.toBe(number)
    expect(gone.allowed_actions).toEqual(['revoke_link'])
    expect(await outcome(credit(id))).toBe('TRANSITION_NOT_ALLOWED')
    expect(await outcome(pay(id, 1n))).toBe('TRANSITION_NOT_ALLOWED')
  })

  it('of a part leaves the rest owed, and what is paid then pays it', async () => {
    const id = await sent()
    const { invoice_uuid } = await credit(id)
    await cut(invoice_uuid, 9_640n)
    await send(invoice_uuid)
    expect(await read(id)).toMatchObject({ status: 'SENT', owed: usd(440_000n) })
    expect(await outcome(void_(id))).toBe('TRANSITION_NOT_ALLOWED')
    expect(await pay(id, 440_000n)).toMatchObject({ status: 'PAID', owed: usd(0n) })
  })

  it('of what is paid has to be given back, and a refund by mistake is taken back', async () => {
    const id = await sent()
    const paid = newUuid()
    await pay(id, TOTAL, false, paid)
    const { invoice_uuid } = await credit(id)
    await send(invoice_uuid)
    expect(await read(id)).toMatchObject({ status: 'PAID', refund_due: usd(TOTAL) })
    const back = newUuid()
    expect(await outcome(pay(id, TOTAL + 1n, true))).toBe('VALIDATION')
    expect(await pay(id, TOTAL, true, back)).toMatchObject({ status: 'VOID', refund_due: usd(0n) })
    const remove = (payment_uuid: string) =>
      call(world, amara, 'removeInvoicePayment', { params: { id, payment_uuid } })
    expect(await outcome(remove(paid))).toBe('CONFLICT')
    expect(await remove(back)).toMatchObject({ status: 'PAID', refund_due: usd(TOTAL) })
    expect(await remove(paid)).toMatchObject({ status: 'VOID', refund_due: usd(0n) })
  })

  it('keeps the client, the currency and the taxes of its invoice, and credits no more than is left', async () => {
    const id = await sent()
    const { invoice_uuid } = await credit(id)
    expect(await outcome(cut(invoice_uuid, 1n, { tax_percentage: 700 }))).toBe('VALIDATION')
    expect(await outcome(cut(invoice_uuid, 1n, { client_uuid: null }))).toBe('VALIDATION')
    const over = await cut(invoice_uuid, TOTAL + 1n)
    expect(over.lacking.map(({ field }) => field)).toEqual(['invoice_items'])
    expect(await outcome(send(invoice_uuid))).toBe('VALIDATION')
    await void_(invoice_uuid)
    expect((await read(id)).credit_notes).toEqual([])
  })

  it('and a payment at the same moment add up, whoever is first', async () => {
    for (let round = 0; round < 6; round++) {
      const id = await sent()
      const { invoice_uuid } = await credit(id)
      await outcomes([send(invoice_uuid), pay(id, 100_000n), send(invoice_uuid), credit(id)])
      const { paid, credited, refund_due, owed } = await read(id)
      expect(credited).toEqual(usd(TOTAL))
      expect(paid.minor).toBe(refund_due.minor)
      expect(owed).toEqual(usd(0n))
    }
  })

  it('is begun once by two at the same moment, and by nobody else', async () => {
    const id = await sent()
    const [one, two] = await Promise.all([credit(id), credit(id)])
    expect(one.invoice_uuid).toBe(two.invoice_uuid)
    expect(await outcome(credit(id, kwame))).toBe('NOT_FOUND')
    const counts = await call(world, amara, 'listInvoices', { query: { limit: 1, show: 'open' } })
    expect(counts.sums.every(({ owed }) => owed.minor >= 0n)).toBe(true)
  })
})

describe('a reminder', () => {
  const remind = (id: string, who: Person = amara) =>
    call(world, who, 'remindClient', { params: { id } })
  const links = (id: string) =>
    admin.rows('select from invoice_link where invoice_uuid = $1', [id]).then(rows => rows.length)
  const byItself = async (instant: string) => {
    world.clock.set(instant)
    await remindClients(world.unit)
  }

  it('leaves by itself on its days after the invoice was due, each once, until it is paid', async () => {
    const id = await sent(true)
    expect((await read(id)).next_reminder_on).toBe('2026-03-17')
    await byItself('2026-03-16T10:00:00Z')
    expect(await links(id)).toBe(1)
    await byItself('2026-03-17T06:10:00Z')
    await byItself('2026-03-17T09:10:00Z')
    expect(await links(id)).toBe(2)
    // Two days that nobody was there for are one mail.
    await byItself('2026-04-20T06:10:00Z')
    await byItself('2026-04-21T06:10:00Z')
    expect(await links(id)).toBe(3)
    expect(await read(id)).toMatchObject({ next_reminder_on: null })
  })

  it('leaves for nobody who is suspended, and once for whom is reinstated', async () => {
    const id = await sent(true)
    await whileSuspended(world, operator, amara.sub, async () => {
      await byItself('2026-03-17T06:10:00Z')
      expect(await links(id)).toBe(1)
    })
    await byItself('2026-03-18T06:10:00Z')
    expect(await links(id)).toBe(2)
  })

  it('is none of what was paid, switched off, or stopped', async () => {
    const [paid, off, stopped] = [await sent(true), await sent(true), await sent(true)]
    await pay(paid, TOTAL)
    const set = (id: string, reminders: boolean) =>
      call(world, amara, 'putInvoiceReminders', { params: { id }, body: { reminders } })
    expect(await set(off, false)).toMatchObject({ next_reminder_on: null })
    await call(world, amara, 'revokeInvoiceLinks', { params: { id: stopped } })
    await byItself('2026-03-17T06:10:00Z')
    expect(await Promise.all([paid, off, stopped].map(links))).toEqual([1, 1, 1])
    // What was off on its day is not made up for.
    expect(await set(off, true)).toMatchObject({ next_reminder_on: '2026-03-23' })
    expect(await outcome(set(paid, false))).toBe('TRANSITION_NOT_ALLOWED')
  })

  it('by hand goes out once a day, by two at the same moment once', async () => {
    const id = await sent()
    expect(await outcome(remind(id))).toBe('TOO_MANY_REQUESTS')
    world.clock.set('2026-03-03T10:00:00Z')
    const ends = await outcomes([remind(id), remind(id)])
    expect(ends.toSorted()).toEqual(['TOO_MANY_REQUESTS', 'ok'])
    expect(await links(id)).toBe(2)
    expect(await outcome(remind(id, kwame))).toBe('NOT_FOUND')
  })
})

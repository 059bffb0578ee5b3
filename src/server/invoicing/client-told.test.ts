/** What a client is mailed after an invoice: that it was made void, and what arrived of it. */
import { beforeEach, expect, it } from 'vitest'
import { call, type Person } from '#db/seed/cast.ts'
import type { Problem } from '#domain/kernel/problem.ts'
import type { Admin } from '#test/harness/admin.ts'
import { waitingMails } from '#test/harness/waiting-mails.ts'
import type { World } from '#test/harness/world.ts'
import { newUuid, sha256 } from '../kernel/ids.ts'
import { addressHash } from '../kernel/stop-links.ts'
import { mailLateReceipt } from '../notifications/index.ts'
import { invoiceBody, START, usd, withInvoices } from './invoicing.test-data.ts'

const CLIENT = 'magda@latarnia.test'
let world: World
let admin: Admin
let amara: Person
let client_uuid: string

withInvoices(told => {
  ;({ world, admin, amara, client_uuid } = told)
})
beforeEach(async () => {
  await admin.rows('delete from rate_limit')
  world.clock.set(START)
})

async function draft(): Promise<string> {
  const id = newUuid()
  await call(world, amara, 'putInvoice', { params: { id }, body: invoiceBody(client_uuid) })
  return id
}
async function sent(): Promise<{ id: string; number: string }> {
  const id = await draft()
  const body = { message: '', reminders: false }
  const { number } = await call(world, amara, 'sendInvoice', { params: { id }, body })
  expect(await mailed(number ?? '')).toHaveLength(1)
  return { id, number: number ?? '' }
}
const pay = (id: string, minor: bigint, payment_uuid = newUuid(), refund = false) =>
  call(world, amara, 'recordInvoicePayment', {
    params: { id, payment_uuid },
    body: { amount: usd(minor), received_on: '2026-03-01', reference: '', refund },
  })
/** What the client is mailed of an invoice since it was asked last, as texts. */
async function mailed(number: string): Promise<string[]> {
  await world.deliver()
  const mails = await waitingMails(world, admin)
  return mails
    .filter(({ to, text }) => to === CLIENT && text.includes(number))
    .map(({ text }) => text)
}

it('is told of a void invoice once, and of no draft that nobody had', async () => {
  const { id, number } = await sent()
  await call(world, amara, 'voidInvoice', { params: { id } })
  await call(world, amara, 'voidInvoice', { params: { id } })
  const told = await mailed(number)
  expect(told).toHaveLength(1)
  expect(told[0]).toContain('Pay nothing on it')
  await call(world, amara, 'voidInvoice', { params: { id: await draft() } })
  await world.deliver()
  expect(await waitingMails(world, admin)).toEqual([])
})

it('is sent an invoice of which its contractor has a copy, by their own address and without the link', async () => {
  const id = await draft()
  const body = { message: 'Thank you.', reminders: false }
  const { number } = await call(world, amara, 'sendInvoice', { params: { id }, body })
  await world.deliver()
  const mails = await waitingMails(world, admin)
  expect(mails.map(({ to }) => to).sort()).toEqual(['amara@okafor.test', CLIENT])
  const own = mails.find(({ to }) => to === 'amara@okafor.test')?.text ?? ''
  for (const words of [number ?? '', CLIENT, '4496.40 USD', 'Thank you.', `send-invoice/${id}`])
    expect(own).toContain(words)
  expect(own).not.toContain('payment-information')
})

it('has a receipt of each part that arrived, with what is owed still, and of the last that all is paid', async () => {
  const { id, number } = await sent()
  const payment_uuid = newUuid()
  await pay(id, 100_000n, payment_uuid)
  await pay(id, 100_000n, payment_uuid)
  const first = await mailed(number)
  expect(first).toHaveLength(1)
  expect(first[0]).toContain('1000.00 USD')
  expect(first[0]).toContain('3496.40 USD')
  await pay(id, 349_640n)
  const last = await mailed(number)
  expect(last).toHaveLength(1)
  expect(last[0]).toContain('in full')
})

it('has none of what was taken back before it went out, nor of what was given back', async () => {
  const { id, number } = await sent()
  const wrong = newUuid()
  await pay(id, 50_000n, wrong)
  const params = { id, payment_uuid: wrong }
  await call(world, amara, 'removeInvoicePayment', { params })
  expect(await mailed(number)).toEqual([])
  await pay(id, 449_640n)
  expect(await mailed(number)).toHaveLength(1)
  const note = await call(world, amara, 'creditInvoice', { params: { id } })
  const { invoice_uuid } = note
  const body = { message: '', reminders: false }
  await call(world, amara, 'sendInvoice', { params: { id: invoice_uuid }, body })
  await pay(id, 449_640n, newUuid(), true)
  const rest = await mailed(number)
  expect(rest.filter(text => !/credit note/i.test(text))).toEqual([])
})

it('is told of no void invoice that they never had', async () => {
  const id = await draft()
  const body = { message: '', reminders: false }
  const { number } = await call(world, amara, 'sendInvoice', { params: { id }, body })
  await call(world, amara, 'voidInvoice', { params: { id } })
  expect(await mailed(number ?? '')).toEqual([])
})

it('is told once that a receipt which they had was a mistake, and what is owed by then', async () => {
  const { id, number } = await sent()
  const wrong = newUuid()
  await pay(id, 50_000n, wrong)
  expect(await mailed(number)).toHaveLength(1)
  const params = { id, payment_uuid: wrong }
  await call(world, amara, 'removeInvoicePayment', { params })
  const told = await mailed(number)
  expect(told).toHaveLength(1)
  expect(told[0]).toMatch(/500\.00 USD.*by mistake.*4496\.40 USD/s)
  await pay(id, 30_000n)
  const [receipt] = await mailed(number)
  expect(receipt).toContain('4196.40 USD')
})

it('is mailed none of it where they want no such mails, nor more of it in a day than anybody is', async () => {
  const { id, number } = await sent()
  for (let at = 0; at < 8; at++) await pay(id, 1_000n)
  const some = await mailed(number)
  expect(some.length).toBeLessThan(6)
  expect(some.length).toBeGreaterThan(2)
  world.clock.set('2026-03-09T10:00:00Z')
  await admin.rows('insert into stopped_address (address_hash, stopped_at) values ($1, now())', [
    addressHash(CLIENT),
  ])
  await pay(id, 1_000n)
  expect(await mailed(number)).toEqual([])
  await admin.rows('delete from stopped_address')
})

it('has every receipt once, those beyond the share of a day as soon as the next day has room', async () => {
  const { id, number } = await sent()
  for (let at = 0; at < 8; at++) await pay(id, 1_000n)
  const some = await mailed(number)
  const late = await admin.rows<{ payload: Record<string, unknown>; waits: boolean }>(
    `select j.payload, j.run_at > now() waits from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'mail_receipt' and j.payload->>'invoice_uuid' = $1`,
    [id],
  )
  expect(some.length + late.length).toBe(8)
  expect(late.every(({ waits }) => waits)).toBe(true)
  const payment_uuid = String(late[0]?.payload.payment_uuid)
  await call(world, amara, 'removeInvoicePayment', { params: { id, payment_uuid } })
  await admin.rows('delete from rate_limit')
  for (const { payload } of [...late, ...late]) await mailLateReceipt(payload, world)
  expect(await mailed(number)).toHaveLength(late.length - 1)
})

it('is sent what is due, whatever receipts they had and whoever invited them', async () => {
  const { id } = await sent()
  for (let at = 0; at < 6; at++) await pay(id, 1_000n)
  await world.deliver()
  for (let at = 0; at < 5; at++)
    await admin.rows('select app.take_try($1::jsonb)', [
      JSON.stringify([{ bucket: `invitations to ${sha256(CLIENT)}`, burst: 5, seconds: 17_280 }]),
    ])
  for (let at = 0; at < 5; at++) await sent()
})

it('is mailed no more invoices in a day than anybody is, which is said as that', async () => {
  const ends = []
  for (let at = 0; at < 12; at++)
    ends.push(
      await sent().then(
        () => 'sent',
        (problem: Problem) => problem.text,
      ),
    )
  expect(new Set(ends)).toEqual(new Set(['sent', 'identity.problems.manyMailsToOneClient']))
})

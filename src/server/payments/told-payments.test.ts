/** What machines are told of pay that goes in parts: each part when it arrived, once, and again only when it arrived again. */
import { expect, it } from 'vitest'
import { call } from '#db/seed/cast.ts'
import type { Admin } from '#test/harness/admin.ts'
import { eachInACopy } from '#test/harness/copies.ts'
import { holding, waiting } from '#test/harness/races.ts'
import { givenDuePayments, type World } from '#test/harness/world.ts'
import { tellUnsettled } from '../integrations/index.ts'
import { holdPaymentsOfItems, listSettling, named } from './payment.store.ts'
import { returnPayments } from './return-payments.ts'

type Due = Awaited<ReturnType<typeof givenDuePayments>>
let world: World
let admin: Admin
let due: Due
eachInACopy(
  async first => givenDuePayments(first, 1),
  copy => {
    world = copy.world
    admin = copy.admin
    due = copy.told
  },
)

/** Executes what waits of these, and records that they arrived. */
async function arrive(payment_uuids: readonly string[]): Promise<void> {
  const { operator } = due
  const body = { pay_date: '2026-03-20', payment_uuids: [...payment_uuids] }
  const { execution_uuid } = await call(world, operator, 'bulkExecute', { body })
  await world.execute(execution_uuid ?? '')
  await settle(payment_uuids)
}
async function settle(payment_uuids: readonly string[]): Promise<void> {
  const body = { payment_uuids: [...payment_uuids], reference: 'BANK-1' }
  await call(world, due.operator, 'bulkSettle', { body })
}
async function usd(): Promise<string[]> {
  const rows = await admin.rows<{ payment_uuid: string }>(
    "select payment_uuid from payment where currency = 'USD'",
  )
  return rows.map(({ payment_uuid }) => payment_uuid)
}
/** Marks what arrived in US dollars unpaid. */
async function markUnpaid(): Promise<void> {
  const [item] = await admin.rows<{ line_item_uuid: string; domain: string; minor: bigint }>(
    `select line_item_uuid, domain, amount_minor minor
      from payment p join employer using (employer_uuid) where p.currency = 'USD'`,
  )
  const { line_item_uuid = '', domain = '', minor = 0n } = item ?? {}
  await call(world, due.operator, 'markLineItem', {
    params: { ...due.id, line_item_uuid, domain, operation: 'unpaid', currency: 'USD' },
    body: { amount_in_smallest_unit: BigInt(minor), reference: '' },
  })
}
/** The payments of which it was told so far, as `event number`, in order. */
async function told(): Promise<string[]> {
  await world.deliver()
  const query = { limit: 200, type: 'payment.*' } as const
  const { items } = await call(world, due.employer, 'listEvents', { query })
  expect(new Set(items.map(({ event_uuid }) => event_uuid)).size).toBe(items.length)
  return items.map(({ type, data }) => {
    const { payment_uuid } = data as { payment_uuid: string }
    return `${type} ${due.payment_uuids.indexOf(payment_uuid)}`
  })
}

it('tells of a part that arrived while another has not, and of the other when it did', async () => {
  const [one = '', other = ''] = due.payment_uuids
  expect(due.payment_uuids).toHaveLength(2)
  await arrive([one])
  expect(await told()).toEqual(['payment.settled 0'])
  await settle([one])
  await arrive([other])
  expect(await told()).toEqual(['payment.settled 0', 'payment.settled 1'])
})

it('tells of what came back and arrived again, and of no other part once more', async () => {
  const [one = '', other = ''] = due.payment_uuids
  await arrive([one, other])
  const both = await told()
  expect(both.toSorted()).toEqual(['payment.settled 0', 'payment.settled 1'])
  await world.unit(async ctx => {
    await holdPaymentsOfItems(ctx.tx, named([other]))
    await returnPayments(ctx, await listSettling(ctx.tx, [other]), 'The account is closed.')
  })
  expect(await told()).toEqual([...both, 'payment.failed 1'])
  await call(world, due.operator, 'retryPayment', { params: { id: other } })
  await arrive([other])
  expect(await told()).toEqual([...both, 'payment.failed 1', 'payment.settled 1'])
})

it('tells of what was marked unpaid after it was told, and of its arrival anew when it is settled again', async () => {
  await arrive(due.payment_uuids)
  const both = await told()
  await markUnpaid()
  const [taken = ''] = await usd()
  const at = due.payment_uuids.indexOf(taken)
  expect(await told()).toEqual([...both, `payment.unsettled ${at}`])
  await arrive([taken])
  expect(await told()).toEqual([...both, `payment.unsettled ${at}`, `payment.settled ${at}`])
})

it('tells nothing that is so no more when a worker comes to it, in whatever order that is', async () => {
  await arrive(due.payment_uuids)
  const both = await told()
  const [taken = ''] = await usd()
  await markUnpaid()
  await arrive([taken])
  expect(await told()).toEqual(both)
})

it('tells nothing of what arrived again while a worker was to tell that it had not', async () => {
  await arrive(due.payment_uuids)
  const both = await told()
  const taken = await usd()
  await markUnpaid()
  const release = await holding(world, 'select from told_head for update')
  const telling = world.unit(ctx => tellUnsettled(ctx, { payment_uuids: taken }))
  await waiting(admin, 1, telling)
  await arrive(taken)
  const others = world.deliver()
  await waiting(admin, 2, others)
  await release()
  await Promise.all([telling, others])
  expect(await told()).toEqual(both)
})

it('delivers what an older process announced of whole pay, tells nothing twice by it, and announces nothing to that any more', async () => {
  await arrive(due.payment_uuids)
  const before = await told()
  const rows = await admin.rows<{ payload: object }>(
    "select payload from outbox_event where type = 'payments.items_settled' and reaction = 'mailPaid'",
  )
  expect(rows).toHaveLength(1)
  const waits = "select from outbox_event where reaction = 'tellSettled' and delivered_at is null"
  expect(await admin.rows(waits)).toEqual([])
  await admin.rows(
    `insert into outbox_event (event_uuid, type, reaction, payload, created_at)
      values (gen_random_uuid(), 'payments.items_settled', 'tellSettled', $1, $2)`,
    [JSON.stringify(rows[0]?.payload), world.clock.now()],
  )
  await world.unit(ctx => ctx.enqueue('deliver_events', {}, { job_key: 'deliver_events' }))
  expect(await told()).toEqual(before)
  expect(await admin.rows(waits)).toEqual([])
})

it('tells a contractor that what was recorded as paid to them was not, and nobody of what is recorded so again by then', async () => {
  const mails = async () => {
    await world.deliver()
    return admin.rows("select from notification where template = 'payment-not-arrived'")
  }
  const payment_uuids = await usd()
  await arrive(payment_uuids)
  await markUnpaid()
  await arrive(payment_uuids)
  expect(await mails()).toEqual([])
  await markUnpaid()
  expect(await mails()).toHaveLength(1)
})

/** Whether a batch is settled is told as it is once all is committed, whichever worker came to it first. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TOLD } from '#contract/events.ts'
import { approveAll, call, type Person } from '#db/seed/cast.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { holding, waiting } from '#test/harness/races.ts'
import { fund, plainWorld, type World } from '#test/harness/world.ts'
import { givenPayers, submitBatch } from './batches.test-data.ts'
import { tellBatchUnsettled } from './index.ts'

const FILE = 'email,amount,currency,reference\nana@corridor.test,20.00,USD,A-1'
let world: World
let admin: Admin
let operator: Person
let employer: Awaited<ReturnType<typeof givenPayers>>['employer']
beforeAll(async () => {
  world = await plainWorld('2026-03-02T10:00:00Z')
  admin = await adminOf(world)
  const given = await givenPayers(world, 'ana@corridor.test')
  operator = given.operator
  employer = given.employer
})
afterAll(async () => {
  await admin?.close()
  await world?.close()
})

const events = async () => {
  await world.deliver()
  return (await call(world, employer, 'listEvents', { query: { limit: 200 } })).items
}
const toldOf = async (batch_uuid: string) =>
  (await events())
    .filter(({ type, data }) => type.startsWith('batch.') && data.batch_uuid === batch_uuid)
    .map(({ type }) => type)

it('a payment is marked unpaid, and settled again while a worker tells of that', async () => {
  const { batch_uuid } = await submitBatch(world, employer, FILE)
  await world.deliver()
  const id = { policy_uuid: batch_uuid, cycle_uuid: batch_uuid }
  await approveAll(world, employer, id, true)
  await fund(world, { operator, employer }, '20.00')
  await world.byTheClock()
  world.clock.set('2026-03-20T10:00:00Z')
  const query = { pay_date: '2026-03-20' }
  const { payment_uuids } = await call(world, operator, 'getChecklist', { query })
  const send = async (sent: readonly string[]) => {
    const body = { ...query, payment_uuids: [...sent] }
    const { execution_uuid } = await call(world, operator, 'bulkExecute', { body })
    await world.execute(execution_uuid ?? '')
    const settling = { payment_uuids: [...sent], reference: 'BANK-1' }
    await call(world, operator, 'bulkSettle', { body: settling })
  }
  await send(payment_uuids)
  expect((await toldOf(batch_uuid)).at(-1)).toBe('batch.settled')
  const paid = (await events()).findLast(({ type }) => type === 'payment.settled')
  const { line_item_uuid, payment_uuid, amount } = TOLD['payment.settled'].parse(paid?.data)
  const { domain } = await call(world, employer, 'getEmployer')
  const { currency = '', amount_in_smallest_unit = 0 } = amount ?? {}
  await call(world, operator, 'markLineItem', {
    params: { ...id, line_item_uuid, domain: domain ?? '', operation: 'unpaid', currency },
    body: { amount_in_smallest_unit: BigInt(amount_in_smallest_unit), reference: '' },
  })

  const release = await holding(
    world,
    `select from payment_batch where batch_uuid = '${batch_uuid}' for update`,
  )
  const telling = world.unit(ctx => tellBatchUnsettled(ctx, { line_item_uuids: [line_item_uuid] }))
  await waiting(admin, 1, telling)
  await send([payment_uuid])
  const others = world.deliver()
  await waiting(admin, 2, others)
  await release()
  await Promise.all([telling, others])
  expect((await toldOf(batch_uuid)).at(-1)).toBe('batch.settled')
})

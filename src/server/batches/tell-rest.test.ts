/** What a machine is told of a batch whose rest nobody pays: its company takes rows back one by one, or all that waits. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { approveAll, call, type Person } from '#db/seed/cast.ts'
import { fund, plainWorld, type World } from '#test/harness/world.ts'
import { givenPayers, submitBatch } from './batches.test-data.ts'

let world: World
let operator: Person
let employer: Awaited<ReturnType<typeof givenPayers>>['employer']
beforeAll(async () => {
  world = await plainWorld('2026-03-02T10:00:00Z')
  const given = await givenPayers(world, 'ana@corridor.test', 'ben@corridor.test')
  operator = given.operator
  employer = given.employer
})
afterAll(() => world?.close())

/** A batch that was sent in, with what of it is told since it was last asked for, and verbs on its items. */
async function batchOf(...lines: string[]) {
  const text = ['email,amount,currency,reference', ...lines].join('\n')
  const { batch_uuid } = await submitBatch(world, employer, text)
  await world.deliver()
  const id = { policy_uuid: batch_uuid, cycle_uuid: batch_uuid }
  const params = { batch_uuid }
  const rows = await call(world, employer, 'listPaymentBatchRows', { params, query: { limit: 9 } })
  const items = rows.items.map(({ line_item_uuid }) => line_item_uuid ?? '')
  const change = async (verb: 'archive' | 'unarchive', line_item_uuid = '') => {
    const of = { params: { ...id, line_item_uuid } }
    await call(world, employer, verb === 'archive' ? 'archiveLineItem' : 'unarchiveLineItem', of)
  }
  let known = 0
  const since = async () => {
    await world.deliver()
    const all = await call(world, employer, 'listEvents', {
      query: { limit: 200, type: 'batch.*' },
    })
    const told = all.items.filter(({ data }) => data.batch_uuid === batch_uuid)
    const fresh = told.slice(known).map(({ type, data }) => [type, data.state])
    known = told.length
    return fresh
  }
  return { batch_uuid, id, items, change, since }
}

it('where what was left is archived, waits again, or is cancelled after the others arrived', async () => {
  const lines = ['ana@corridor.test,20.00,USD,A-1', 'ben@corridor.test,30.00,USD,B-1']
  const { batch_uuid, id, items, change, since } = await batchOf(...lines)
  await change('archive', items[1])
  expect(await since()).toEqual([])
  await fund(world, { operator, employer }, '20.00')
  await approveAll(world, employer, id)
  world.clock.set('2026-03-20T10:00:00Z')
  const query = { pay_date: '2026-03-20' }
  const { payment_uuids } = await call(world, operator, 'getChecklist', { query })
  const body = { pay_date: '2026-03-20', payment_uuids }
  const { execution_uuid } = await call(world, operator, 'bulkExecute', { body })
  await world.execute(execution_uuid ?? '')
  await call(world, operator, 'bulkSettle', { body: { payment_uuids, reference: 'BANK-1' } })
  expect((await since()).at(-1)).toEqual(['batch.settled', 'SETTLED'])
  await change('unarchive', items[1])
  expect(await since()).toEqual([['batch.unsettled', 'APPROVING']])
  await change('archive', items[1])
  expect(await since()).toEqual([['batch.settled', 'SETTLED']])
  await change('unarchive', items[1])
  expect(await since()).toEqual([['batch.unsettled', 'APPROVING']])
  await call(world, employer, 'cancelPaymentBatch', { params: { batch_uuid } })
  expect(await since()).toEqual([
    ['batch.cancelled', 'SETTLED'],
    ['batch.settled', 'SETTLED'],
  ])
})

it('where all of it is archived, and waits again', async () => {
  const { items, change, since } = await batchOf('ana@corridor.test,21.00,USD,A-2')
  await change('archive', items[0])
  expect(await since()).toEqual([['batch.cancelled', 'CANCELLED']])
  await change('unarchive', items[0])
  expect(await since()).toEqual([['batch.reopened', 'APPROVING']])
})

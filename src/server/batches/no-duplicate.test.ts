/** A payment that was sent in twice, of which one batch is cancelled: the other one is no duplicate any more, and can be approved. */
import { expect, it } from 'vitest'
import { approveAll, call } from '#db/seed/cast.ts'
import { fund, testWorld } from '#test/harness/world.ts'
import { givenPayers, submitBatch } from './batches.test-data.ts'

it('is told of with the row of its twin, where both stand in one file', async () => {
  const world = await testWorld('2026-03-02T10:00:00Z')
  const { employer } = await givenPayers(world, 'ana@corridor.test')
  const row = 'ana@corridor.test,10.00,USD,LC-1'
  const head = 'email,amount,currency,reference'
  const found = async (batch_uuid: string) => {
    await world.byTheClock()
    const params = { policy_uuid: batch_uuid, cycle_uuid: batch_uuid }
    const query = { limit: 50, show: 'all' as const }
    const { items } = await call(world, employer, 'getCycle', { params, query })
    return items.flatMap(({ unusual }) =>
      unusual.filter(({ code }) => code === 'DUPLICATE').map(({ text }) => text),
    )
  }
  const twice = await submitBatch(world, employer, [head, row, row].join('\n'))
  expect((await found(twice.batch_uuid)).sort()).toEqual([
    expect.stringContaining('is paid twice here by the same reference: by row 2 too.'),
    expect.stringContaining('is paid twice here by the same reference: by row 3 too.'),
  ])
  const later = await submitBatch(world, employer, [head, row].join('\n'), { file_name: 'b.csv' })
  expect(await found(later.batch_uuid)).toEqual([
    expect.stringContaining('by the same reference in payouts.csv too, row 2.'),
  ])
  await world.close()
})

it('is approved once the batch with the same reference is cancelled', async () => {
  const world = await testWorld('2026-03-02T10:00:00Z')
  const { operator, employer } = await givenPayers(world, 'ana@corridor.test')
  await fund(world, { operator, employer }, '1000.00')
  const text = 'email,amount,currency,reference\nana@corridor.test,10.00,USD,LC-1'
  const first = await submitBatch(world, employer, text, { file_name: 'one.csv' })
  const more = `${text}\nana@corridor.test,5.00,USD,LC-2`
  const second = await submitBatch(world, employer, more)
  const id = { policy_uuid: second.batch_uuid, cycle_uuid: second.batch_uuid }
  const kinds = async () => {
    const query = { limit: 50, show: 'all' as const }
    const { preview } = await call(world, employer, 'getCycle', { params: id, query })
    return preview.unusual_kinds.map(({ code }) => code)
  }
  await world.byTheClock()
  expect(await kinds()).toContain('DUPLICATE')
  await call(world, employer, 'cancelPaymentBatch', { params: { batch_uuid: first.batch_uuid } })
  await approveAll(world, employer, id)
  expect(await kinds()).not.toContain('DUPLICATE')
  expect(await world.broken()).toEqual([])
  await world.close()
})

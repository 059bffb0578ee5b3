import { expect, it } from 'vitest'
import { call } from '#db/seed/cast.ts'
import { givenDuePayments, testWorld } from '#test/harness/world.ts'
import { getChecklist } from './checklist.ts'

it('says how many payments it did not look at, and none that are not due yet', async () => {
  const world = await testWorld()
  const { operator, payment_uuids } = await givenDuePayments(world, 2)
  const look = (day: string, most?: number) => world.unit(ctx => getChecklist(ctx, day, most))
  const today = '2026-03-20'
  expect(await look(today)).toMatchObject({ left_out: 0, sent: 0 })
  const short = await look(today, 3)
  expect([short.payment_uuids.length, short.left_out]).toEqual([3, 1])
  expect(await look('2026-03-19')).toMatchObject({ payment_uuids: [], blocked: [], left_out: 0 })
  const { execution_uuid } = await call(world, operator, 'bulkExecute', {
    body: { pay_date: today, payment_uuids },
  })
  await world.execute(execution_uuid ?? '')
  expect(await look(today)).toMatchObject({ payment_uuids: [], left_out: 0, sent: 4 })
  await world.close()
})

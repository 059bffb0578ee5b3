import { expect, it } from 'vitest'
import { adminOf } from '#test/harness/admin.ts'
import { givenDuePayments, plainWorld } from '#test/harness/world.ts'
import { importFtm, invented, screenAll, waitingHits } from './lists.test-data.ts'

it('nobody hides behind letters of another script, also from a list that came before looks were kept', async () => {
  const world = await plainWorld()
  const admin = await adminOf(world)
  const stage = await givenDuePayments(world)
  const hits = () => waitingHits(world, stage.operator)
  await importFtm(world, invented({ id: 'inv-9', name: 'Kvacher Seo' }))
  await screenAll(world)
  expect(await hits()).toEqual([])
  // Names that stand there already, such as one that an identity provider gave.
  await admin.rows(
    "update person set first_name = '\u0405\u0435\u043e', last_name = 'Kv\u0430\u0441h\u0435r' where first_name = 'Amara'",
  )
  await screenAll(world)
  expect(await hits()).toMatchObject([{ score: 95, entry: { entry_id: 'inv-9' } }])
  await importFtm(world, invented({ id: 'inv-8', name: 'Nobody Atall' }), { version: '2' })
  await screenAll(world)
  expect(await hits()).toEqual([])
  const before = invented({ id: 'inv-7', name: 'Poxvay Sec' })
  await importFtm(world, before, { source: 'before' })
  await admin.rows('update screening_name set look = null')
  await admin.rows(
    "update person set first_name = '\u0405\u0435\u0441', last_name = '\u0420\u043e\u0445v\u0430\u0443' where sub = $1",
    [stage.contractors[0]?.sub],
  )
  await screenAll(world)
  expect(await admin.rows('select from screening_name where look is null')).toEqual([])
  expect(await hits()).toMatchObject([{ entry: { entry_id: 'inv-7' } }])
  await admin.close()
  await world.close()
})

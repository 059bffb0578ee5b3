/** A policy that is made while its company says which holidays it keeps goes by what was said. */
import { expect, it } from 'vitest'
import { actorOf, call } from '#db/seed/cast.ts'
import { newUuid } from '#server/kernel/ids.ts'
import { adminOf } from '#test/harness/admin.ts'
import { biweekly, givenApprovableCycle, testWorld } from '#test/harness/world.ts'
import { putPolicy } from './policies.ts'

it('also where neither had ended when the other began', async () => {
  const world = await testWorld()
  const admin = await adminOf(world)
  const { employer } = await givenApprovableCycle(world)
  const actor = await actorOf(world, employer)
  const somebodyWaits = async () =>
    (await admin.rows('select from pg_locks where not granted')).length > 0
  const id = newUuid()
  let said: Promise<unknown> | undefined
  let done = false
  await world.unit(async ctx => {
    await putPolicy({ ...ctx, actor }, id, 'Made meanwhile', biweekly('2026-03-29'))
    said = call(world, employer, 'putHolidayPolicy', {
      body: { holidays: [{ date: '2026-04-17', label: 'Company closed' }] },
    }).then(() => {
      done = true
    })
    await expect.poll(async () => done || (await somebodyWaits())).toBe(true)
  })
  await said
  const { pay_periods } = await call(world, employer, 'getPolicy', { params: { id } })
  const dates = pay_periods.map(({ pay_date }) => pay_date)
  expect(dates).toContain('2026-04-16')
  expect(dates).not.toContain('2026-04-17')
  await admin.close()
  await world.close()
})

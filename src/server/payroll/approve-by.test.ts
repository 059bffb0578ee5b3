/** By when a pay is to be approved is one day, for its employer and for its contractor, whatever day of the week it is paid on. */
import { expect, it } from 'vitest'
import { call, type Person } from '#db/seed/cast.ts'
import type { Admin } from '#test/harness/admin.ts'
import { eachInACopy } from '#test/harness/copies.ts'
import { type CycleStage, givenApprovableCycle, type World } from '#test/harness/world.ts'

let world: World
let admin: Admin
let stage: CycleStage
eachInACopy(
  first => givenApprovableCycle(first, 1),
  copy => {
    world = copy.world
    admin = copy.admin
    stage = copy.told
  },
)

it.each([
  ['2026-03-23', '2026-03-19'],
  ['2026-03-24', '2026-03-20'],
  ['2026-03-25', '2026-03-23'],
  ['2026-03-27', '2026-03-25'],
])('paid on %s it is %s, and no day once that is over', async (pay_date, due) => {
  await admin.rows('update pay_cycle set pay_date = $1', [pay_date])
  const seen = async () => {
    const [pay] = await call(world, stage.contractors[0] as Person, 'listNextPays')
    const { approve_by } = await call(world, stage.employer, 'getLineItem', {
      params: { ...stage.id, line_item_uuid: pay?.line_item_uuid ?? '' },
    })
    return [approve_by, pay?.steps[1]?.when]
  }
  expect(await seen()).toEqual([due, due])
  world.clock.set(`${pay_date}T10:00:00Z`)
  expect(await seen()).toEqual([pay_date, ''])
})

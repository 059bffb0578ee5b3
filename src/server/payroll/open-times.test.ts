/** What of a cycle's time waits for somebody is listed by itself: where time has to be reported, also who reported none. */
import { expect, it } from 'vitest'
import { call } from '#db/seed/cast.ts'
import { eachInACopy } from '#test/harness/copies.ts'
import { type CycleStage, givenApprovableCycle, type World } from '#test/harness/world.ts'
import { timeActs } from './time-acts.test-data.ts'

let world: World
let stage: CycleStage
eachInACopy(
  first => givenApprovableCycle(first, 3),
  copy => {
    world = copy.world
    stage = copy.told
  },
)
const { report, accept, require, waiting } = timeActs(() => ({
  world,
  stage,
  admin: undefined as never,
}))

it('counts who is listed, and lists nobody whose time is answered', async () => {
  const open = async () => {
    const { items, open: count } = await waiting('open')
    expect(items).toHaveLength(count)
    return items.map(({ timesheet }) => timesheet.state).toSorted()
  }
  expect(await open()).toEqual([])
  await report()
  expect(await open()).toEqual(['REPORTED'])
  await require(true)
  expect(await open()).toEqual(['OPEN', 'OPEN', 'REPORTED'])
  await accept()
  expect(await open()).toEqual(['OPEN', 'OPEN'])
  // Whose hours the employer writes has to report none.
  const [written] = (await waiting('open')).items
  const params = { ...stage.id, line_item_uuid: written?.line_item_uuid ?? '' }
  await call(world, stage.employer, 'editLineItem', { params, body: { hours: 7000 } })
  expect(await open()).toEqual(['OPEN'])
  const { preview } = await call(world, stage.employer, 'getCycle', {
    params: stage.id,
    query: { limit: 50 },
  })
  expect(preview.unusual_kinds.find(({ code }) => code === 'TIME_NOT_REPORTED')?.items).toBe(1)
})

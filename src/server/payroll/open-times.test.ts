/** What of a cycle's time waits for somebody is listed by itself: where time has to be reported, also who reported none. */
import { expect, it } from 'vitest'
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
})

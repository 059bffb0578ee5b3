/** A file for a bank waits for a second operator: their home and menu say so, and nobody else's. */
import { expect, it } from 'vitest'
import { call, type Person } from '#db/seed/cast.ts'
import { eachInACopy } from '#test/harness/copies.ts'
import type { World } from '#test/harness/world.ts'
import { execute, type FilesStage, givenFiles, release } from './bank-files.test-data.ts'

let world: World
let stage: FilesStage
eachInACopy(
  first => givenFiles(first, 2),
  copy => {
    world = copy.world
    stage = copy.told
  },
)

const files = async () =>
  (await call(world, stage.second, 'getChecklist', { query: {} })).files ?? null
const waits = async (who: Person) =>
  (await call(world, who, 'getWaiting', {})).counts['/operations/transactions'] ?? 0

it('until it is released, for everybody but who had it made', async () => {
  expect([await files(), await waits(stage.second)]).toEqual([null, 0])
  const [batch] = await execute(world, stage)
  if (!batch) throw new Error('a file waits')
  expect(await files()).toEqual({ count: 1, since: batch.made_at, totals: [batch.total] })
  expect([await waits(stage.second), await waits(stage.operator)]).toEqual([1, 0])
  await release(world, stage.second, batch.batch_uuid)
  expect([await files(), await waits(stage.second)]).toEqual([null, 0])
})

/** What `npm run bench` seeds and asks is whole, at a size that says nothing of speed: it is run by hand, and breaks unseen. */
import { afterAll, expect, it } from 'vitest'
import { grow } from '../../bench/growth.ts'
import { openStages } from '../../bench/stage.ts'

const CONTRACTORS = 30

const stages = await openStages()
afterAll(() => stages.stop())

it(`pays ${CONTRACTORS} contractors, and every page and export of it answers`, {
  timeout: 300_000,
}, async () => {
  const grown = await grow(stages, 'small', CONTRACTORS, { pages: 'all', pay: true })
  expect(grown).toMatchObject({ refusals: [], paid: true })
  expect(Object.keys(grown.export_seconds)).not.toEqual([])
})

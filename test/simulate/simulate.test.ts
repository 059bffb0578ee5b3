/**
 * Seeds of the simulator on every run: a few, and those that once found something. `npm run torture` runs more and longer ones, `npm run simulate`
 * as many as one likes.
 */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { heavy } from '#test/harness/heavy.ts'
import { cloneTemplate } from '#test/harness/test-server.ts'
import { makeStage, type Stage } from './cast.ts'
import { simulate } from './simulation.ts'

const STEPS = heavy(60, 200)
const SEEDS = Array.from({ length: heavy(9, 200) }, (_, n) => n + 1)

/** Seeds that found something, and what. */
const FOUND: readonly (readonly [seed: number, steps: number, what: string])[] = [
  [10183, 200, 'the model called back pay lost that was archived'],
]

const tally = new Map<string, number>()
let stage: Stage

beforeAll(async () => {
  stage = await makeStage(inject('server_url'))
})

async function run(seed: number, steps: number): Promise<void> {
  const { databaseUrl, drop } = await cloneTemplate(inject('server_url'), stage.template)
  const outcome = await simulate(seed, steps, databaseUrl, stage.cast)
  await drop()
  for (const [name, count] of outcome.tally) tally.set(name, (tally.get(name) ?? 0) + count)
  expect(outcome.found, `seed ${seed}\n${outcome.log.join('\n')}`).toEqual([])
}

describe('five companies at random', () => {
  it.each(SEEDS)('hold every law with seed %i', seed => run(seed, STEPS))
  it.each(FOUND)('hold with seed %i for %i steps, which found that %s', (seed, steps) =>
    run(seed, steps),
  )

  // Seeds in which nobody gets anywhere would hold every law.
  afterAll(() => {
    const done = (name: string) => tally.get(`${name}: done`) ?? 0
    const rare = ['approveLineItem', 'markLineItem']
    const names = [
      ...['signContract', 'approveCycle', 'bulkExecute', 'bulkSettle', 'unapproveCycle'],
      ...['putBalances', 'openCycle', 'completeContract'],
      // A few short walks may not come by.
      ...rare.slice(heavy(rare.length, 0)),
    ]
    expect(names.filter(name => done(name) === 0)).toEqual([])
  })
})

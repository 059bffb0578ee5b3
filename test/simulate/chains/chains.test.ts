/** Seeds of payments on chains on every run: a few. `npm run torture` runs more and longer ones, `npm run simulate -- --of chains` as many as one likes. */
import { afterAll, describe, expect, inject, it } from 'vitest'
import { heavy } from '#test/harness/heavy.ts'
import { chainsOn } from './cast.ts'
import { simulateChains } from './simulation.ts'

const STEPS = heavy(30, 150)
const SEEDS = Array.from({ length: heavy(2, 100) }, (_, n) => n + 1)

const grounds = chainsOn(inject('server_url'))
afterAll(() => grounds.close())

describe('payments on five chains at random', () => {
  it.each(SEEDS)('arrive once, and as the books say, with seed %i', async seed => {
    const outcome = await grounds.walk(seed, (...on) => simulateChains(seed, STEPS, ...on))
    expect(outcome.found, `seed ${seed}\n${outcome.log.join('\n')}`).toEqual([])
  })
})

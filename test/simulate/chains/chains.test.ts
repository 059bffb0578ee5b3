/** Seeds of payments on chains on every run: a few. `npm run torture` runs more and longer ones, `npm run simulate -- --of chains` as many as one likes. */
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { heavy } from '#test/harness/heavy.ts'
import { cloneTemplate } from '#test/harness/test-server.ts'
import { type ChainStage, makeChainStage } from './cast.ts'
import { simulateChains } from './simulation.ts'

const STEPS = heavy(30, 150)
const SEEDS = Array.from({ length: heavy(2, 100) }, (_, n) => n + 1)

let stage: ChainStage

beforeAll(async () => {
  stage = await makeChainStage(inject('server_url'))
})

describe('payments on five chains at random', () => {
  it.each(SEEDS)('arrive once, and as the books say, with seed %i', async seed => {
    const { databaseUrl, drop } = await cloneTemplate(inject('server_url'), stage.template)
    const outcome = await simulateChains(seed, STEPS, databaseUrl, stage.cast)
    await drop()
    expect(outcome.found, `seed ${seed}\n${outcome.log.join('\n')}`).toEqual([])
  })
})

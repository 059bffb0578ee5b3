/** What one role reads of a pay, another reads alike. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call } from '#db/seed/cast.ts'
import {
  type CycleStage,
  givenApprovableCycle,
  plainWorld,
  type World,
} from '#test/harness/world.ts'

let world: World
let stage: CycleStage
beforeAll(async () => {
  world = await plainWorld()
  stage = await givenApprovableCycle(world, 2)
})
afterAll(() => world.close())

describe('what comes next to a contractor', () => {
  it('is planned as the employer’s dry run plans it, whatever the number of cycles', async () => {
    await call(world, stage.employer, 'openCycle', {
      params: { policy_uuid: stage.id.policy_uuid },
      body: { end_date: '2026-03-29' },
    })
    const [contractor] = stage.contractors
    if (!contractor) throw new Error('a contractor')
    const pays = await call(world, contractor, 'listNextPays')
    expect(pays.map(({ end_date }) => end_date)).toEqual(['2026-03-15', '2026-03-29'])
    const { items } = await call(world, stage.employer, 'getCycle', {
      params: stage.id,
      query: { limit: 50 },
    })
    const item = items.find(({ contractor_sub }) => contractor_sub === contractor.sub)
    expect(item?.parts).toHaveLength(2)
    expect(pays[0]?.parts).toEqual(item?.parts)
    expect(pays.every(({ parts }) => parts.length === 2)).toBe(true)
  })
})

describe('a cycle that was archived', () => {
  it('is ARCHIVED to its employer and to operators', async () => {
    await call(world, stage.employer, 'archiveCycle', { params: stage.id })
    const own = await call(world, stage.employer, 'getCycle', {
      params: stage.id,
      query: { limit: 1 },
    })
    const cycles = await call(world, stage.operator, 'listOperationsPayCycles', {
      params: { id: stage.employer.employer_uuid },
      query: { summary: 'true' },
    })
    const theirs = cycles.find(({ cycle_uuid }) => cycle_uuid === stage.id.cycle_uuid)
    expect([own.status, theirs?.status]).toEqual(['ARCHIVED', 'ARCHIVED'])
  })
})

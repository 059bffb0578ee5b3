import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPolicy, call } from '#db/seed/cast.ts'
import { uuidOf } from '#server/kernel/ids.ts'
import {
  biweekly,
  type CycleStage,
  givenApprovableCycle,
  plainWorld,
  type World,
} from '#test/harness/world.ts'

describe('opening a cycle ahead', () => {
  let world: World
  let stage: CycleStage
  beforeAll(async () => {
    world = await plainWorld()
    stage = await givenApprovableCycle(world)
  })
  afterAll(() => world.close())

  const open = (end_date: string) =>
    call(world, stage.employer, 'openCycle', {
      params: { policy_uuid: stage.id.policy_uuid },
      body: { end_date },
    })

  it('is offered for the next period of a policy alone', async () => {
    const { items } = await call(world, stage.employer, 'listCycles', {
      query: { limit: 50, view: 'run' },
    })
    const upcoming = items.filter(item => item.cycle_uuid === null)
    expect(upcoming.map(item => item.allowed_actions)).toEqual([['open'], [], []])
  })

  it('refuses a later period, which would leave a gap, and names the next one', async () => {
    await expect(open('2026-04-12')).rejects.toMatchObject({
      code: 'VALIDATION',
      detail: expect.stringContaining('March 29, 2026'),
    })
    expect(await world.broken()).toEqual([])
  })

  it('opens the next one with its line items, once', async () => {
    const first = await open('2026-03-29')
    expect(first).toMatchObject({
      start_date: '2026-03-16',
      contractors: 1,
      status: 'PENDING_APPROVAL',
    })
    expect(await open('2026-03-29')).toEqual(first)
    expect(await world.broken()).toEqual([])
  })
})

describe('a contract that ends inside an open period', () => {
  it('earns its share of the business days, and the books agree', async () => {
    const world = await plainWorld()
    const stage = await givenApprovableCycle(world)
    const cycle = () =>
      call(world, stage.employer, 'getCycle', { params: stage.id, query: { limit: 50 } })
    const [before] = (await cycle()).items
    const contract_uuid = before?.contract_uuid ?? ''
    world.clock.set('2026-03-04T10:00:00Z')
    const body = { desired_completion_date: '2026-03-06', reason: '' }
    await call(world, stage.employer, 'completeContract', { params: { id: contract_uuid }, body })
    await world.deliver()
    const [after] = (await cycle()).items
    // March 2 to 6 is five of the ten business days of March 2 to 15.
    expect(after).toMatchObject({ hours: 4000, amount: { currency: 'USD', minor: 170_000n } })
    expect(await world.broken()).toEqual([])
    await world.close()
  })
})

describe('a policy', () => {
  let world: World
  let stage: CycleStage
  beforeAll(async () => {
    world = await plainWorld()
    stage = await givenApprovableCycle(world)
  })
  afterAll(() => world.close())

  it('that is saved again as it is answers the same, also once it has cycles', async () => {
    expect(await addPolicy(world, stage.employer, 'Biweekly', biweekly('2026-03-15'))).toBe(
      stage.id.policy_uuid,
    )
  })

  it('keeps its dates once it has cycles', async () => {
    await expect(
      addPolicy(world, stage.employer, 'Biweekly', biweekly('2026-03-22')),
    ).rejects.toMatchObject({ code: 'POLICY_IN_USE' })
  })

  it('begins near today: the end of time is refused with the field', async () => {
    const body = {
      label: 'Far',
      ...biweekly('2199-10-03'),
      preferred_pay_day: null,
      week_of_month: null,
      monthly_business_day: null,
      semi_monthly_preferred_pay_day: null,
      day_of_week: 'friday' as const,
    }
    const id = uuidOf('far')
    await expect(
      call(world, stage.employer, 'putPolicy', { params: { id }, body }),
    ).rejects.toMatchObject({
      code: 'VALIDATION',
      fields: [expect.objectContaining({ loc: ['body', 'first_period_end_date'] })],
    })
  })
})

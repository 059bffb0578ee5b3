/** A gap between cycles, as an older version left it, halts all payments: an operator fills it through the product. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { call, type Person } from '#db/seed/cast.ts'
import { adminOf } from '#test/harness/admin.ts'
import {
  type CycleStage,
  givenApprovableCycle,
  plainWorld,
  type World,
} from '#test/harness/world.ts'

let world: World
let stage: CycleStage
let domain: string
beforeEach(async () => {
  world = await plainWorld()
  stage = await givenApprovableCycle(world)
  domain = (await call(world, stage.employer, 'getEmployer')).domain ?? ''
  // The cycle of March 16 was skipped, and of the one of March 30 the first days: the next one begins on April 3.
  const admin = await adminOf(world)
  await admin.rows('alter table pay_cycle disable trigger cycles_follow')
  await admin.rows(
    `insert into pay_cycle (cycle_uuid, employer_uuid, policy_uuid, period_index, start_date, end_date, nominal_pay_date, pay_date, opened_at)
      select gen_random_uuid(), employer_uuid, policy_uuid, 3, '2026-04-03', '2026-04-26', '2026-05-01', '2026-05-01', opened_at from pay_cycle`,
  )
  await admin.rows('alter table pay_cycle enable trigger cycles_follow')
  await admin.close()
  world.clock.set('2026-04-14T10:00:00Z')
})
afterEach(() => world.close())

const gaps = () => call(world, stage.operator, 'listCalendarGaps', { params: { id: domain } })
const fill = (id = domain, by: Person = stage.operator) =>
  call(world, by, 'fillCalendarGaps', { params: { id, policy_uuid: stage.id.policy_uuid } })

describe('a gap in a calendar', () => {
  it('is named, and filled once by a cycle that pays its days and waits for approval', async () => {
    expect(await world.broken()).toEqual([
      expect.stringContaining('after 2026-03-15 comes 2026-04-03'),
    ])
    expect(await gaps()).toEqual([
      {
        policy_uuid: stage.id.policy_uuid,
        policy_label: 'Biweekly',
        start_date: '2026-03-16',
        end_date: '2026-04-02',
      },
    ])
    expect(await Promise.all([fill(), fill(), fill()])).toEqual([[], [], []])
    expect(await gaps()).toEqual([])
    const { items } = await call(world, stage.employer, 'listCycles', {
      query: { limit: 50, view: 'run' },
    })
    const totals = (hours: bigint) => [{ currency: 'USD', minor: 4250n * hours }]
    expect(items.filter(({ start_date }) => /^2026-03-(16|30)/.test(start_date))).toMatchObject([
      { start_date: '2026-03-16', end_date: '2026-03-29', totals: totals(80n) },
      // Four of the eight business days of its period: Good Friday and Easter Monday are none.
      { start_date: '2026-03-30', end_date: '2026-04-02', totals: totals(40n) },
    ])
    const paid = items.filter(({ start_date }) => /^2026-03-(16|30)/.test(start_date))
    expect(paid.map(({ pay_date, status }) => [pay_date, status])).toEqual([
      ['2026-04-17', 'PENDING_APPROVAL'],
      ['2026-04-17', 'PENDING_APPROVAL'],
    ])
    expect(await world.broken()).toEqual([])
  })

  it('is filled for its own employer alone', async () => {
    await expect(fill('rival.test')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await gaps()).toHaveLength(1)
  })
})

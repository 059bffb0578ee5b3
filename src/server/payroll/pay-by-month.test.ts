/** The pay of the last months: all of their cycles, however many, in sum as the reports say them one by one. */
import { expect, it } from 'vitest'
import { approveAll, call } from '#db/seed/cast.ts'
import { eachInACopy } from '#test/harness/copies.ts'
import {
  type CycleStage,
  fund,
  givenApprovableCycle,
  givenEmployer,
  type World,
} from '#test/harness/world.ts'

let world: World
let told: CycleStage
/** Biweekly cycles that are paid from March 20 to May 15, as of May 1: 3400.00 USD each. */
eachInACopy(
  async first => {
    const stage = await givenApprovableCycle(first)
    first.clock.set('2026-05-01T10:00:00Z')
    await first.byTheClock()
    await fund(first, stage, '10200.00')
    return stage
  },
  copy => {
    world = copy.world
    told = copy.told
  },
)

const months = async () => (await call(world, told.employer, 'getPayByMonth')).months
const said = async () =>
  (await months()).map(({ first_day, totals, behind }) => [
    first_day.slice(0, 7),
    totals[0]?.minor ?? 0n,
    behind[0]?.minor ?? 0n,
  ])

it('is what was approved, month by month, and what of it is behind; what only waits is none of it', async () => {
  const { items } = await call(world, told.employer, 'listCycles', {
    query: { view: 'current', limit: 50 },
  })
  expect(items.map(row => row.pay_date).toSorted()).toEqual([
    ...['2026-03-20', '2026-04-02', '2026-04-17', '2026-05-01', '2026-05-15'],
  ])
  for (const row of items)
    if (row.cycle_uuid && row.pay_date >= '2026-04-01' && row.pay_date <= '2026-05-01')
      await approveAll(world, told.employer, {
        policy_uuid: row.policy_uuid,
        cycle_uuid: row.cycle_uuid,
      })
  expect(await said()).toEqual([
    ...['2025-12', '2026-01', '2026-02', '2026-03'].map(month => [month, 0n, 0n]),
    ['2026-04', 680_000n, 680_000n],
    ['2026-05', 340_000n, 0n],
  ])
  const reports = await call(world, told.employer, 'listReports', { query: { limit: 50 } })
  const sum = (of: 'totals' | 'behind') =>
    reports.items.reduce((all, report) => all + (report[of][0]?.minor ?? 0n), 0n)
  expect([sum('totals'), sum('behind')]).toEqual([1_020_000n, 680_000n])
  // A month later the oldest of the six is another one, and what was in time is late.
  world.clock.set('2026-06-01T10:00:00Z')
  expect((await said()).slice(-3)).toEqual([
    ['2026-04', 680_000n, 680_000n],
    ['2026-05', 340_000n, 340_000n],
    ['2026-06', 0n, 0n],
  ])
})

it('is one’s own', async () => {
  const rival = await givenEmployer(world, told.operator, 'boss@rival.test')
  const { months: theirs } = await call(world, rival, 'getPayByMonth')
  expect(theirs.flatMap(({ totals }) => totals)).toEqual([])
})

/** What the database keeps of a policy's days is what its contracts pay. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call } from '#db/seed/cast.ts'
import { payFor } from '#domain/kernel/hours.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { seeded } from '#test/harness/random.ts'
import {
  type CycleStage,
  givenApprovableCycle,
  plainWorld,
  type World,
} from '#test/harness/world.ts'

let world: World
let admin: Admin
let stage: CycleStage
beforeAll(async () => {
  world = await plainWorld()
  admin = await adminOf(world)
  stage = await givenApprovableCycle(world, 2)
})
afterAll(async () => {
  await admin.close()
  await world.close()
})

const upcoming = async () => {
  const { items } = await call(world, stage.employer, 'listCycles', {
    query: { limit: 50, view: 'run' },
  })
  return items
    .filter(item => item.cycle_uuid === null)
    .map(({ end_date, contractors, totals }) => [end_date, contractors, totals[0]?.minor ?? 0n])
}

describe('pay by day', () => {
  it('rounds as the domain does, to even at the half', async () => {
    const chance = seeded(8)
    const cases = Array.from({ length: 300 }, () => ({
      rate: Math.floor(chance() * 10_000) + 1,
      hours: Math.floor(chance() * 20_000) + 1,
    })).concat([
      { rate: 1, hours: 50 },
      { rate: 3, hours: 50 },
      { rate: 9_007_199_254_740_991, hours: 100 },
    ])
    const rows = await admin.rows<{ minor: string }>(
      'select app.pay_for(rate, hours)::text minor from rows from (jsonb_to_recordset($1::jsonb) as (rate bigint, hours int)) with ordinality c(rate, hours, n) order by n',
      [JSON.stringify(cases)],
    )
    expect(rows.map(({ minor }) => BigInt(minor))).toEqual(
      cases.map(({ rate, hours }) => payFor({ currency: 'USD', minor: BigInt(rate) }, hours).minor),
    )
  })

  it('estimates the periods to come, and no longer those after a contract has ended', async () => {
    expect(await upcoming()).toEqual([
      ['2026-03-29', 2, 680_000n],
      ['2026-04-12', 2, 680_000n],
      ['2026-04-26', 2, 680_000n],
    ])
    const { items } = await call(world, stage.employer, 'getCycle', {
      params: stage.id,
      query: { limit: 1 },
    })
    await call(world, stage.employer, 'completeContract', {
      params: { id: items[0]?.contract_uuid ?? '' },
      body: { desired_completion_date: '2026-04-12', reason: '' },
    })
    expect(await upcoming()).toEqual([
      ['2026-03-29', 2, 680_000n],
      ['2026-04-12', 2, 680_000n],
      ['2026-04-26', 1, 340_000n],
    ])
  })
})

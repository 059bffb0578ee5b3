/** Time that was reported is not lost by a contract that is closed on a day long past (decision 0174). */
import { describe, expect, it } from 'vitest'
import { call } from '#db/seed/cast.ts'
import type { Admin } from '#test/harness/admin.ts'
import { eachInACopy } from '#test/harness/copies.ts'
import { type CycleStage, givenApprovableCycle, type World } from '#test/harness/world.ts'
import { timeActs } from './time-acts.test-data.ts'

let world: World
let stage: CycleStage
let admin: Admin
eachInACopy(
  first => givenApprovableCycle(first, 2),
  copy => {
    world = copy.world
    stage = copy.told
    admin = copy.admin
    world.clock.set('2026-03-13T10:00:00Z')
  },
)
const { contractor, period, item, report, back, correct } = timeActs(() => ({
  world,
  stage,
  admin,
}))

const close = async (desired_completion_date: string) =>
  call(world, stage.employer, 'completeContract', {
    params: { id: (await item()).contract_uuid ?? '' },
    body: { desired_completion_date, reason: '' },
  })
const refused = { code: 'VALIDATION', fields: [{ text: 'contracts.problems.endBeforeTime' }] }

/** Eight hours of each of these days, of the period that the stage has open. */
async function reportDays(...dates: string[]) {
  const { contract_uuid, start_date, timesheet } = await period()
  return call(world, contractor(), 'reportTime', {
    params: { contract_uuid, start_date },
    body: {
      hours: 800 * dates.length,
      days: dates.map(date => ({ date, hours: 800 })),
      notes: '',
      version: timesheet.version,
    },
  })
}

describe('a contract is not closed on a day that is past', () => {
  it('before the last day of which time was reported, and keeps its pay', async () => {
    await reportDays('2026-03-02', '2026-03-10')
    const before = await item()
    for (const day of ['2026-03-02', '2026-03-06', '2026-03-09'])
      await expect(close(day)).rejects.toMatchObject(refused)
    expect(await item()).toEqual(before)
    expect(await close('2026-03-10')).toMatchObject({ status: 'COMPLETED' })
  })

  it('before the day on which a sum was reported, also once that was answered', async () => {
    await report({ hours: 6000 })
    await expect(close('2026-03-12')).rejects.toMatchObject(refused)
    await correct(4000)
    await expect(close('2026-03-12')).rejects.toMatchObject(refused)
    expect(await close('2026-03-13')).toMatchObject({ status: 'COMPLETED' })
  })

  it('but for that on any, where nothing is reported, or what was is taken back', async () => {
    await report({ hours: 6000 })
    await back()
    expect(await close('2026-03-04')).toMatchObject({ status: 'COMPLETED' })
  })

  it('by days to come that were reported ahead', async () => {
    await reportDays('2026-03-03', '2026-03-15')
    await expect(close('2026-03-02')).rejects.toMatchObject(refused)
    expect(await close('2026-03-03')).toMatchObject({ status: 'COMPLETED' })
  })

  it('by whoever is faster: time is kept and the day refused, or the report is', async () => {
    const { contract_uuid } = await period()
    const [closed, reported] = await Promise.allSettled([
      close('2026-03-03'),
      reportDays('2026-03-10'),
    ])
    const [row] = await admin.rows<{ status: string }>(
      'select status from contract where contract_uuid = $1',
      [contract_uuid],
    )
    expect([closed.status, reported.status].filter(of => of === 'fulfilled')).toHaveLength(1)
    expect(row?.status).toBe(closed.status === 'fulfilled' ? 'COMPLETED' : 'ACTIVE')
  })
})

/** Reported time that meets its answer, an edit, an approval, the archive or the opening of its cycle; and who is reminded of it. */
import { describe, expect, it } from 'vitest'
import { approveAll, call } from '#db/seed/cast.ts'
import type { Admin } from '#test/harness/admin.ts'
import { eachInACopy } from '#test/harness/copies.ts'
import { outcome, rounds } from '#test/harness/races.ts'
import { type CycleStage, fund, givenApprovableCycle, type World } from '#test/harness/world.ts'
import { timeActs } from './time-acts.test-data.ts'

let world: World
let stage: CycleStage
let admin: Admin
eachInACopy(
  async first => {
    const made = await givenApprovableCycle(first, 2)
    await fund(first, made, '100000.00')
    return made
  },
  copy => {
    world = copy.world
    stage = copy.told
    admin = copy.admin
  },
)

const {
  contractor,
  other,
  period,
  periods,
  item,
  report,
  back,
  waiting,
  accept,
  correct,
  require,
  sumOf,
  mailsTo,
} = timeActs(() => ({ world, stage, admin }))

describe('at the same moment', () => {
  const LEGAL = ['done', 'TRANSITION_NOT_ALLOWED', 'APPROVAL_STALE', 'VALIDATION', 'CONFLICT']

  it('a report meets its acceptance, a correction, an edit, an approval and the archive: one comes after the other', async () => {
    for (const n of rounds) {
      await report({ hours: 7000 + n })
      const seen = await waiting()
      const { line_item_uuid, hours } = await item()
      // As it was seen before: what is archived meanwhile is offered no more.
      const of = await period()
      const params = { ...stage.id, line_item_uuid }
      const outcomes = await Promise.all([
        outcome(report({ hours: 6000 + n, of })),
        outcome(accept(stage.employer, seen)),
        outcome(n % 2 ? correct(5000 + n) : back(of)),
        outcome(
          call(world, stage.employer, 'editLineItem', {
            params,
            body: { hours: hours === 8100 ? 8200 : 8100 },
          }),
        ),
        outcome(
          n % 3
            ? approveAll(world, stage.employer, stage.id)
            : call(world, stage.employer, 'archiveLineItem', { params, body: {} }),
        ),
      ])
      for (const one of outcomes) expect(LEGAL).toContain(one)
      const after = await item()
      expect(sumOf(after)).toBe(after.amount.minor)
      const entered = after.entries.find(({ kind }) => kind === 'REPORTED_TIME')
      const state = after.timesheet?.state ?? ''
      // What was answered is an entry, and what is an entry was answered.
      expect(entered !== undefined).toBe(['ACCEPTED', 'CORRECTED'].includes(state))
      if (entered) expect(entered.hours).toBe((after.timesheet?.hours ?? 0) - after.scheduled_hours)
      expect(await world.broken()).toEqual([])
      await call(world, stage.employer, 'unapproveCycle', { params: stage.id, body: {} })
      await call(world, stage.employer, 'unarchiveCycle', { params: stage.id, body: {} })
      const { timesheet } = await item()
      if (timesheet?.state === 'ACCEPTED' || timesheet?.state === 'CORRECTED')
        await call(world, stage.employer, 'removeEntry', {
          params: { ...params, entry_uuid: timesheet.timesheet_uuid ?? '' },
        })
    }
  })

  it('a report meets the opening of its cycle: nothing of it is lost, and its approval hears of it', async () => {
    const { policy_uuid } = stage.id
    for (const [n, day] of ['2026-03-17', '2026-03-31', '2026-04-14'].entries()) {
      world.clock.set(`${day}T10:00:00Z`)
      const open = (await periods()).find(of => of.pay === null)
      const { contract_uuid = '', start_date = '' } = open ?? {}
      await Promise.all([
        world.byTheClock(),
        call(world, contractor(), 'reportTime', {
          params: { contract_uuid, start_date },
          body: { hours: 4000 + n, days: null, notes: '', version: 0 },
        }),
      ])
      const [cycle] = await admin.rows<{ cycle_uuid: string }>(
        'select cycle_uuid from pay_cycle where policy_uuid = $1 and start_date = $2',
        [policy_uuid, start_date],
      )
      const { items } = await call(world, stage.employer, 'getCycle', {
        params: { policy_uuid, cycle_uuid: cycle?.cycle_uuid ?? '' },
        query: { limit: 50 },
      })
      const own = items.find(({ contractor_sub }) => contractor_sub === contractor().sub)
      expect(own?.timesheet).toMatchObject({ state: 'REPORTED', hours: 4000 + n })
      expect(own?.unusual.map(({ code }) => code)).toContain('TIME_UNANSWERED')
    }
    expect(await world.broken()).toEqual([])
  })
})

describe('the clock', () => {
  const at = async (instant: string) => {
    world.clock.set(instant)
    await Promise.all([world.byTheClock(), world.byTheClock()])
    await world.deliver()
  }

  it('reminds of time that has to be reported, the day before the pay is approved and on that day', async () => {
    await require(true)
    // Paid on Friday, March 20: to be approved by Wednesday.
    await at('2026-03-16T10:00:00Z')
    expect(await mailsTo(contractor(), 'time-due')).toHaveLength(0)
    await at('2026-03-17T10:00:00Z')
    expect(await mailsTo(contractor(), 'time-due')).toHaveLength(1)
    await report()
    await at('2026-03-18T10:00:00Z')
    expect(await mailsTo(contractor(), 'time-due')).toHaveLength(1)
    expect(await mailsTo(other(), 'time-due')).toHaveLength(2)
  })

  it('reminds who approves of what waits, and nobody where nothing does', async () => {
    await at('2026-03-17T10:00:00Z')
    expect(await mailsTo(stage.employer, 'time-waits')).toHaveLength(0)
    await report()
    await at('2026-03-18T10:00:00Z')
    expect(await mailsTo(stage.employer, 'time-waits')).toHaveLength(1)
    await accept()
    await at('2026-03-19T10:00:00Z')
    expect(await mailsTo(stage.employer, 'time-waits')).toHaveLength(1)
  })
})

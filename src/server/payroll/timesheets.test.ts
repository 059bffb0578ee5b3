/** Reported time: each call works once, twice, two at a time, and for nobody else; what is answered is what is paid. */
import { describe, expect, it } from 'vitest'
import { approvalOf, approveAll, call } from '#db/seed/cast.ts'
import type { Admin } from '#test/harness/admin.ts'
import { eachInACopy } from '#test/harness/copies.ts'
import { outcome, rounds } from '#test/harness/races.ts'
import {
  type CycleStage,
  fund,
  givenApprovableCycle,
  givenEmployer,
  type World,
} from '#test/harness/world.ts'
import { reviewCycle } from './index.ts'
import { timeActs } from './time-acts.test-data.ts'

let world: World
let stage: CycleStage
let admin: Admin
eachInACopy(
  async first => {
    const made = await givenApprovableCycle(first, 2)
    await fund(first, made, '100000.00')
    await givenEmployer(first, made.operator, 'boss@rival.test')
    return made
  },
  copy => {
    world = copy.world
    stage = copy.told
    admin = copy.admin
  },
)

const rival = { sub: 'sub-boss@rival.test', email: 'boss@rival.test' }
const {
  contractor,
  other,
  periods,
  period,
  item,
  report,
  back,
  waiting,
  accept,
  correct,
  stand,
  require,
  sumOf,
  mailsTo,
} = timeActs(() => ({ world, stage, admin }))

describe('a contractor', () => {
  it('is told once the day is over by which it was to be reported, and may still report it', async () => {
    const { report_by } = await period()
    world.clock.set(`${report_by}T23:00:00Z`)
    expect(await period()).toMatchObject({ is_overdue: false })
    world.clock.set(`${report_by}T24:00:00Z`)
    expect(await period()).toMatchObject({ is_overdue: true, allowed_actions: ['report'] })
  })

  it('who leaves is asked for the days until the last one, and told which pay is the last', async () => {
    const whole = await period()
    expect(whole).toMatchObject({ last_date: whole.end_date, last_day_on: null })
    const last = '2026-03-10'
    world.clock.set(`${last}T12:00:00Z`)
    await call(world, stage.employer, 'completeContract', {
      params: { id: whole.contract_uuid },
      body: { desired_completion_date: last, reason: '' },
    })
    await world.deliver()
    await call(world, stage.employer, 'deleteContractor', {
      params: { contractor_email: contractor().sub },
    })
    const left = await period()
    expect(left).toMatchObject({ first_date: whole.first_date, last_date: last, last_day_on: last })
    expect(left.schedule.at(-1)?.date).toBe(last)
    expect(left.scheduled_hours).toBeLessThan(whole.scheduled_hours)
    const days = [{ date: '2026-03-11', hours: 800 }]
    const { contract_uuid, start_date } = left
    await expect(
      call(world, contractor(), 'reportTime', {
        params: { contract_uuid, start_date },
        body: { hours: 800, days, notes: '', version: 0 },
      }),
    ).rejects.toMatchObject({ code: 'VALIDATION' })
    const [pay] = await call(world, contractor(), 'listNextPays')
    expect(pay).toMatchObject({ last_day_on: last })
    expect((await call(world, other(), 'listNextPays'))[0]).toMatchObject({ last_day_on: null })
  })

  it('who leaves before what they reported is accepted is paid for no day after the last one', async () => {
    const [first, second] = [await period(), await period(other())]
    const days = first.schedule.filter(({ hours }) => hours > 0)
    await call(world, contractor(), 'reportTime', {
      params: { contract_uuid: first.contract_uuid, start_date: first.start_date },
      body: { hours: 8000, days, notes: '', version: 0 },
    })
    await report({ who: other(), hours: 8000 })
    const last = '2026-03-10'
    world.clock.set(`${last}T12:00:00Z`)
    for (const { contract_uuid: id } of [first, second])
      await call(world, stage.employer, 'completeContract', {
        params: { id },
        body: { desired_completion_date: last, reason: '' },
      })
    // Also before the pay was fitted to it.
    const late = await accept()
    await world.deliver()
    for (const { accepted, refused } of [late, await accept()]) {
      expect(accepted).toBe(0)
      expect(refused.map(({ said }) => said.text).sort()).toEqual([
        'payroll.time.problems.dayNotPaid',
        'payroll.time.problems.sumOfMore',
      ])
      expect(refused[0]?.reason).toContain('March 10, 2026')
    }
    expect(sumOf(await item())).toBe((await item()).amount.minor)
    const version = 1
    const short = days.filter(({ date }) => date <= last)
    const hours = short.reduce((sum, of) => sum + of.hours, 0)
    await call(world, contractor(), 'reportTime', {
      params: { contract_uuid: first.contract_uuid, start_date: first.start_date },
      body: { hours, days: short, notes: '', version },
    })
    await report({ who: other(), hours, version })
    expect(await accept()).toMatchObject({ accepted: 2, refused: [] })
    expect((await item()).hours).toBe(hours)
    expect(await world.broken()).toEqual([])
  })

  it('who ends before the pay is fitted to it reports no day after', async () => {
    const { contract_uuid, start_date, schedule } = await period()
    const last = '2026-03-10'
    world.clock.set(`${last}T12:00:00Z`)
    await call(world, stage.employer, 'completeContract', {
      params: { id: contract_uuid },
      body: { desired_completion_date: last, reason: '' },
    })
    expect(await period()).toMatchObject({ last_date: last })
    const days = schedule.filter(({ hours }) => hours > 0)
    await expect(
      call(world, contractor(), 'reportTime', {
        params: { contract_uuid, start_date },
        body: { hours: 8000, days, notes: '', version: 0 },
      }),
    ).rejects.toMatchObject({ code: 'VALIDATION' })
  })

  it('reports time in sum or by days, changes it, and takes it back', async () => {
    const open = await period()
    expect(open).toMatchObject({
      required: false,
      scheduled_hours: 8000,
      timesheet: { state: 'OPEN', version: 0, hours: null },
      allowed_actions: ['report'],
    })
    expect(open.schedule.reduce((sum, { hours }) => sum + hours, 0)).toBe(8000)
    const sum = await report()
    expect(sum.timesheet).toMatchObject({ state: 'REPORTED', hours: 7750, days: null, version: 1 })
    const { contract_uuid, start_date } = open
    const days = open.schedule.filter(({ hours }) => hours > 0).slice(0, 9)
    const byDay = await call(world, contractor(), 'reportTime', {
      params: { contract_uuid, start_date },
      body: { hours: 7200, days: days.toReversed(), notes: '', version: 1 },
    })
    expect(byDay.timesheet).toMatchObject({ hours: 7200, days, version: 2 })
    expect((await back()).timesheet).toMatchObject({ state: 'OPEN', hours: null, version: 3 })
    expect((await back()).timesheet.version).toBe(3)
    expect((await item()).amount.minor).toBe(340_000n)
    expect(await world.broken()).toEqual([])
  })

  it('sends the same twice with one effect; what was not seen is not overwritten', async () => {
    const first = await report({ version: 0 })
    expect(await report({ version: 0 })).toEqual(first)
    expect(await outcome(report({ hours: 1, version: 0 }))).toBe('CONFLICT')
    const many = await Promise.all(rounds.map(n => outcome(report({ hours: 100 + n, version: 1 }))))
    expect(many.filter(one => one === 'done')).toHaveLength(1)
    expect((await period()).timesheet.version).toBe(2)
  })

  it('is told what is wrong with a report, and reports nothing of anybody else', async () => {
    expect(await outcome(report({ hours: 0 }))).toBe('VALIDATION')
    const { contract_uuid, start_date } = await period()
    const params = { contract_uuid, start_date }
    const body = { hours: 100, days: null, notes: '', version: 0 }
    expect(await outcome(call(world, other(), 'reportTime', { params, body }))).toBe('NOT_FOUND')
    expect(await outcome(call(world, other(), 'takeTimeBack', { params }))).toBe('NOT_FOUND')
    const never = { contract_uuid, start_date: '2026-03-03' }
    expect(await outcome(call(world, contractor(), 'reportTime', { params: never, body }))).toBe(
      'NOT_FOUND',
    )
  })

  it('reports the period around today also before its cycle opened, and the cycle has it', async () => {
    world.clock.set('2026-03-17T10:00:00Z')
    const [, next] = await periods()
    expect(next).toMatchObject({ start_date: '2026-03-16', pay: null, scheduled_hours: 8000 })
    const { contract_uuid = '', start_date = '' } = next ?? {}
    await call(world, contractor(), 'reportTime', {
      params: { contract_uuid, start_date },
      body: { hours: 4000, days: null, notes: '', version: 0 },
    })
    await world.byTheClock()
    const after = (await periods()).find(of => of.start_date === start_date)
    expect(after).toMatchObject({ pay: { hours: 8000 }, timesheet: { hours: 4000 } })
    expect(await world.broken()).toEqual([])
  })
})

describe('an employer', () => {
  /** Does what was queued to review cycles, as the worker would. */
  const reviewQueued = async () => {
    const jobs = await admin.rows<{ payload: Record<string, unknown> }>(
      `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
        where t.id = j.task_id and t.identifier = 'review_cycle' returning j.payload`,
    )
    for (const { payload } of jobs) await reviewCycle(payload, world)
  }
  /** Without a look at the cycle, which would review it. */
  const onHome = async () => {
    await reviewQueued()
    const query = { limit: 50, view: 'run' } as const
    const { items } = await call(world, stage.employer, 'listCycles', { query })
    return items.find(({ cycle_uuid }) => cycle_uuid === stage.id.cycle_uuid)?.timesheets_waiting
  }

  it('accepts what was seen: it becomes an entry, and the approval of before is stale', async () => {
    expect(await onHome()).toBe(0)
    await report()
    await report({ who: other(), hours: 8000, notes: '' })
    const seen = await waiting()
    expect(seen).toMatchObject({ waiting: 2, required: false })
    expect(await onHome()).toBe(2)
    const before = await approvalOf(world, stage.employer, stage.id)
    expect(await accept(stage.employer, seen)).toEqual({ accepted: 2, refused: [] })
    expect(await accept(stage.employer, seen)).toEqual({ accepted: 2, refused: [] })
    const own = await item()
    expect(own).toMatchObject({
      hours: 7750,
      amount: { minor: 329_375n },
      edited: true,
      timesheet: { state: 'ACCEPTED', allowed_actions: ['correct'] },
    })
    expect(own.entries).toMatchObject([
      { kind: 'SCHEDULED_TIME' },
      { kind: 'REPORTED_TIME', hours: -250, words: 'Half a day off' },
    ])
    expect(sumOf(own)).toBe(own.amount.minor)
    expect((await item(other())).entries[1]).toMatchObject({ kind: 'REPORTED_TIME', hours: 0 })
    expect(
      await outcome(
        call(world, stage.employer, 'approveCycle', { params: stage.id, body: before }),
      ),
    ).toBe('APPROVAL_STALE')
    expect((await waiting()).items).toEqual([])
    expect(await onHome()).toBe(0)
    expect(await outcome(report())).toBe('TRANSITION_NOT_ALLOWED')
    expect(await outcome(back())).toBe('TRANSITION_NOT_ALLOWED')
    expect(await world.broken()).toEqual([])
  })

  it('accepts nothing that changed meanwhile, and nothing of another cycle', async () => {
    await report()
    const seen = await waiting()
    await report({ hours: 9000 })
    const { accepted, refused } = await accept(stage.employer, seen)
    expect(accepted).toBe(0)
    expect(refused[0]?.reason).toContain('changed what they reported')
    expect((await item()).hours).toBe(8000)
    expect(await outcome(accept(rival, seen))).toBe('NOT_FOUND')
    expect(await outcome(correct(7000, { who: rival }))).toBe('NOT_FOUND')
    expect(await outcome(require(true, rival))).toBe('NOT_FOUND')
  })

  it('corrects with a reason, which the contractor is told; and may accept after all', async () => {
    await report()
    expect(await outcome(correct(0))).toBe('VALIDATION')
    expect(await outcome(correct(7000, { version: 7 }))).toBe('CONFLICT')
    const corrected = await correct()
    expect(await correct(7000, { version: 1 })).toEqual(corrected)
    expect(corrected).toMatchObject({
      hours: 7000,
      entries: [{}, { kind: 'REPORTED_TIME', hours: -250 }, { kind: 'ADJUSTMENT', hours: -750 }],
      timesheet: { state: 'CORRECTED', corrected_hours: 7000, reason: 'Friday was a holiday.' },
    })
    await world.deliver()
    expect(await mailsTo(contractor(), 'time-corrected')).toMatchObject([
      { reason: 'Friday was a holiday.', reported: '77.50', paid: '70.00' },
    ])
    expect((await period()).timesheet).toMatchObject({ state: 'CORRECTED', corrected_hours: 7000 })
    const { timesheet } = await item()
    await call(world, stage.employer, 'acceptTimesheets', {
      params: stage.id,
      body: {
        timesheets: [
          { timesheet_uuid: timesheet?.timesheet_uuid ?? '', version: timesheet?.version ?? 0 },
        ],
      },
    })
    expect(await item()).toMatchObject({
      hours: 7750,
      timesheet: { state: 'ACCEPTED', corrected_hours: null, reason: '' },
    })
    expect(await world.broken()).toEqual([])
  })

  it('takes reported time off again, and it waits as before; so it does when the item was put away', async () => {
    await report()
    await correct()
    const { line_item_uuid, timesheet } = await item()
    const params = { ...stage.id, line_item_uuid }
    const entry_uuid = timesheet?.timesheet_uuid ?? ''
    const page = await call(world, stage.employer, 'getLineItem', { params })
    expect(page.history.map(({ text }) => text)).toEqual(
      expect.arrayContaining([
        'reported 77.50 hours',
        'corrected the reported time to 70.00 hours',
        'changed the hours from 80.00 to 70.00',
      ]),
    )
    const off = await call(world, stage.employer, 'removeEntry', {
      params: { ...params, entry_uuid },
    })
    expect(off).toMatchObject({
      hours: 8000,
      entries: [{ kind: 'SCHEDULED_TIME' }],
      timesheet: { state: 'REPORTED', hours: 7750, corrected_hours: null },
    })
    await accept()
    await call(world, stage.employer, 'archiveLineItem', { params, body: {} })
    await call(world, stage.employer, 'unarchiveLineItem', { params, body: {} })
    expect(await item()).toMatchObject({ hours: 8000, timesheet: { state: 'REPORTED' } })
    await accept()
    expect((await item()).hours).toBe(7750)
    expect(await world.broken()).toEqual([])
  })

  it('is told what lies unanswered before approving; approved so, scheduled time stands', async () => {
    await report()
    const { preview } = await call(world, stage.employer, 'getCycle', {
      params: stage.id,
      query: { limit: 50 },
    })
    const thing = preview.unusual.find(({ code }) => code === 'TIME_UNANSWERED')
    expect(thing).toMatchObject({
      stops: false,
      text: expect.stringContaining('reported 77.50 hours'),
    })
    const seen = await waiting()
    await approveAll(world, stage.employer, stage.id)
    expect(await item()).toMatchObject({ hours: 8000, timesheet: { state: 'LAPSED' } })
    expect((await accept(stage.employer, seen)).refused).toHaveLength(1)
    expect(await outcome(correct())).toBe('TRANSITION_NOT_ALLOWED')
    expect(await outcome(report({ hours: 1 }))).toBe('TRANSITION_NOT_ALLOWED')
    await call(world, stage.employer, 'unapproveCycle', { params: stage.id, body: {} })
    expect((await item()).timesheet?.state).toBe('REPORTED')
    await accept()
    expect((await item()).hours).toBe(7750)
  })
})

describe('a policy that pays reported time alone', () => {
  it('is approved once all of it is answered, and not before', async () => {
    expect((await require(true)).time_required).toBe(true)
    expect(await outcome(approveAll(world, stage.employer, stage.id))).toBe('VALIDATION')
    await report()
    await report({ who: other() })
    expect(await outcome(approveAll(world, stage.employer, stage.id))).toBe('VALIDATION')
    await accept()
    await approveAll(world, stage.employer, stage.id)
    expect(await item()).toMatchObject({ status: 'APPROVED', timesheet: { required: false } })
    expect(await world.broken()).toEqual([])
  })

  it('lets scheduled time stand where the employer says so, or writes the hours', async () => {
    expect(await outcome(stand())).toBe('TRANSITION_NOT_ALLOWED')
    await require(true)
    expect(await outcome(stand(rival))).toBe('NOT_FOUND')
    const stands = await stand()
    expect(stands).toMatchObject({ hours: 8000, timesheet: { state: 'STANDS' }, edited: false })
    expect(await stand()).toEqual(stands)
    const { line_item_uuid } = await item(other())
    await call(world, stage.employer, 'editLineItem', {
      params: { ...stage.id, line_item_uuid },
      body: { hours: 7000 },
    })
    await approveAll(world, stage.employer, stage.id)
    expect((await item()).status).toBe('APPROVED')
    expect(await world.broken()).toEqual([])
  })

  it('can change back, and the approval asks for nothing', async () => {
    await require(true)
    await require(true)
    expect((await item()).unusual.map(({ code }) => code)).toContain('TIME_NOT_REPORTED')
    await require(false)
    expect((await item()).unusual.map(({ code }) => code)).not.toContain('TIME_NOT_REPORTED')
  })
})

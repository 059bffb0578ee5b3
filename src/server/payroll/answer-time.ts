/** What an employer answers to reported time: accepted or corrected it becomes an entry of its line item. */
import type { z } from 'zod'
import type { TimesheetRow } from '#contract/timesheet-shapes.ts'
import type { timesheets } from '#contract/timesheets.ts'
import { assert } from '#domain/kernel/assert.ts'
import { invalidField, Problem } from '#domain/kernel/problem.ts'
import { type Text, textOf } from '#domain/kernel/words.ts'
import { writtenOf } from '#domain/payroll/approval.ts'
import {
  employerMay,
  MOST_PERIOD_HUNDREDTHS,
  whyNotPaid,
  withReported,
} from '#domain/payroll/timesheet.ts'
import { employerOf } from '../kernel/actor.ts'
import { newUuid } from '../kernel/ids.ts'
import { decodeCursor, IdKey, pageOf } from '../kernel/paging.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { withReason } from '../kernel/words.ts'
import { lockCycleToWrite, lockOwnCycle } from './approve-cycle.ts'
import { answerer, auditTime, keepCorrections } from './correct-time.ts'
import type { CycleRecord } from './cycle.report.store.ts'
import { getOwnCycle } from './get-cycle.ts'
import { findEntered } from './line-item.store.ts'
import { getPolicy } from './policies.ts'
import { lockPolicy } from './policy.store.ts'
import { presentItemTime } from './present-time.ts'
import {
  countTimes,
  listTimesNamed,
  listTimesOfCycle,
  listTimesOn,
  type TimeRow,
  type TimesShown,
} from './timesheet.report.store.ts'
import { acceptReports, letStand, setTimeRequired } from './timesheet.store.ts'
import { writeItem } from './write-item.ts'

type CycleId = { readonly policy_uuid: string; readonly cycle_uuid: string }
type Calls = typeof timesheets
type Query = { limit: number; cursor?: string | undefined; show: TimesShown }

/** A page of the timesheets of the acting employer's cycle. */
export async function listCycleTimesheets(
  ctx: Ctx,
  id: CycleId,
  { limit, cursor, show }: Query,
): Promise<z.output<Calls['listCycleTimesheets']['response']>> {
  const { cycle_uuid, time_required: required } = await getOwnCycle(ctx, id)
  const [after] = decodeCursor(cursor, IdKey) ?? []
  const page = { after, limit: limit + 1, show }
  const found = await listTimesOfCycle(ctx.tx, cycle_uuid, page)
  const { rows, next_cursor } = pageOf(found, limit, row => [row.line_item_uuid])
  const counts = await countTimes(ctx.tx, cycle_uuid)
  return { items: rows.map(row => presentRow(ctx, row)), next_cursor, ...counts, required }
}

function presentRow(ctx: Ctx, row: TimeRow): z.output<typeof TimesheetRow> {
  return {
    line_item_uuid: row.line_item_uuid,
    contractor_name: row.contractor_name,
    role: row.role,
    hourly_rate: { currency: row.currency, minor: row.hourly_rate_minor },
    scheduled_hours: row.scheduled_hours_hundredths,
    hours: row.item_hours,
    timesheet: presentItemTime(ctx, row),
  }
}

/** Accepts reported time as it was seen, and says of the others why not. What was accepted before counts; NOT_FOUND for what is none of this cycle. */
export async function acceptTimesheets(
  ctx: Ctx,
  id: CycleId,
  asked: z.output<Calls['acceptTimesheets']['body']>['timesheets'],
): Promise<z.output<Calls['acceptTimesheets']['response']>> {
  const cycle = await lockCycleToWrite(ctx, id)
  const versions = new Map(asked.map(of => [of.timesheet_uuid, of.version]))
  const rows = await listTimesNamed(ctx.tx, cycle.cycle_uuid, [...versions.keys()])
  const byId = new Map(rows.map(row => [row.timesheet_uuid, row]))
  const accepted: Reported[] = []
  const refused: { timesheet_uuid: string; said: Text }[] = []
  let before = 0
  for (const [timesheet_uuid, version] of versions) {
    const row = byId.get(timesheet_uuid)
    if (!row) throw new Problem('NOT_FOUND', 'payroll.time.problems.noSuchTimesheet')
    if (row.status === 'ACCEPTED' && row.version === version + 1) {
      before += 1
      continue
    }
    const said = await acceptOne(ctx, cycle, row, version)
    if (said) refused.push({ timesheet_uuid, said })
    else accepted.push(reported(row))
  }
  const ids = accepted.map(row => row.timesheet_uuid)
  const done = await acceptReports(ctx.tx, ids, answerer(ctx))
  assert(done.length === ids.length, 'timesheets of a locked cycle stay as they were read')
  for (const row of accepted) auditTime(ctx, row, 'accept_time', row.timesheet_uuid, ACCEPTED)
  return { accepted: before + ids.length, refused: refused.map(withReason) }
}

const ACCEPTED = { status: 'ACCEPTED' }

/** Writes accepted time on its line item; or says why not. */
async function acceptOne(
  ctx: Ctx,
  cycle: CycleRecord,
  row: TimeRow,
  version: number,
): Promise<Text | undefined> {
  if (row.version !== version)
    return textOf('payroll.time.problems.changedOf', { name: row.contractor_name })
  if (!employerMay(row.status, row.item_status, row.time_required).includes('accept'))
    return textOf('payroll.time.problems.notWaiting', { name: row.contractor_name })
  const why = whyNotPaid(row, row, row.contractor_name)
  if (why) return why
  try {
    await enter(ctx, cycle, reported(row), null)
    return undefined
  } catch (thrown) {
    if (thrown instanceof Problem) return { text: thrown.text, params: thrown.params }
    throw thrown
  }
}

/** Pays other hours than were reported and tells the contractor why. The same again answers the same, unless others were written on the pay since. */
export async function correctTimesheet(
  ctx: Ctx,
  { line_item_uuid, ...id }: CycleId & { readonly line_item_uuid: string },
  { version, hours, reason }: z.output<Calls['correctTimesheet']['body']>,
): Promise<void> {
  const cycle = await lockCycleToWrite(ctx, id, line_item_uuid)
  const row = await getTime(ctx, cycle, line_item_uuid)
  const same =
    row.corrected_hundredths === hours && row.reason === reason && row.item_hours === hours
  if (row.status === 'CORRECTED' && same) return
  requireMay(row, 'correct')
  if (row.version !== version)
    throw new Problem('CONFLICT', 'payroll.time.problems.changedOf', {
      params: { name: row.contractor_name },
    })
  if (hours <= 0) throw invalidField('hours', 'payroll.problems.greaterThanZero')
  if (hours > MOST_PERIOD_HUNDREDTHS) throw invalidField('hours', 'payroll.problems.tooManyHours')
  const time = reported(row)
  await enter(ctx, cycle, time, { corrected_hundredths: hours, reason })
  const { timesheet_uuid } = time
  const correction = { timesheet_uuid, corrected_hundredths: hours, reason }
  await keepCorrections(ctx, [{ of: row, correction }])
}

/** Lets the scheduled time of a line item stand, where its policy asks for reported time and none is. */
export async function letTimeStand(
  ctx: Ctx,
  { line_item_uuid, ...id }: CycleId & { readonly line_item_uuid: string },
): Promise<void> {
  const cycle = await lockOwnCycle(ctx, id)
  const row = await getTime(ctx, cycle, line_item_uuid)
  if (row.status === 'STANDS') return
  requireMay(row, 'let_stand')
  const { employer_uuid, contract_uuid, contractor_sub, start_date, end_date } = row
  const key = { employer_uuid, contract_uuid, contractor_sub, start_date, end_date }
  const timesheet_uuid = row.timesheet_uuid ?? newUuid()
  const stands = await letStand(ctx.tx, { ...key, timesheet_uuid }, answerer(ctx))
  assert(stands, 'a timesheet of a locked cycle stays as it was read')
  auditTime(ctx, row, 'let_time_stand', stands, { status: 'STANDS' })
}

/** Says of the acting employer's policy whether reported time alone is paid. */
export async function putTimePolicy(ctx: Ctx, policy_uuid: string, required: boolean) {
  const employer_uuid = employerOf(ctx.actor)
  const policy = await lockPolicy(ctx.tx, policy_uuid, employer_uuid)
  if (!policy) throw new Problem('NOT_FOUND', 'payroll.problems.noSuchPolicy')
  if (policy.time_required !== required) {
    await setTimeRequired(ctx.tx, policy_uuid, required)
    ctx.audit({
      action: 'change',
      entity: 'payroll_policy',
      entity_uuids: [policy_uuid],
      employer_uuid,
      before: { time_required: !required },
      after: { time_required: required },
    })
  }
  return getPolicy(ctx, policy_uuid)
}

type Reported = TimeRow & {
  readonly timesheet_uuid: string
  readonly hours_hundredths: number
  readonly reported_at: Date
}

function reported(row: TimeRow): Reported {
  const { timesheet_uuid, hours_hundredths, reported_at } = row
  assert(
    timesheet_uuid !== null && hours_hundredths !== null && reported_at !== null,
    'what is answered was reported',
  )
  return { ...row, timesheet_uuid, hours_hundredths, reported_at }
}

async function getTime(ctx: Ctx, cycle: CycleRecord, line_item_uuid: string): Promise<TimeRow> {
  const [row] = await listTimesOn(ctx.tx, [line_item_uuid])
  if (row?.cycle_uuid !== cycle.cycle_uuid)
    throw new Problem('NOT_FOUND', 'payroll.problems.noSuchItem')
  return row
}

function requireMay(row: TimeRow, action: 'correct' | 'let_stand'): void {
  if (!employerMay(row.status, row.item_status, row.time_required).includes(action))
    throw new Problem('TRANSITION_NOT_ALLOWED', 'payroll.time.problems.notWaiting', {
      params: { name: row.contractor_name },
    })
}

/** Reported time becomes an entry of its line item; what is paid instead of it an adjustment beside. */
async function enter(
  ctx: Ctx,
  cycle: CycleRecord,
  time: Reported,
  correction: { readonly corrected_hundredths: number; readonly reason: string } | null,
): Promise<void> {
  const item = await findEntered(ctx.tx, cycle.cycle_uuid, time.line_item_uuid)
  assert(item, 'a timesheet is shown with its line item')
  const words = correction?.reason ?? ''
  const by = { entry_uuid: newUuid(), words, author_sub: ctx.actor.sub }
  const after = withReported(
    item.entries,
    item.scheduled_hours_hundredths,
    { ...time, reported_at: time.reported_at.toISOString() },
    correction && { ...correction, by: { ...by, written_at: ctx.now.toISOString() } },
  )
  await writeItem(ctx, cycle, item, { ...writtenOf(item), ...after }, 'hours')
}

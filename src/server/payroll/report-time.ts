/** What a contractor reports of their time, period by period, until the employer answered or the pay is approved. */
import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import type { TimePeriod } from '#contract/timesheet-shapes.ts'
import type { timesheets } from '#contract/timesheets.ts'
import { assert } from '#domain/kernel/assert.ts'
import { addDays } from '#domain/kernel/plain-date.ts'
import { Problem, requireValid } from '#domain/kernel/problem.ts'
import { shareOf } from '#domain/payroll/fit.ts'
import {
  checkReport,
  contractorMay,
  reportBy,
  scheduleOf,
  type TimeOfDay,
} from '#domain/payroll/timesheet.ts'
import { holdPairOf } from '../contracts/index.ts'
import { newUuid } from '../kernel/ids.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { isHolidayIn } from '../reference/holidays.ts'
import { lockCycle } from './cycle.store.ts'
import { comingPeriods } from './policies.ts'
import { type Calendar, findCalendar } from './policy.report.store.ts'
import { presentTimesheet } from './present-time.ts'
import { reviewSoon } from './review-items.ts'
import {
  findTimeOf,
  listTimesOfContractor,
  listUnopened,
  type TimeRow,
  type UnopenedRow,
} from './timesheet.report.store.ts'
import { saveReport, takeBack } from './timesheet.store.ts'

type Shown = z.output<typeof TimePeriod>
type Id = { readonly contract_uuid: string; readonly start_date: string }
type Sent = z.output<(typeof timesheets)['reportTime']['body']>
/** A period of a contract, with its line item once there is one. */
type Period = Omit<
  TimeRow,
  | 'line_item_uuid'
  | 'cycle_uuid'
  | 'item_status'
  | 'contractor_name'
  | 'earns'
  | 'hours_by'
  | 'hours_at'
  | 'hours_words'
> & {
  readonly cycle_uuid?: string
  readonly item_status: TimeRow['item_status'] | null
  readonly calendar: Calendar
}

/** So long after its pay date what was reported is shown, and so many periods. */
const SHOWN_DAYS = 45
const MOST_SHOWN = 24

/** The periods of the acting contractor that can be reported, the one that ends first before others; then those that are over. */
export async function listTimesheets(ctx: Ctx): Promise<Shown[]> {
  const since = addDays(ctx.today, -SHOWN_DAYS)
  const rows = await listTimesOfContractor(ctx.tx, ctx.actor.sub, { since, limit: MOST_SHOWN })
  const opened = await Promise.all(rows.map(row => withCalendar(ctx, row)))
  const shown = [...opened, ...(await unopenedPeriods(ctx))]
    .flatMap(row => row ?? [])
    .map(row => present(row, ctx))
    .toSorted((a, b) => (a.end_date < b.end_date ? -1 : 1))
  const isOpen = ({ allowed_actions }: Shown) => allowed_actions.length > 0
  return [...shown.filter(isOpen), ...shown.filter(of => !isOpen(of)).toReversed()]
}

/**
 * Reports the time of a period of the acting contractor's contract. The same again answers the same; CONFLICT where another version was
 * seen than there is, TRANSITION_NOT_ALLOWED once it was answered or the pay is approved.
 */
export async function reportTime(ctx: Ctx, id: Id, sent: Sent): Promise<Shown> {
  const row = await holdPeriod(ctx, id)
  const { notes, version } = sent
  const days = sent.days?.map(({ date, hours }) => ({ date, hours_hundredths: hours })) ?? null
  const report = { hours_hundredths: sent.hours, days: days?.toSorted(byDate) ?? null, notes }
  const known = { hours_hundredths: row.hours_hundredths, days: row.days, notes: row.notes }
  if (row.status === 'REPORTED' && isDeepStrictEqual(known, report)) return present(row, ctx)
  requireMay(row, 'report')
  if (version !== row.version) throw new Problem('CONFLICT', 'payroll.time.problems.changed')
  requireValid(checkReport(report, row))
  const timesheet_uuid = await saveReport(ctx.tx, {
    ...{ timesheet_uuid: newUuid(), employer_uuid: row.employer_uuid },
    ...{ contract_uuid: row.contract_uuid, contractor_sub: ctx.actor.sub },
    ...{ start_date: row.start_date, end_date: row.end_date },
    ...report,
    reported_at: ctx.now,
  })
  assert(timesheet_uuid, 'a timesheet of a held contract stays as it was read')
  audit(ctx, row, 'report_time', timesheet_uuid, { status: 'REPORTED', ...report })
  await reviewSoon(ctx, row)
  return present(await getPeriod(ctx, id), ctx)
}

/** Takes back what nobody answered; where nothing is reported it answers that. */
export async function takeTimeBack(ctx: Ctx, id: Id): Promise<Shown> {
  const row = await holdPeriod(ctx, id)
  if (row.status === 'OPEN') return present(row, ctx)
  requireMay(row, 'take_back')
  const { timesheet_uuid } = row
  assert(timesheet_uuid, 'what was reported is kept')
  assert(await takeBack(ctx.tx, timesheet_uuid), 'a timesheet of a held contract stays')
  audit(ctx, row, 'take_time_back', timesheet_uuid, { status: 'OPEN' })
  await reviewSoon(ctx, row)
  return present(await getPeriod(ctx, id), ctx)
}

function byDate(a: TimeOfDay, b: TimeOfDay): number {
  return a.date < b.date ? -1 : 1
}

/** Holds the contract, so that no cycle opens on it, and the cycle that pays the period, so that nobody answers or approves meanwhile. */
async function holdPeriod(ctx: Ctx, id: Id): Promise<Period> {
  const pair = await holdPairOf(ctx, id.contract_uuid)
  if (pair?.contractor_sub !== ctx.actor.sub) throw noSuchPeriod()
  const opened = await findTimeOf(ctx.tx, id.contract_uuid, id.start_date)
  if (opened) await lockCycle(ctx.tx, opened.policy_uuid, opened.cycle_uuid)
  return getPeriod(ctx, id)
}

async function getPeriod(ctx: Ctx, id: Id): Promise<Period> {
  const opened = await findTimeOf(ctx.tx, id.contract_uuid, id.start_date)
  const found = opened ? await withCalendar(ctx, opened) : await findUnopened(ctx, id)
  if (!found) throw noSuchPeriod()
  return found
}

async function findUnopened(ctx: Ctx, id: Id): Promise<Period | undefined> {
  return (await unopenedPeriods(ctx)).find(
    row => row.contract_uuid === id.contract_uuid && row.start_date === id.start_date,
  )
}

function noSuchPeriod(): Problem {
  return new Problem('NOT_FOUND', 'payroll.time.problems.noSuchPeriod')
}

function requireMay(row: Period, action: 'report' | 'take_back'): void {
  if (contractorMay(row.status, row.item_status).includes(action)) return
  const decided = row.item_status !== null && row.item_status !== 'PENDING_APPROVAL'
  throw new Problem(
    'TRANSITION_NOT_ALLOWED',
    decided ? 'payroll.time.problems.approved' : 'payroll.time.problems.answered',
    { params: { employer: row.employer_name } },
  )
}

async function withCalendar(ctx: Ctx, row: TimeRow): Promise<Period | undefined> {
  const calendar = await findCalendar(ctx.tx, row.policy_uuid, row.employer_uuid)
  return calendar && { ...row, calendar }
}

/** The periods around today whose cycle did not open yet. */
async function unopenedPeriods(ctx: Ctx): Promise<Period[]> {
  const rows = await listUnopened(ctx.tx, ctx.actor.sub, ctx.today)
  const found = await Promise.all(rows.map(row => unopened(ctx, row)))
  return found.flatMap(period => period ?? [])
}

async function unopened(ctx: Ctx, row: UnopenedRow): Promise<Period | undefined> {
  const calendar = await findCalendar(ctx.tx, row.policy_uuid, row.employer_uuid)
  const [period] = calendar ? comingPeriods(calendar, calendar, ctx.today, 1) : []
  if (!calendar || !period || period.start_date > ctx.today) return undefined
  const { contract_start_date: from, contract_end_date: to } = row
  const first = from > period.start_date ? from : period.start_date
  const last = to !== null && to < period.end_date ? to : period.end_date
  const share = shareOf(row, { first, last }, period, isHolidayIn(calendar))
  if (!share) return undefined
  const { start_date, end_date, pay_date } = period
  return {
    ...row,
    ...{ start_date, end_date, pay_date, first, last, calendar, item_status: null },
    last_day_on: row.is_last && to !== null && to <= period.end_date ? to : null,
    scheduled_hours_hundredths: share.hours_hundredths,
    item_hours: share.hours_hundredths,
    item_minor: share.amount_minor,
  }
}

function present(row: Period, { today }: Pick<Ctx, 'today'>): Shown {
  const report_by = reportBy(row.end_date, row.pay_date, row.first)
  const { scheduled_hours_hundredths: scheduled, item_status } = row
  const may = contractorMay(row.status, item_status)
  return {
    contract_uuid: row.contract_uuid,
    employer_name: row.employer_name,
    role: row.role,
    start_date: row.start_date,
    end_date: row.end_date,
    first_date: row.first,
    last_date: row.last,
    last_day_on: row.last_day_on,
    pay_date: row.pay_date,
    report_by,
    is_overdue: today > report_by,
    required: row.time_required,
    hourly_rate: { currency: row.currency, minor: row.hourly_rate_minor },
    scheduled_hours: scheduled,
    schedule: scheduleOf(row, scheduled, isHolidayIn(row.calendar)).map(
      ({ date, hours_hundredths: hours }) => ({ date, hours }),
    ),
    timesheet: presentTimesheet(row, item_status),
    pay: item_status && {
      hours: row.item_hours,
      amount: { currency: row.currency, minor: row.item_minor },
    },
    allowed_actions: (['report', 'take_back'] as const).filter(action => may.includes(action)),
  }
}

function audit(ctx: Ctx, row: Period, action: string, timesheet_uuid: string, after: object): void {
  ctx.audit({
    action,
    entity: 'timesheet',
    entity_uuids: [timesheet_uuid],
    employer_uuid: row.employer_uuid,
    before: { status: row.status, hours_hundredths: row.hours_hundredths },
    after,
  })
}

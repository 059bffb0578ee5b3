/**
 * Timesheets: a contractor reports the time of one period of a contract, day by day or in sum; the employer accepts it, or corrects it
 * and says why. What was answered becomes an entry of the period's line item; until then, and without a report, scheduled time stands.
 */
import { machine } from '#domain/kernel/machine.ts'
import { addDays, formatDate, type PlainDateString } from '#domain/kernel/plain-date.ts'
import type { InvalidField } from '#domain/kernel/problem.ts'
import { type Text, type TextKey, textOf } from '#domain/kernel/words.ts'
import { approvalDue } from './deadlines.ts'
import type { WrittenEntry } from './entries.ts'
import { withHours } from './entries.ts'
import type { LineItemStatus } from './line-item.ts'
import { type IsHoliday, isBusinessDay } from './pay-dates.ts'

export const TIMESHEET_STATUSES = ['OPEN', 'REPORTED', 'ACCEPTED', 'CORRECTED', 'STANDS'] as const
export type TimesheetStatus = (typeof TIMESHEET_STATUSES)[number]

export type TimesheetAction =
  | 'report'
  | 'take_back'
  | 'accept'
  | 'correct'
  | 'let_stand'
  | 'take_off'

/**
 * `take_off` follows when the reported time leaves its line item, because the employer took it off or the days were worked out anew. A
 * period that the employer let stand can still be reported: the contractor may know more.
 */
export const timesheetMachine = machine<TimesheetStatus, TimesheetAction>({
  OPEN: { report: 'REPORTED', let_stand: 'STANDS' },
  REPORTED: {
    report: 'REPORTED',
    take_back: 'OPEN',
    accept: 'ACCEPTED',
    correct: 'CORRECTED',
  },
  ACCEPTED: { correct: 'CORRECTED', take_off: 'REPORTED' },
  CORRECTED: { accept: 'ACCEPTED', correct: 'CORRECTED', take_off: 'REPORTED' },
  STANDS: { report: 'REPORTED' },
})

/** As it is shown: LAPSED is time that was reported and that nobody had answered when the pay was approved. */
export const TIMESHEET_STATES = [...TIMESHEET_STATUSES, 'LAPSED'] as const
export type TimesheetState = (typeof TIMESHEET_STATES)[number]

/** How a timesheet stands beside its line item; null while the cycle is not open yet. */
export function timesheetState(
  status: TimesheetStatus,
  item: LineItemStatus | null,
): TimesheetState {
  return status === 'REPORTED' && isDecided(item) ? 'LAPSED' : status
}

type Answer = {
  readonly status: TimesheetStatus
  readonly hours_hundredths: number | null
  readonly corrected_hundredths: number | null
  readonly reason: string
}

/** What was answered as it is paid: hours that were `written` on the pay after the answer are what is paid, for what was said of them, and no longer what was answered. */
export function answerAsPaid(
  { status, hours_hundredths: reported, corrected_hundredths, reason }: Answer,
  written: { readonly hours: number; readonly words: string },
): Omit<Answer, 'hours_hundredths'> {
  const answered = { status, corrected_hundredths, reason }
  if (!isAnswered(status)) return answered
  if (written.hours === (corrected_hundredths ?? reported)) return answered
  return written.hours === reported
    ? { status: 'ACCEPTED', corrected_hundredths: null, reason: '' }
    : { status: 'CORRECTED', corrected_hundredths: written.hours, reason: written.words }
}

/**
 * Whether hours that are `written` on a pay correct time that was answered: other ones than were reported, and than are `paid` by now. Who corrects says
 * why, and the contractor is told, wherever it is done.
 */
export function correctsAnswer(
  { status, hours_hundredths: reported }: Pick<Answer, 'status' | 'hours_hundredths'>,
  { paid, written }: { readonly paid: number; readonly written: number },
): boolean {
  return isAnswered(status) && written !== paid && written !== reported
}

function isAnswered(status: TimesheetStatus): boolean {
  return status === 'ACCEPTED' || status === 'CORRECTED'
}

function isDecided(item: LineItemStatus | null): boolean {
  return item !== null && item !== 'PENDING_APPROVAL'
}

const BY_CONTRACTOR: readonly TimesheetAction[] = ['report', 'take_back']
const BY_EMPLOYER: readonly TimesheetAction[] = ['accept', 'correct', 'let_stand']

/** What the contractor may do: all that the timesheet allows, until the pay is approved or put away; also before its cycle opened. */
export function contractorMay(
  status: TimesheetStatus,
  item: LineItemStatus | null,
): TimesheetAction[] {
  return isDecided(item)
    ? []
    : timesheetMachine.actions(status).filter(action => BY_CONTRACTOR.includes(action))
}

/** What the employer may do, while the line item waits for approval. Letting stand is of use only where time has to be reported. */
export function employerMay(
  status: TimesheetStatus,
  item: LineItemStatus | null,
  required: boolean,
): TimesheetAction[] {
  if (item !== 'PENDING_APPROVAL') return []
  return timesheetMachine
    .actions(status)
    .filter(action => BY_EMPLOYER.includes(action) && (required || action !== 'let_stand'))
}

/** A day's time in hundredths of an hour. */
export type TimeOfDay = { readonly date: PlainDateString; readonly hours_hundredths: number }

export const MOST_DAY_HUNDREDTHS = 24 * 100
export const MOST_PERIOD_HUNDREDTHS = 744 * 100
export const MAX_TIME_WORDS = 500

type Days = { readonly first: PlainDateString; readonly last: PlainDateString }

/** What is wrong with reported time, each with its place: days outside of the contract's, one twice, one too long, or another sum. */
export function checkReport(
  {
    hours_hundredths: total,
    days,
  }: { hours_hundredths: number; days: readonly TimeOfDay[] | null },
  { first, last }: Days,
): InvalidField[] {
  const refuse = (loc: InvalidField['loc'], key: TextKey, params = {}): InvalidField[] => [
    { ...textOf(key, params), loc: ['body', ...loc], type: 'value_error' },
  ]
  if (total <= 0) return refuse(['hours'], 'payroll.time.problems.nothing')
  if (total > MOST_PERIOD_HUNDREDTHS) return refuse(['hours'], 'payroll.problems.tooManyHours')
  if (days === null) return []
  const wrong = days.flatMap(({ date, hours_hundredths: hours }, at) => {
    if (date < first || date > last)
      return refuse(['days', at, 'date'], 'payroll.time.problems.otherDay', {
        first: formatDate(first),
        last: formatDate(last),
      })
    if (days.findIndex(day => day.date === date) < at)
      return refuse(['days', at, 'date'], 'payroll.time.problems.twice', { date: formatDate(date) })
    return hours > MOST_DAY_HUNDREDTHS
      ? refuse(['days', at, 'hours'], 'payroll.time.problems.longDay')
      : []
  })
  const sum = days.reduce((all, day) => all + day.hours_hundredths, 0)
  return wrong.length > 0 || sum === total
    ? wrong
    : refuse(['hours'], 'payroll.time.problems.otherSum')
}

type ReportOf = {
  readonly days: readonly TimeOfDay[] | null
  /** The days that its contract paid when it was reported, where they are known. */
  readonly reported_first: PlainDateString | null
  readonly reported_last: PlainDateString | null
}

/**
 * Why reported time is not accepted as it is: it has days, or is a sum over days, that its contract does not pay by now, having ended or been replaced since.
 * The words take the `name` of who reported it.
 */
export function whyNotPaid(
  { days, reported_first, reported_last }: ReportOf,
  { first, last, earns }: Days & { readonly earns: boolean },
  name: string,
): Text | undefined {
  if (!earns) return textOf('payroll.time.problems.noDayPaid', { name })
  const isOther = (date: PlainDateString) => date < first || date > last
  const other = days?.find(day => day.hours_hundredths > 0 && isOther(day.date))
  const paid = { name, first: formatDate(first), last: formatDate(last) }
  if (other)
    return textOf('payroll.time.problems.dayNotPaid', { ...paid, date: formatDate(other.date) })
  const wasOther = (date: PlainDateString | null) => date !== null && isOther(date)
  return days === null && (wasOther(reported_first) || wasOther(reported_last))
    ? textOf('payroll.time.problems.sumOfMore', paid)
    : undefined
}

/** The scheduled time of some days, spread evenly over those of work; what does not divide goes to the first ones. Where no day is one of work, over all. */
export function scheduleOf(
  { first, last }: Days,
  hours_hundredths: number,
  isHoliday: IsHoliday,
): TimeOfDay[] {
  const all: string[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) all.push(day)
  const business = all.filter(day => isBusinessDay(day, isHoliday))
  const worked = new Set(business.length > 0 ? business : all)
  const each = Math.floor(hours_hundredths / worked.size)
  let rest = hours_hundredths - each * worked.size
  return all.map(date => {
    if (!worked.has(date)) return { date, hours_hundredths: 0 }
    const one = rest > 0 ? 1 : 0
    rest -= one
    return { date, hours_hundredths: each + one }
  })
}

/**
 * The day by which time is to be reported: the last of the period, or the one by which the pay is approved where that is earlier. Whose
 * days begin after it, `first` being the first of them, has until the pay date.
 */
export function reportBy(
  end_date: PlainDateString,
  pay_date: PlainDateString,
  first: PlainDateString,
): PlainDateString {
  const approved = approvalDue(pay_date)
  const due = approved < first ? pay_date : approved
  return due < end_date ? due : end_date
}

type Answered = {
  readonly timesheet_uuid: string
  readonly contractor_sub: string
  readonly notes: string
  readonly reported_at: string
  /** What was reported. */
  readonly hours_hundredths: number
}

/**
 * The entries of a line item of which reported time was answered: one for what was reported against what is scheduled, and where the
 * employer pays `corrected` instead one adjustment with their reason. Hours that were edited before give way.
 */
export function withReported(
  entries: readonly WrittenEntry[] | null,
  scheduled_hours_hundredths: number,
  time: Answered,
  correction: {
    readonly corrected_hundredths: number
    readonly by: Pick<WrittenEntry, 'entry_uuid' | 'words' | 'author_sub' | 'written_at'>
  } | null,
): { readonly hours_hundredths: number; readonly entries: readonly WrittenEntry[] | null } {
  const reported: WrittenEntry = {
    entry_uuid: time.timesheet_uuid,
    kind: 'REPORTED_TIME',
    hours_hundredths: time.hours_hundredths - scheduled_hours_hundredths,
    words: time.notes,
    author_sub: time.contractor_sub,
    written_at: time.reported_at,
  }
  const others = withoutReported(entries)
  const hours_hundredths = correction?.corrected_hundredths ?? time.hours_hundredths
  const by = correction?.by ?? { entry_uuid: '', words: '', author_sub: '', written_at: '' }
  return {
    hours_hundredths,
    entries: withHours([reported, ...others], scheduled_hours_hundredths, hours_hundredths, by),
  }
}

/** Entries without reported time, and without the adjustment of hours that stood against it. */
export function withoutReported(entries: readonly WrittenEntry[] | null): WrittenEntry[] {
  return (entries ?? []).filter(({ hours_hundredths }) => hours_hundredths === undefined)
}

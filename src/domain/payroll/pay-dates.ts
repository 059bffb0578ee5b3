/**
 * The payroll calendar: the periods of a policy and the day on which each is paid. Periods tile time; a nominal pay date
 * that is no business day moves by `after_holiday`, and pay dates always strictly increase. Rule text:
 * docs/rules/pay-dates.md.
 */
import { assert, present } from '#domain/kernel/assert.ts'
import type { PlainDateString } from '#domain/kernel/plain-date.ts'
import {
  endDaysOf,
  type PayPolicyTerms,
  type PeriodType,
  WEEKDAYS,
  WEEKS_OF_MONTH,
} from './pay-policy.ts'

export type IsHoliday = (date: PlainDateString) => boolean

export type PayPeriod = {
  /** 0 for the period that ends on `first_period_end_date`. */
  readonly index: number
  readonly start_date: PlainDateString
  readonly end_date: PlainDateString
  readonly nominal_pay_date: PlainDateString
  readonly pay_date: PlainDateString
  readonly moved_because?: 'WEEKEND' | 'HOLIDAY'
}

type Day = Temporal.PlainDate
type IsBusinessDay = (day: Day) => boolean

/** No period is longer: an index estimated with it never overshoots. */
const LONGEST_PERIOD_DAYS: Readonly<Record<PeriodType, number>> = {
  WEEKLY: 7,
  BI_WEEKLY: 14,
  SEMI_MONTHLY: 16,
  MONTHLY: 31,
}

const MOST_PERIODS_IN_14_MONTHS: Readonly<Record<PeriodType, number>> = {
  WEEKLY: 63,
  BI_WEEKLY: 32,
  SEMI_MONTHLY: 30,
  MONTHLY: 16,
}

/** How many periods before the asked ones are reckoned, so that a date pushed on by a long feast is the same in any window. */
const LOOKBACK = 60

/** A calendar without a business day for so long is broken, and a search in it would never end. */
const LONGEST_CLOSURE_DAYS = 366

/** Whether the date is a weekday and not a holiday: the one definition of a business day. */
export function isBusinessDay(date: PlainDateString, isHoliday: IsHoliday): boolean {
  return isWeekday(Temporal.PlainDate.from(date)) && !isHoliday(date)
}

/** The first `count` periods that end on or after `from`, in order. The terms have passed `checkPolicyTerms`. */
export function payPeriods(
  terms: PayPolicyTerms,
  isHoliday: IsHoliday,
  { from, count }: { from: PlainDateString; count: number },
): PayPeriod[] {
  const first = firstIndexEndingOnOrAfter(terms, Temporal.PlainDate.from(from))
  const business = businessDays(terms, isHoliday)
  const periods: PayPeriod[] = []
  let previous: Day | undefined
  for (let index = Math.max(0, first - LOOKBACK); index < first + count; index++) {
    const nominal = nominalPayDate(terms, endOf(terms, index), business)
    const paid = move(nominal, terms.after_holiday, business, previous)
    if (index >= first) periods.push(periodOf(terms, index, nominal, paid))
    previous = paid
  }
  return periods
}

/** The periods that are paid on a day or later, and end within the twelve months from it, in order. */
export function periodsOfTwelveMonths(
  terms: PayPolicyTerms,
  isHoliday: IsHoliday,
  from: PlainDateString,
): PayPeriod[] {
  const today = Temporal.PlainDate.from(from)
  const until = today.add({ years: 1 }).toString()
  // A period is paid at most a month and a feast after its end.
  const ended = today.subtract({ days: 62 }).toString()
  const count = MOST_PERIODS_IN_14_MONTHS[terms.period_type]
  return payPeriods(terms, isHoliday, { from: ended, count }).filter(
    ({ end_date, pay_date }) => pay_date >= from && end_date < until,
  )
}

/** The periods of a policy's calendar that touch some days, also those before its first: what days that no cycle paid are reckoned by. */
export function periodsTouching(
  terms: PayPolicyTerms,
  first: PlainDateString,
  last: PlainDateString,
): { start_date: PlainDateString; end_date: PlainDateString }[] {
  let index = firstIndexEndingOnOrAfter(terms, Temporal.PlainDate.from(first))
  while (endOf(terms, index - 1).toString() >= first) index--
  const periods: { start_date: PlainDateString; end_date: PlainDateString }[] = []
  for (; ; index++) {
    const start_date = endOf(terms, index - 1)
      .add({ days: 1 })
      .toString()
    if (start_date > last) return periods
    periods.push({ start_date, end_date: endOf(terms, index).toString() })
  }
}

function periodOf(terms: PayPolicyTerms, index: number, nominal: Day, paid: Day): PayPeriod {
  const reason = nominal.equals(paid) ? undefined : reasonForMove(nominal, paid)
  return {
    index,
    start_date: endOf(terms, index - 1)
      .add({ days: 1 })
      .toString(),
    end_date: endOf(terms, index).toString(),
    nominal_pay_date: nominal.toString(),
    pay_date: paid.toString(),
    ...(reason ? { moved_because: reason } : {}),
  }
}

/** A move is put down to the weekend when it passed weekend days alone, and to a holiday otherwise. */
function reasonForMove(nominal: Day, paid: Day): 'WEEKEND' | 'HOLIDAY' {
  const step = Temporal.PlainDate.compare(nominal, paid) < 0 ? 1 : -1
  for (let at = nominal; !at.equals(paid); at = at.add({ days: step }))
    if (isWeekday(at)) return 'HOLIDAY'
  return 'WEEKEND'
}

function isWeekday(day: Day): boolean {
  return day.dayOfWeek <= 5
}

function businessDays(terms: PayPolicyTerms, isHoliday: IsHoliday): IsBusinessDay {
  if (terms.holiday_policy === 'IGNORE') return isWeekday
  return day => isWeekday(day) && !isHoliday(day.toString())
}

function firstIndexEndingOnOrAfter(terms: PayPolicyTerms, from: Day): number {
  const days = Temporal.PlainDate.from(terms.first_period_end_date).until(from).days
  let index = Math.max(0, Math.floor(days / LONGEST_PERIOD_DAYS[terms.period_type]) - 1)
  while (Temporal.PlainDate.compare(endOf(terms, index), from) < 0) index++
  return index
}

/** The end of period `index`; index -1 is the day before the first period starts. */
function endOf(terms: PayPolicyTerms, index: number): Day {
  const first = Temporal.PlainDate.from(terms.first_period_end_date)
  switch (terms.period_type) {
    case 'WEEKLY':
      return first.add({ days: 7 * index })
    case 'BI_WEEKLY':
      return first.add({ days: 14 * index })
    case 'MONTHLY':
      // Months are always added to the first end, so that one short month does not shorten those after it.
      return first.add({ months: index })
    case 'SEMI_MONTHLY':
      return semiMonthlyEnd(terms, first, index)
  }
}

function semiMonthlyEnd(terms: PayPolicyTerms, first: Day, index: number): Day {
  const [firstDay, secondDay] = endDaysOf(terms)
  const half = (first.day === firstDay ? 0 : 1) + index
  const month = first.with({ day: 1 }).add({ months: Math.floor(half / 2) })
  const isFirstHalf = half % 2 === 0
  return month.with({ day: isFirstHalf ? firstDay : secondDay === 'last' ? 31 : secondDay })
}

function nominalPayDate(terms: PayPolicyTerms, end: Day, isBusiness: IsBusinessDay): Day {
  switch (terms.pay_date_rule) {
    case 'END_OF_PAY_PERIOD':
      return end
    case 'DAY_OF_WEEK':
      return end.add({ days: (weekdayOf(terms) - end.dayOfWeek + 7) % 7 })
    case 'SAME_DATE_EVERY_MONTH':
      return end.with({ day: Temporal.PlainDate.from(terms.first_period_end_date).day })
    case 'MIDDLE_AND_LAST':
      return end.with({ day: end.day <= 15 ? 15 : 31 })
    case 'MIDDLE_AND_LAST_OF_NEXT_MONTH':
      return monthAfter(end).with({ day: end.day <= 15 ? 15 : 31 })
    default: {
      const month = paidInNextMonth(terms) ? monthAfter(end) : end.with({ day: 1 })
      return dayOfMonth(terms, month, isBusiness)
    }
  }
}

function monthAfter(day: Day): Day {
  return day.with({ day: 1 }).add({ months: 1 })
}

function weekdayOf(terms: PayPolicyTerms): number {
  return WEEKDAYS.indexOf(present(terms.day_of_week, 'the rule has its weekday')) + 1
}

/** The one day a month that the rule names, in the month that starts on `first`. */
function dayOfMonth(terms: PayPolicyTerms, first: Day, isBusiness: IsBusinessDay): Day {
  if (terms.pay_date_rule === 'SPECIFIC_DAY_OF_MONTH')
    return first.with({ day: present(terms.preferred_pay_day, 'the rule has its day') })
  if (terms.pay_date_rule === 'NTH_BUSINESS_DAY') {
    let at = seek(first, 1, isBusiness)
    const n = present(terms.monthly_business_day, 'the rule has its business day')
    for (let i = 1; i < n; i++) at = seek(at.add({ days: 1 }), 1, isBusiness)
    return at
  }
  const week = WEEKS_OF_MONTH.indexOf(present(terms.week_of_month, 'the rule has its week'))
  const from =
    week === 4 ? first.with({ day: 31 }).subtract({ days: 6 }) : first.add({ weeks: week })
  return from.add({ days: (weekdayOf(terms) - from.dayOfWeek + 7) % 7 })
}

/**
 * Whether the rules that name one day a month take it in the month after the period's end: they do when in the month of
 * the end it could ever come before the end. Decided once per policy, never per period, or two periods would meet on one
 * day.
 */
export function paidInNextMonth(terms: PayPolicyTerms): boolean {
  const endDay = Temporal.PlainDate.from(terms.first_period_end_date).day
  return [28, 29, 30, 31].some(length => earliestDayNamed(terms, length) < Math.min(endDay, length))
}

/** The earliest day that the rule can name in any month of that length, holidays or none. */
function earliestDayNamed(terms: PayPolicyTerms, monthLength: number): number {
  if (terms.pay_date_rule === 'SPECIFIC_DAY_OF_MONTH')
    return Math.min(present(terms.preferred_pay_day, 'the rule has its day'), monthLength)
  if (terms.pay_date_rule === 'NTH_BUSINESS_DAY') {
    // In a month that starts on a Monday every five business days take a week.
    const n = present(terms.monthly_business_day, 'the rule has its business day')
    return n + 2 * Math.floor((n - 1) / 5)
  }
  const week = WEEKS_OF_MONTH.indexOf(present(terms.week_of_month, 'the rule has its week'))
  return week === 4 ? monthLength - 6 : 7 * week + 1
}

/**
 * The pay date of a nominal one: the next business day or the one before, going on in the same direction. Where that
 * would meet or pass the date of the cycle before, the money comes later instead: on the first business day that is free.
 */
function move(nominal: Day, after: boolean, isBusiness: IsBusinessDay, previous?: Day): Day {
  const moved = seek(nominal, after ? 1 : -1, isBusiness)
  if (!previous || Temporal.PlainDate.compare(moved, previous) > 0) return moved
  const dayAfter = previous.add({ days: 1 })
  return seek(Temporal.PlainDate.compare(nominal, dayAfter) > 0 ? nominal : dayAfter, 1, isBusiness)
}

/** The first business day at or beyond `day` in a direction. */
function seek(day: Day, step: 1 | -1, isBusiness: IsBusinessDay): Day {
  let at = day
  for (let days = 0; days <= LONGEST_CLOSURE_DAYS; days++) {
    if (isBusiness(at)) return at
    at = at.add({ days: step })
  }
  assert(false, `no business day within a year of ${day}`)
}

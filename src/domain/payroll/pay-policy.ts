/**
 * Payroll policies: how long a period is, when it ends and when it is paid. What may be chosen together is decided here;
 * the calendar itself is in `pay-dates.ts`. Rule text: docs/rules/pay-dates.md.
 */

import { present } from '#domain/kernel/assert.ts'
import { isPlainDate, type PlainDateString } from '#domain/kernel/plain-date.ts'
import type { InvalidField } from '#domain/kernel/problem.ts'
import { type Text, textOf } from '#domain/kernel/words.ts'

export const PERIOD_TYPES = ['WEEKLY', 'BI_WEEKLY', 'SEMI_MONTHLY', 'MONTHLY'] as const
export type PeriodType = (typeof PERIOD_TYPES)[number]

export const PAY_DATE_RULES = [
  'END_OF_PAY_PERIOD',
  'DAY_OF_WEEK',
  'SAME_DATE_EVERY_MONTH',
  'SPECIFIC_DAY_OF_MONTH',
  'NTH_WEEKDAY',
  'NTH_BUSINESS_DAY',
  'MIDDLE_AND_LAST',
  'MIDDLE_AND_LAST_OF_NEXT_MONTH',
] as const
export type PayDateRule = (typeof PAY_DATE_RULES)[number]

/** What a cycle is of: a calendar of periods, or the one day of a batch of payments (decision 0110). */
export const CYCLE_KINDS = ['CALENDAR', 'BATCH'] as const
export type CycleKind = (typeof CYCLE_KINDS)[number]

/** The specification's ordinal words, in order. */
export const WEEKS_OF_MONTH = ['first', 'second', 'third', 'fourth', 'last'] as const
export type WeekOfMonth = (typeof WEEKS_OF_MONTH)[number]

/** The specification's weekdays, in order: Monday is day 1 of ISO 8601. */
export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const
export type Weekday = (typeof WEEKDAYS)[number]

/** RESPECT moves a pay date off public holidays; IGNORE moves it off weekends alone. */
export const HOLIDAY_POLICIES = ['RESPECT', 'IGNORE'] as const
export type HolidayPolicy = (typeof HOLIDAY_POLICIES)[number]

/** The two days of a month on which semi-monthly periods end; a day that a month does not have is its last. */
export type SemiMonthlyEndDays = readonly [first: number, second: number | 'last']

export type PayPolicyTerms = {
  readonly period_type: PeriodType
  readonly first_period_end_date: PlainDateString
  readonly pay_date_rule: PayDateRule
  readonly preferred_pay_day?: number | null | undefined
  readonly week_of_month?: WeekOfMonth | null | undefined
  readonly day_of_week?: Weekday | null | undefined
  readonly monthly_business_day?: number | null | undefined
  readonly semi_monthly_preferred_pay_day?: SemiMonthlyEndDays | null | undefined
  readonly holiday_policy: HolidayPolicy
  /** Whether a date that is no business day moves to the next one (true) or to the one before (false). */
  readonly after_holiday: boolean
}

/** The latest specific day of a month that can be chosen (specification 9, the constant 29). */
export const MAX_PREFERRED_PAY_DAY = 29

/** The latest business day that can be chosen: months with a long feast still have this many. */
export const MAX_MONTHLY_BUSINESS_DAY = 15

/**
 * The rule that terms name by what they choose, where they do not name it: the specification's policy has no field for it. A choice
 * that the period type does not know is left to `checkPolicyTerms`; without one it is paid at the end of the period.
 */
export function ruleOf(terms: Omit<PayPolicyTerms, 'pay_date_rule'>): PayDateRule {
  const { period_type, preferred_pay_day, week_of_month, day_of_week, monthly_business_day } = terms
  if (period_type === 'MONTHLY') {
    if (monthly_business_day != null) return 'NTH_BUSINESS_DAY'
    if (week_of_month != null) return 'NTH_WEEKDAY'
    return preferred_pay_day == null ? 'END_OF_PAY_PERIOD' : 'SPECIFIC_DAY_OF_MONTH'
  }
  if (period_type === 'SEMI_MONTHLY') return 'END_OF_PAY_PERIOD'
  return day_of_week == null ? 'END_OF_PAY_PERIOD' : 'DAY_OF_WEEK'
}

/** The rules that each period type allows, in the order in which they are offered. */
export const RULES_OF_PERIOD_TYPE: Readonly<Record<PeriodType, readonly PayDateRule[]>> = {
  WEEKLY: ['END_OF_PAY_PERIOD', 'DAY_OF_WEEK'],
  BI_WEEKLY: ['END_OF_PAY_PERIOD', 'DAY_OF_WEEK'],
  SEMI_MONTHLY: ['END_OF_PAY_PERIOD', 'MIDDLE_AND_LAST', 'MIDDLE_AND_LAST_OF_NEXT_MONTH'],
  MONTHLY: [
    'END_OF_PAY_PERIOD',
    'SAME_DATE_EVERY_MONTH',
    'SPECIFIC_DAY_OF_MONTH',
    'NTH_WEEKDAY',
    'NTH_BUSINESS_DAY',
  ],
}

export const DEFAULT_SEMI_MONTHLY_END_DAYS: SemiMonthlyEndDays = [15, 'last']

/** The pairs of end days that are offered, half a month apart; the default pair comes first. */
export function semiMonthlyEndDates(): SemiMonthlyEndDays[] {
  const others = Array.from({ length: 14 }, (_, i): SemiMonthlyEndDays => [i + 1, i + 16])
  return [DEFAULT_SEMI_MONTHLY_END_DAYS, ...others]
}

/** The pair of a semi-monthly policy; the default one where none was chosen. */
export function endDaysOf(terms: PayPolicyTerms): SemiMonthlyEndDays {
  return terms.semi_monthly_preferred_pay_day ?? DEFAULT_SEMI_MONTHLY_END_DAYS
}

/** What is wrong with the terms, each with the field and the remedy; empty when they make a calendar. */
export function checkPolicyTerms(terms: PayPolicyTerms): InvalidField[] {
  const found: InvalidField[] = []
  const refuse: Refuse = (field, text) =>
    found.push({ ...text, loc: ['body', field], type: 'value_error' })
  const allowed = RULES_OF_PERIOD_TYPE[terms.period_type]
  if (!allowed.includes(terms.pay_date_rule)) {
    refuse('pay_date_rule', ruleNotAllowed(terms.period_type))
  }
  if (!isPlainDate(terms.first_period_end_date))
    refuse('first_period_end_date', textOf('payroll.policyTerms.firstEndMissing'))
  else if (terms.period_type === 'SEMI_MONTHLY') checkSemiMonthly(terms, refuse)
  checkRuleFields(terms, refuse)
  return found
}

function ruleNotAllowed(type: PeriodType): Text {
  const [first, ...more] = RULES_OF_PERIOD_TYPE[type].map(rule =>
    textOf(`payroll.payDateRules.${rule}`),
  )
  const offer = more.reduce<Text>(
    (before, rule) => textOf('payroll.policyTerms.offeredMore', { before, rule }),
    textOf('payroll.policyTerms.offered', {
      rule: present(first, 'a period is paid by some rule'),
    }),
  )
  const periods = textOf(`payroll.periodTypes.${type}`)
  return textOf('payroll.policyTerms.ruleNotAllowed', { periods, offer })
}

type Refuse = (field: keyof PayPolicyTerms, text: Text) => void

function checkSemiMonthly(terms: PayPolicyTerms, refuse: Refuse): void {
  const [first, second] = endDaysOf(terms)
  if (!semiMonthlyEndDates().some(pair => pair[0] === first && pair[1] === second)) {
    refuse('semi_monthly_preferred_pay_day', textOf('payroll.policyTerms.pairOfDays'))
    return
  }
  const date = Temporal.PlainDate.from(terms.first_period_end_date)
  const secondDay = second === 'last' ? date.daysInMonth : Math.min(second, date.daysInMonth)
  if (date.day !== first && date.day !== secondDay)
    refuse(
      'first_period_end_date',
      second === 'last'
        ? textOf('payroll.policyTerms.semiMonthlyEndsLast', { first })
        : textOf('payroll.policyTerms.semiMonthlyEnds', { first, second }),
    )
}

function checkRuleFields(terms: PayPolicyTerms, refuse: Refuse): void {
  const { pay_date_rule: rule } = terms
  const within = (value: number | null | undefined, max: number) =>
    Number.isInteger(value) && Number(value) >= 1 && Number(value) <= max
  if (rule === 'SPECIFIC_DAY_OF_MONTH' && !within(terms.preferred_pay_day, MAX_PREFERRED_PAY_DAY))
    refuse(
      'preferred_pay_day',
      textOf('payroll.policyTerms.dayOfMonth', { most: MAX_PREFERRED_PAY_DAY }),
    )
  if (rule === 'NTH_BUSINESS_DAY' && !within(terms.monthly_business_day, MAX_MONTHLY_BUSINESS_DAY))
    refuse(
      'monthly_business_day',
      textOf('payroll.policyTerms.businessDay', { most: MAX_MONTHLY_BUSINESS_DAY }),
    )
  if (rule === 'NTH_WEEKDAY' && !WEEKS_OF_MONTH.some(week => week === terms.week_of_month))
    refuse('week_of_month', textOf('payroll.policyTerms.week'))
  if (
    (rule === 'NTH_WEEKDAY' || rule === 'DAY_OF_WEEK') &&
    !WEEKDAYS.some(day => day === terms.day_of_week)
  )
    refuse('day_of_week', textOf('payroll.policyTerms.weekday'))
}

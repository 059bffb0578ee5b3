/** What the form of a payroll policy holds, and the terms that it sends. */
import { addDays, isPlainDate, type PlainDateString } from '#domain/kernel/plain-date.ts'
import {
  DEFAULT_SEMI_MONTHLY_END_DAYS,
  type HolidayPolicy,
  type PayDateRule,
  type PeriodType,
  RULES_OF_PERIOD_TYPE,
  type SemiMonthlyEndDays,
  WEEKDAYS,
  WEEKS_OF_MONTH,
} from '#domain/payroll/pay-policy.ts'
import type { ClientInput, ClientOutput } from '#web/kernel/types.ts'

export type PolicyView = ClientOutput<'getPolicy'>
export type PolicyTerms = ClientInput<'putPolicy'>['body']

export type PolicyEntry = {
  label: string
  period_type: PeriodType
  first_period_end_date: string
  /** Whether months end on their last day, or on the day of the first end. */
  month_end: 'last' | 'day'
  pay_date_rule: PayDateRule
  preferred_pay_day: string
  week_of_month: string
  day_of_week: string
  monthly_business_day: string
  end_days: string
  holiday_policy: HolidayPolicy
  after_holiday: 'before' | 'after'
}

/** A pair of end days as the value of a select, such as `15,last`. */
export function endDaysKey([first, second]: SemiMonthlyEndDays): string {
  return `${first},${second}`
}

function endDaysOf(key: string): [number, number | 'last'] {
  const [first = '15', second = 'last'] = key.split(',')
  return [Number(first), second === 'last' ? 'last' : Number(second)]
}

/** A new policy: two weeks that end on the coming Friday, paid on the day they end. */
export function newEntry(
  today: PlainDateString,
  holiday_policy: PolicyEntry['holiday_policy'] = 'RESPECT',
): PolicyEntry {
  return {
    label: '',
    period_type: 'BI_WEEKLY',
    first_period_end_date: firstEnd('BI_WEEKLY', today),
    month_end: 'last',
    pay_date_rule: 'END_OF_PAY_PERIOD',
    preferred_pay_day: '1',
    week_of_month: 'last',
    day_of_week: 'friday',
    monthly_business_day: '1',
    end_days: endDaysKey(DEFAULT_SEMI_MONTHLY_END_DAYS),
    holiday_policy,
    after_holiday: 'before',
  }
}

/** A saved policy as the form shows it. */
export function entryOfPolicy(policy: PolicyView): PolicyEntry {
  return {
    label: policy.label,
    period_type: policy.period_type,
    first_period_end_date: policy.first_period_end_date,
    month_end: policy.first_period_end_date.endsWith('-31') ? 'last' : 'day',
    pay_date_rule: policy.pay_date_rule,
    preferred_pay_day: String(policy.preferred_pay_day ?? 1),
    week_of_month: policy.week_of_month ?? 'last',
    day_of_week: policy.day_of_week ?? 'friday',
    monthly_business_day: String(policy.monthly_business_day ?? 1),
    end_days: endDaysKey(policy.semi_monthly_preferred_pay_day ?? DEFAULT_SEMI_MONTHLY_END_DAYS),
    holiday_policy: policy.holiday_policy,
    after_holiday: policy.after_holiday ? 'after' : 'before',
  }
}

/** The terms of a policy from its next period on that is not open yet, under no name: another one takes its place, beside it in every list. */
export function entryAfter(policy: PolicyView): PolicyEntry {
  const entry = entryOfPolicy(policy)
  const through = policy.kept.opened_through ?? ''
  const next = policy.pay_periods.find(({ end_date }) => end_date > through)
  return {
    ...entry,
    label: '',
    first_period_end_date: next?.end_date ?? entry.first_period_end_date,
  }
}

/** A likely first end: the coming Friday, the month's last day, or the nearer of the 15th and the last. */
export function firstEnd(type: PeriodType, today: PlainDateString): PlainDateString {
  const last = monthEnd(today)
  if (type === 'MONTHLY') return last
  if (type === 'SEMI_MONTHLY') return today.slice(8) <= '15' ? `${today.slice(0, 8)}15` : last
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay()
  return addDays(today, (5 - weekday + 7) % 7)
}

/** A 31st at or just before a date's month end, which stands for the last day of every month (docs/rules/pay-dates.md). */
function lastThirtyFirst(date: PlainDateString): PlainDateString {
  if (!isPlainDate(date)) return date
  const last = monthEnd(date)
  return last.endsWith('-31') ? last : addDays(`${last.slice(0, 8)}01`, -1)
}

function monthEnd(date: PlainDateString): PlainDateString {
  return addDays(`${addDays(`${date.slice(0, 8)}28`, 4).slice(0, 8)}01`, -1)
}

/** The terms of an entry: only what its rule asks for is sent, and the after flag is derived (specification 5). */
export function termsOf(entry: PolicyEntry): PolicyTerms {
  const { period_type, pay_date_rule: rule } = entry
  const byWeekday = rule === 'DAY_OF_WEEK' || rule === 'NTH_WEEKDAY'
  return {
    label: entry.label.trim(),
    period_type,
    first_period_end_date:
      period_type === 'MONTHLY' && entry.month_end === 'last'
        ? lastThirtyFirst(entry.first_period_end_date)
        : entry.first_period_end_date,
    pay_date_rule: rule,
    preferred_pay_day: rule === 'SPECIFIC_DAY_OF_MONTH' ? Number(entry.preferred_pay_day) : null,
    week_of_month:
      rule === 'NTH_WEEKDAY'
        ? (WEEKS_OF_MONTH.find(week => week === entry.week_of_month) ?? null)
        : null,
    day_of_week: byWeekday ? (WEEKDAYS.find(day => day === entry.day_of_week) ?? null) : null,
    monthly_business_day: rule === 'NTH_BUSINESS_DAY' ? Number(entry.monthly_business_day) : null,
    semi_monthly_preferred_pay_day:
      period_type === 'SEMI_MONTHLY' ? endDaysOf(entry.end_days) : null,
    holiday_policy: entry.holiday_policy,
    after_holiday: entry.after_holiday === 'after',
  }
}

/** The entry with another period type: a rule that it does not allow gives way to the first that it does. */
export function withPeriodType(
  entry: PolicyEntry,
  type: PeriodType,
  today: PlainDateString,
): PolicyEntry {
  const rules = RULES_OF_PERIOD_TYPE[type]
  const kept = rules.includes(entry.pay_date_rule)
  return {
    ...entry,
    period_type: type,
    first_period_end_date: firstEnd(type, today),
    pay_date_rule: kept ? entry.pay_date_rule : 'END_OF_PAY_PERIOD',
  }
}

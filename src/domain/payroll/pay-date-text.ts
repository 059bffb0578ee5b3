/** The pay-date rule in words, as contracts and the policy's page say it (docs/rules/pay-dates.md). */
import { present } from '#domain/kernel/assert.ts'
import { paidInNextMonth } from './pay-dates.ts'
import { endDaysOf, nameOfDay, ordinal, type PayPolicyTerms } from './pay-policy.ts'

const WEEKDAY_NAMES = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const

/** Two or three English sentences: when periods end, when they are paid, and where a date moves. Terms are valid. */
export function describePayDateRule(terms: PayPolicyTerms): string {
  const off =
    terms.holiday_policy === 'RESPECT' ? 'a weekend day or a public holiday' : 'a weekend day'
  const where = terms.after_holiday ? 'the next business day' : 'the business day before'
  return `${describePeriods(terms)} ${describeNominal(terms)} When that is ${off}, pay is due on ${where}.`
}

function describePeriods(terms: PayPolicyTerms): string {
  const first = Temporal.PlainDate.from(terms.first_period_end_date)
  const weekday = WEEKDAY_NAMES[first.dayOfWeek - 1]
  switch (terms.period_type) {
    case 'WEEKLY':
      return `A pay period is one week and ends on ${weekday}.`
    case 'BI_WEEKLY':
      return `A pay period is two weeks and ends on ${weekday}.`
    case 'SEMI_MONTHLY': {
      const [day, second] = endDaysOf(terms)
      return `Pay periods end twice a month, on the ${ordinal(day)} and on the ${nameOfDay(second)}.`
    }
    case 'MONTHLY': {
      if (first.day === 31) return 'A pay period ends on the last day of each month.'
      const short = first.day > 28 ? ', or on the last day of a shorter month' : ''
      return `A pay period ends on the ${ordinal(first.day)} of each month${short}.`
    }
  }
}

function describeNominal(terms: PayPolicyTerms): string {
  switch (terms.pay_date_rule) {
    case 'END_OF_PAY_PERIOD':
    case 'SAME_DATE_EVERY_MONTH':
      return 'Pay is due on the day on which the period ends.'
    case 'DAY_OF_WEEK':
      return `Pay is due on the first ${capitalised(terms.day_of_week)} on or after the end of the period.`
    case 'MIDDLE_AND_LAST':
      return 'Pay is due on the 15th for a period that ends by the 15th, and on the last day of the month otherwise.'
    case 'MIDDLE_AND_LAST_OF_NEXT_MONTH':
      return 'Pay is due in the month after: on the 15th for a period that ends by the 15th, and on the last day otherwise.'
    default: {
      const month = paidInNextMonth(terms)
        ? 'the month after the period ends'
        : 'the month in which the period ends'
      return `Pay is due on ${dayNamed(terms)} of ${month}.`
    }
  }
}

function dayNamed(terms: PayPolicyTerms): string {
  if (terms.pay_date_rule === 'NTH_WEEKDAY')
    return `the ${terms.week_of_month} ${capitalised(terms.day_of_week)}`
  if (terms.pay_date_rule === 'NTH_BUSINESS_DAY')
    return `the ${ordinal(present(terms.monthly_business_day, 'the rule has its business day'))} business day`
  const day = present(terms.preferred_pay_day, 'the rule has its day')
  return `the ${ordinal(day)}${day > 28 ? ' (or the last day of a shorter month)' : ''}`
}

function capitalised(word: string | null | undefined): string {
  const text = present(word, 'the rule has its weekday')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

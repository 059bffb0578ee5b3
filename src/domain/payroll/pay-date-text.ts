/** The pay-date rule in words, as contracts and the policy's page say it (docs/rules/pay-dates.md). */
import { present } from '#domain/kernel/assert.ts'
import { type Text, textOf } from '#domain/kernel/words.ts'
import { paidInNextMonth } from './pay-dates.ts'
import { endDaysOf, type PayPolicyTerms } from './pay-policy.ts'

const WEEKDAY_NAMES = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const

/** Three sentences: when periods end, when they are paid, and where a date moves. Terms are valid. */
export function describePayDateRule(terms: PayPolicyTerms): Text[] {
  const moved = textOf('payroll.calendar.moved', {
    holidays: terms.holiday_policy,
    to: terms.after_holiday ? 'after' : 'before',
  })
  return [periodsOf(terms), dueOf(terms), moved]
}

function periodsOf(terms: PayPolicyTerms): Text {
  const first = Temporal.PlainDate.from(terms.first_period_end_date)
  switch (terms.period_type) {
    case 'WEEKLY':
    case 'BI_WEEKLY': {
      const weekday = present(WEEKDAY_NAMES[first.dayOfWeek - 1], 'a week has seven days')
      return textOf(`payroll.calendar.${terms.period_type}`, { weekday })
    }
    case 'SEMI_MONTHLY': {
      const [day, second] = endDaysOf(terms)
      return second === 'last'
        ? textOf('payroll.calendar.semiMonthlyLast', { first: day })
        : textOf('payroll.calendar.SEMI_MONTHLY', { first: day, second })
    }
    case 'MONTHLY': {
      const { day } = first
      if (day === 31) return textOf('payroll.calendar.monthlyLast')
      return textOf(day > 28 ? 'payroll.calendar.monthlyOrLast' : 'payroll.calendar.MONTHLY', {
        day,
      })
    }
  }
}

function dueOf(terms: PayPolicyTerms): Text {
  const month = () => (paidInNextMonth(terms) ? 'next' : 'same')
  const weekday = () => present(terms.day_of_week, 'the rule has its weekday')
  switch (terms.pay_date_rule) {
    case 'END_OF_PAY_PERIOD':
    case 'SAME_DATE_EVERY_MONTH':
      return textOf('payroll.calendar.END_OF_PAY_PERIOD')
    case 'DAY_OF_WEEK':
      return textOf('payroll.calendar.DAY_OF_WEEK', { weekday: weekday() })
    case 'MIDDLE_AND_LAST':
    case 'MIDDLE_AND_LAST_OF_NEXT_MONTH':
      return textOf(`payroll.calendar.${terms.pay_date_rule}`)
    case 'NTH_WEEKDAY': {
      const week = present(terms.week_of_month, 'the rule has its week')
      return textOf('payroll.calendar.NTH_WEEKDAY', { week, weekday: weekday(), month: month() })
    }
    case 'NTH_BUSINESS_DAY': {
      const day = present(terms.monthly_business_day, 'the rule has its business day')
      return textOf('payroll.calendar.NTH_BUSINESS_DAY', { day, month: month() })
    }
    case 'SPECIFIC_DAY_OF_MONTH': {
      const day = present(terms.preferred_pay_day, 'the rule has its day')
      return textOf(
        day > 28 ? 'payroll.calendar.specificDayOrLast' : 'payroll.calendar.SPECIFIC_DAY_OF_MONTH',
        { day, month: month() },
      )
    }
  }
}

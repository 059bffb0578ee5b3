/** Why a pay is due on its day, in words: what the rule names, and what stood in the way (docs/rules/pay-dates.md). */
import { present } from '#domain/kernel/assert.ts'
import {
  addDays,
  daysBetween,
  formatDateLong,
  isWeekend,
  type PlainDateString,
} from '#domain/kernel/plain-date.ts'
import { type Text, textOf } from '#domain/kernel/words.ts'
import type { PayPeriod } from './pay-dates.ts'
import type { PayPolicyTerms } from './pay-policy.ts'

/** The holiday on a day by its name, or undefined where it is none. */
export type NameOfHoliday = (date: PlainDateString) => string | Text | undefined

/** What the rule names for the period and, where pay is due on another day, each closed day that was passed on the way. */
export function payDateReason(
  terms: PayPolicyTerms,
  period: PayPeriod,
  nameOf: NameOfHoliday,
): Text[] {
  const rule = ruleReason(terms, period)
  return period.moved_because === undefined ? [rule] : [rule, moveReason(terms, period, nameOf)]
}

function ruleReason(terms: PayPolicyTerms, { nominal_pay_date }: PayPeriod): Text {
  const day = Number(nominal_pay_date.slice(8))
  switch (terms.pay_date_rule) {
    case 'END_OF_PAY_PERIOD':
    case 'SAME_DATE_EVERY_MONTH':
      return textOf(`payroll.payDateReason.${terms.pay_date_rule}`)
    case 'DAY_OF_WEEK': {
      const weekday = present(terms.day_of_week, 'the rule has its weekday')
      return textOf('payroll.payDateReason.DAY_OF_WEEK', { weekday })
    }
    case 'NTH_WEEKDAY': {
      const week = present(terms.week_of_month, 'the rule has its week')
      const weekday = present(terms.day_of_week, 'the rule has its weekday')
      return textOf('payroll.payDateReason.NTH_WEEKDAY', { week, weekday })
    }
    case 'NTH_BUSINESS_DAY': {
      const nth = present(terms.monthly_business_day, 'the rule has its business day')
      return textOf('payroll.payDateReason.NTH_BUSINESS_DAY', { day: nth })
    }
    case 'SPECIFIC_DAY_OF_MONTH':
      return textOf(
        day === terms.preferred_pay_day
          ? 'payroll.payDateReason.SPECIFIC_DAY_OF_MONTH'
          : 'payroll.payDateReason.lastForSpecificDay',
        { day: present(terms.preferred_pay_day, 'the rule has its day') },
      )
    case 'MIDDLE_AND_LAST':
    case 'MIDDLE_AND_LAST_OF_NEXT_MONTH':
      return textOf(
        day === 15 ? 'payroll.payDateReason.middleOfMonth' : 'payroll.payDateReason.lastOfMonth',
      )
  }
}

/** What lay between, and to which side the pay moved: on although the rule says back, where it would have met the pay before. */
function moveReason(terms: PayPolicyTerms, period: PayPeriod, nameOf: NameOfHoliday): Text {
  const { nominal_pay_date: nominal, pay_date } = period
  const later = pay_date > nominal
  const step = later ? 1 : -1
  const days = Array.from({ length: Math.abs(daysBetween(nominal, pay_date)) }, (_, at) =>
    addDays(nominal, at * step),
  )
  const closed = days.flatMap((day): Text[] => {
    const holiday = isWeekend(day) ? undefined : nameOf(day)
    if (holiday)
      return [textOf('payroll.payDateReason.holiday', { day: formatDateLong(day), holiday })]
    return isWeekend(day) && !(day !== nominal && isWeekend(addDays(day, -step)))
      ? [textOf('payroll.payDateReason.weekend', { day: formatDateLong(day) })]
      : []
  })
  const to = later === terms.after_holiday ? (later ? 'after' : 'before') : 'free'
  return textOf('payroll.payDateReason.moved', { closed, to })
}

import { describe, expect, it } from 'vitest'
import { say, sayTexts } from '#server/kernel/words.ts'
import { describePayDateRule } from './pay-date-text.ts'
import {
  checkPolicyTerms,
  PAY_DATE_RULES,
  type PayDateRule,
  type PayPolicyTerms,
  PERIOD_TYPES,
  type PeriodType,
  semiMonthlyEndDates,
} from './pay-policy.ts'

const whole: PayPolicyTerms = {
  period_type: 'MONTHLY',
  first_period_end_date: '2026-11-15',
  pay_date_rule: 'END_OF_PAY_PERIOD',
  preferred_pay_day: 20,
  week_of_month: 'third',
  day_of_week: 'friday',
  monthly_business_day: 5,
  semi_monthly_preferred_pay_day: [15, 'last'],
  holiday_policy: 'RESPECT',
  after_holiday: false,
}
const fields = (terms: Partial<PayPolicyTerms>) =>
  checkPolicyTerms({ ...whole, ...terms }).map(problem => problem.loc.at(-1))

/** The table of the design, written out again: which rule goes with which period type. */
const allowed: Record<PeriodType, PayDateRule[]> = {
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

describe('checkPolicyTerms', () => {
  it.each(PERIOD_TYPES.flatMap(type => PAY_DATE_RULES.map(rule => [type, rule] as const)))(
    '%s with %s is allowed exactly as the table says',
    (period_type, pay_date_rule) => {
      const expected = allowed[period_type].includes(pay_date_rule) ? [] : ['pay_date_rule']
      expect(fields({ period_type, pay_date_rule })).toEqual(expected)
    },
  )

  it('names the field that a rule misses', () => {
    const day = { pay_date_rule: 'SPECIFIC_DAY_OF_MONTH' } as const
    expect(fields({ ...day, preferred_pay_day: null })).toEqual(['preferred_pay_day'])
    expect(fields({ ...day, preferred_pay_day: 30 })).toEqual(['preferred_pay_day'])
    expect(fields({ ...day, preferred_pay_day: 0 })).toEqual(['preferred_pay_day'])
    expect(fields({ ...day, preferred_pay_day: 1.5 })).toEqual(['preferred_pay_day'])
    expect(fields({ ...day, preferred_pay_day: 29 })).toEqual([])
    const weekday = { pay_date_rule: 'NTH_WEEKDAY' } as const
    expect(fields({ ...weekday, week_of_month: null, day_of_week: null })).toEqual([
      'week_of_month',
      'day_of_week',
    ])
    const business = { pay_date_rule: 'NTH_BUSINESS_DAY' } as const
    expect(fields({ ...business, monthly_business_day: 16 })).toEqual(['monthly_business_day'])
    expect(fields({ ...business, monthly_business_day: 15 })).toEqual([])
  })

  it('wants a first end date that exists and fits the semi-monthly pair', () => {
    expect(fields({ first_period_end_date: '2026-02-30' })).toEqual(['first_period_end_date'])
    const semi = { period_type: 'SEMI_MONTHLY' } as const
    expect(fields({ ...semi, first_period_end_date: '2026-11-14' })).toEqual([
      'first_period_end_date',
    ])
    expect(fields({ ...semi, first_period_end_date: '2026-11-30' })).toEqual([])
    expect(fields({ ...semi, semi_monthly_preferred_pay_day: null })).toEqual([])
    expect(fields({ ...semi, semi_monthly_preferred_pay_day: [3, 9] })).toEqual([
      'semi_monthly_preferred_pay_day',
    ])
  })

  it('accepts every offered pair, the default first', () => {
    expect(semiMonthlyEndDates()[0]).toEqual([15, 'last'])
    for (const pair of semiMonthlyEndDates()) {
      const first = `2026-02-${String(pair[0]).padStart(2, '0')}`
      expect(
        fields({
          period_type: 'SEMI_MONTHLY',
          semi_monthly_preferred_pay_day: pair,
          first_period_end_date: first,
        }),
      ).toEqual([])
    }
  })
})

describe('words', () => {
  it('shows the specified frequency words', () => {
    expect(PERIOD_TYPES.map(type => say(`payroll.periodTypes.${type}`))).toEqual([
      'Weekly',
      'Biweekly',
      'SemiMonthly',
      'Monthly',
    ])
  })

  it('describes a rule for a contract', () => {
    expect(
      sayTexts(
        describePayDateRule({
          ...whole,
          first_period_end_date: '2026-11-30',
          pay_date_rule: 'SPECIFIC_DAY_OF_MONTH',
          preferred_pay_day: 29,
        }),
      ),
    ).toBe(
      'A pay period ends on the 30th of each month, or on the last day of a shorter month. ' +
        'Pay is due on the 29th (or the last day of a shorter month) of the month after the period ends. ' +
        'When that is a weekend day or a public holiday, pay is due on the business day before.',
    )
    expect(
      sayTexts(
        describePayDateRule({
          ...whole,
          period_type: 'BI_WEEKLY',
          first_period_end_date: '2026-11-22',
          pay_date_rule: 'DAY_OF_WEEK',
          holiday_policy: 'IGNORE',
          after_holiday: true,
        }),
      ),
    ).toBe(
      'A pay period is two weeks and ends on Sunday. ' +
        'Pay is due on the first Friday on or after the end of the period. ' +
        'When that is a weekend day, pay is due on the next business day.',
    )
  })
})

import { describe, expect, it } from 'vitest'
import { sayTexts } from '#server/kernel/words.ts'
import { payDateReason } from './pay-date-reason.ts'
import { payPeriods, periodsOfTwelveMonths } from './pay-dates.ts'
import type { PayPolicyTerms } from './pay-policy.ts'

const FEASTS: Readonly<Record<string, string>> = {
  '2026-12-25': 'Christmas Day',
  '2026-12-28': 'Boxing Day',
  '2026-07-03': 'Independence Day',
}
const base: PayPolicyTerms = {
  period_type: 'MONTHLY',
  first_period_end_date: '2026-01-31',
  pay_date_rule: 'END_OF_PAY_PERIOD',
  holiday_policy: 'RESPECT',
  after_holiday: false,
}
const isFeast = (date: string) => date in FEASTS

function reason(terms: Partial<PayPolicyTerms>, from: string, feast = isFeast): string {
  const whole = { ...base, ...terms }
  const [period] = payPeriods(whole, feast, { from, count: 1 })
  return period ? sayTexts(payDateReason(whole, period, date => FEASTS[date])) : ''
}

describe('why a pay date is what it is', () => {
  it('says what each rule names', () => {
    const monthly = '2026-03-31'
    expect(reason({}, monthly)).toBe('The last day of the period.')
    expect(reason({ pay_date_rule: 'SAME_DATE_EVERY_MONTH' }, monthly)).toBe(
      'The same date every month.',
    )
    const day = { pay_date_rule: 'SPECIFIC_DAY_OF_MONTH', preferred_pay_day: 29 } as const
    expect(reason(day, monthly)).toBe('The 29th of the month.')
    expect(reason(day, '2026-01-31')).toMatch(/^The month has no 29th, so its last day\./)
    expect(
      reason(
        { pay_date_rule: 'NTH_WEEKDAY', week_of_month: 'second', day_of_week: 'monday' },
        monthly,
      ),
    ).toBe('The second Monday of the month.')
    expect(reason({ pay_date_rule: 'NTH_BUSINESS_DAY', monthly_business_day: 3 }, monthly)).toBe(
      'The 3rd business day of the month.',
    )
    const semi = { period_type: 'SEMI_MONTHLY', first_period_end_date: '2026-01-15' } as const
    expect(reason({ ...semi, pay_date_rule: 'MIDDLE_AND_LAST' }, '2026-04-15')).toBe(
      'The middle of the month.',
    )
    const weekly = { period_type: 'WEEKLY', first_period_end_date: '2026-01-04' } as const
    expect(
      reason({ ...weekly, pay_date_rule: 'DAY_OF_WEEK', day_of_week: 'friday' }, '2026-04-05'),
    ).toBe('The first Friday on or after the end of the period.')
  })

  it('names each closed day that was passed, a weekend once', () => {
    const last = {
      pay_date_rule: 'NTH_WEEKDAY',
      week_of_month: 'last',
      day_of_week: 'friday',
      after_holiday: true,
    } as const
    expect(reason(last, '2026-11-30')).toBe(
      'The last Friday of the month. Friday, December 25 is Christmas Day. Saturday, December 26 is on a weekend. ' +
        'Monday, December 28 is Boxing Day. Paid on the next business day.',
    )
    const fourth = { period_type: 'WEEKLY', first_period_end_date: '2026-01-03' } as const
    expect(reason(fourth, '2026-07-04')).toBe(
      'The last day of the period. Saturday, July 4 is on a weekend. Friday, July 3 is Independence Day. ' +
        'Paid on the business day before.',
    )
  })

  it('says that it would have met the pay before, where it goes on and not back', () => {
    const closed = (date: string) => date >= '2026-12-03' && date <= '2026-12-09'
    const terms = { period_type: 'WEEKLY', first_period_end_date: '2026-12-02' } as const
    expect(reason(terms, '2026-12-09', closed)).toMatch(
      /The business day before belongs to the pay before/,
    )
  })
})

describe('the calendar of twelve months', () => {
  it('has what is still to be paid, of a period that is over as well, and a whole year', () => {
    const terms: PayPolicyTerms = {
      ...base,
      pay_date_rule: 'SPECIFIC_DAY_OF_MONTH',
      preferred_pay_day: 20,
    }
    const dates = periodsOfTwelveMonths(terms, () => false, '2026-03-10').map(of => of.pay_date)
    expect(dates[0]).toBe('2026-03-20')
    expect(dates).toHaveLength(13)
    expect(periodsOfTwelveMonths(terms, () => false, '2026-03-21')[0]?.pay_date).toBe('2026-04-20')
  })
})

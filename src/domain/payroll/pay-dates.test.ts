import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '#domain/kernel/plain-date.ts'
import { type IsHoliday, isBusinessDay, type PayPeriod, payPeriods } from './pay-dates.ts'
import {
  checkPolicyTerms,
  type PayPolicyTerms,
  PERIOD_TYPES,
  RULES_OF_PERIOD_TYPE,
  semiMonthlyEndDates,
  WEEKDAYS,
  WEEKS_OF_MONTH,
} from './pay-policy.ts'

const none = () => false
const base: PayPolicyTerms = {
  period_type: 'MONTHLY',
  first_period_end_date: '2026-01-31',
  pay_date_rule: 'END_OF_PAY_PERIOD',
  holiday_policy: 'RESPECT',
  after_holiday: false,
}

function days(
  terms: Partial<PayPolicyTerms>,
  count: number,
  isHoliday: IsHoliday = none,
  from = '2026-01-01',
) {
  return payPeriods({ ...base, ...terms }, isHoliday, { from, count }).map(
    period => period.pay_date,
  )
}

/** A calendar of fixed feasts of one day, like most countries'. */
const fixedFeasts = (date: string) =>
  ['01-01', '05-01', '07-04', '11-11', '12-24', '12-25', '12-26', '12-31'].includes(date.slice(5))

/** A feast of eleven days twice a year, longer than any week: it swallows whole weekly cycles. */
const longFeasts = (date: string) =>
  (date.slice(5) >= '10-01' && date.slice(5) <= '10-11') ||
  (date.slice(5) >= '02-05' && date.slice(5) <= '02-15')

/** Holidays strewn by a hash: about one day in nine, in any pattern. */
const strewn = (date: string) => {
  let hash = 7
  for (const char of date) hash = (hash * 31 + char.charCodeAt(0)) % 1_000_003
  return hash % 9 === 0
}
const calendars = { none, fixedFeasts, strewn, longFeasts }

/** Every period type with every rule that it allows. */
const combinations = PERIOD_TYPES.flatMap(period_type =>
  RULES_OF_PERIOD_TYPE[period_type].map(pay_date_rule => ({ period_type, pay_date_rule })),
)

const termsOf = (
  combination: fc.Arbitrary<Pick<PayPolicyTerms, 'period_type' | 'pay_date_rule'>>,
): fc.Arbitrary<PayPolicyTerms> =>
  fc
    .record({
      combination,
      day: fc.integer({ min: 0, max: 1500 }),
      preferred_pay_day: fc.integer({ min: 1, max: 29 }),
      week_of_month: fc.constantFrom(...WEEKS_OF_MONTH),
      day_of_week: fc.constantFrom(...WEEKDAYS),
      monthly_business_day: fc.integer({ min: 1, max: 15 }),
      semi_monthly_preferred_pay_day: fc.constantFrom(...semiMonthlyEndDates()),
      holiday_policy: fc.constantFrom('RESPECT' as const, 'IGNORE' as const),
      after_holiday: fc.boolean(),
    })
    .map(({ combination: chosen, day, ...rest }) => {
      const [first] = rest.semi_monthly_preferred_pay_day
      const date = addDays('2023-01-01', day)
      return {
        ...rest,
        ...chosen,
        first_period_end_date:
          chosen.period_type === 'SEMI_MONTHLY'
            ? `${date.slice(0, 8)}${String(first).padStart(2, '0')}`
            : date,
      }
    })

const terms = termsOf(fc.constantFrom(...combinations))

const FORTY_YEARS = { WEEKLY: 2090, BI_WEEKLY: 1045, SEMI_MONTHLY: 962, MONTHLY: 481 }

function eachPair(periods: PayPeriod[], check: (a: PayPeriod, b: PayPeriod) => void) {
  for (const [i, period] of periods.entries()) {
    const next = periods[i + 1]
    if (next) check(period, next)
  }
}

/** The days passed on the way from the nominal date to the paid one, the paid one left out. */
function passed({ nominal_pay_date: from, pay_date: to }: PayPeriod): string[] {
  const out: string[] = []
  for (let day = from; day !== to; day = addDays(day, from < to ? 1 : -1)) out.push(day)
  return out
}

describe('the laws of the calendar hold over forty years, for every rule and calendar', () => {
  const cases = Object.entries(calendars).flatMap(([name, isHoliday]) =>
    combinations.map(chosen => ({ ...chosen, name, isHoliday })),
  )
  it.each(cases)('$period_type $pay_date_rule, holidays $name', ({ isHoliday, ...chosen }) => {
    fc.assert(
      fc.property(termsOf(fc.constant(chosen)), policy => {
        expect(checkPolicyTerms(policy)).toEqual([])
        const count = FORTY_YEARS[policy.period_type]
        const periods = payPeriods(policy, isHoliday, {
          from: policy.first_period_end_date,
          count,
        })
        const observed = policy.holiday_policy === 'RESPECT' ? isHoliday : none
        const paid = new Set(periods.map(period => period.pay_date))
        const wrong: string[] = []
        const law = (held: boolean, name: string, period: PayPeriod) =>
          held || wrong.push(`${name}: ${JSON.stringify(period)}`)
        for (const period of periods) {
          law(period.start_date <= period.end_date, 'a period is not empty', period)
          law(isBusinessDay(period.pay_date, observed), 'a business day', period)
          law(period.nominal_pay_date >= period.end_date, 'nominal not before the end', period)
          law(
            (period.moved_because === undefined) === (period.nominal_pay_date === period.pay_date),
            'a moved date says why',
            period,
          )
          law(
            passed(period).every(day => !isBusinessDay(day, observed) || paid.has(day)),
            'a move passes no free business day',
            period,
          )
        }
        eachPair(periods, (a, b) => {
          law(b.start_date === addDays(a.end_date, 1), 'no gap, no overlap', b)
          law(b.index === a.index + 1, 'indexes count', b)
          law(b.nominal_pay_date > a.nominal_pay_date, 'nominal dates increase', b)
          law(b.pay_date > a.pay_date, 'pay dates increase', b)
          if (isHoliday !== longFeasts) {
            law(b.pay_date > a.nominal_pay_date, 'a move back skips no cycle', b)
            law(a.pay_date <= b.nominal_pay_date, 'a move on skips no cycle', a)
          }
        })
        expect(wrong).toEqual([])
      }),
      { numRuns: 8, seed: 20261121 },
    )
  })

  it('answers the same for a period whichever window asks', () => {
    fc.assert(
      fc.property(
        terms,
        fc.integer({ min: 0, max: 300 }),
        fc.constantFrom(...Object.values(calendars)),
        (policy, skip, isHoliday) => {
          const whole = payPeriods(policy, isHoliday, {
            from: policy.first_period_end_date,
            count: skip + 5,
          })
          const part = payPeriods(policy, isHoliday, {
            from: whole[skip]?.end_date ?? '',
            count: 5,
          })
          expect(part).toEqual(whole.slice(skip))
        },
      ),
      { numRuns: 100, seed: 1 },
    )
  })
})

describe('periods', () => {
  it('start a whole period before the first end', () => {
    const first = (terms: Partial<PayPolicyTerms>) =>
      payPeriods({ ...base, ...terms }, none, { from: '2000-01-01', count: 1 })[0]?.start_date
    expect(first({ period_type: 'WEEKLY', first_period_end_date: '2026-11-22' })).toBe('2026-11-16')
    expect(first({ period_type: 'BI_WEEKLY', first_period_end_date: '2026-11-22' })).toBe(
      '2026-11-09',
    )
    expect(first({ first_period_end_date: '2026-03-31' })).toBe('2026-03-01')
    expect(first({ period_type: 'SEMI_MONTHLY', first_period_end_date: '2026-03-15' })).toBe(
      '2026-03-01',
    )
    expect(first({ period_type: 'SEMI_MONTHLY', first_period_end_date: '2026-02-28' })).toBe(
      '2026-02-16',
    )
  })

  it('end on the same day of each month, clamped, and recover after a short month', () => {
    const ends = payPeriods({ ...base, first_period_end_date: '2028-01-30' }, none, {
      from: '2028-01-30',
      count: 3,
    }).map(period => period.end_date)
    expect(ends).toEqual(['2028-01-30', '2028-02-29', '2028-03-30'])
  })

  it('follow any offered pair of semi-monthly days', () => {
    const policy: PayPolicyTerms = {
      ...base,
      period_type: 'SEMI_MONTHLY',
      first_period_end_date: '2027-01-14',
      semi_monthly_preferred_pay_day: [14, 29],
    }
    const ends = payPeriods(policy, none, { from: '2027-01-15', count: 4 }).map(p => p.end_date)
    expect(ends).toEqual(['2027-01-29', '2027-02-14', '2027-02-28', '2027-03-14'])
  })
})

describe('nominal pay dates', () => {
  const nominal = (terms: Partial<PayPolicyTerms>, count = 3) =>
    payPeriods({ ...base, ...terms }, none, {
      from: terms.first_period_end_date ?? '2026-01-31',
      count,
    }).map(period => period.nominal_pay_date)

  it('a weekday is the first one on or after the end', () => {
    const weekly = { period_type: 'WEEKLY', pay_date_rule: 'DAY_OF_WEEK' } as const
    const sunday = { ...weekly, first_period_end_date: '2026-11-22' }
    expect(nominal({ ...sunday, day_of_week: 'friday' }, 2)).toEqual(['2026-11-27', '2026-12-04'])
    const friday = { ...weekly, first_period_end_date: '2026-11-27' }
    expect(nominal({ ...friday, day_of_week: 'friday' }, 1)).toEqual(['2026-11-27'])
    expect(nominal({ ...friday, day_of_week: 'thursday' }, 1)).toEqual(['2026-12-03'])
  })

  it('day 29 with periods that end on the last goes to the next month, so no two share February 28', () => {
    const rule = { pay_date_rule: 'SPECIFIC_DAY_OF_MONTH', preferred_pay_day: 29 } as const
    expect(nominal(rule)).toEqual(['2026-02-28', '2026-03-29', '2026-04-29'])
  })

  it('a specific day stays in the month of the end when it never comes before it', () => {
    const rule = {
      pay_date_rule: 'SPECIFIC_DAY_OF_MONTH',
      first_period_end_date: '2026-01-20',
    } as const
    expect(nominal({ ...rule, preferred_pay_day: 20 }, 1)).toEqual(['2026-01-20'])
    expect(nominal({ ...rule, preferred_pay_day: 19 }, 1)).toEqual(['2026-02-19'])
  })

  it('goes to the next month as soon as one month could bring it before the end', () => {
    const at = (terms: Partial<PayPolicyTerms>) => nominal(terms, 1)[0]?.slice(0, 7)
    const last = {
      pay_date_rule: 'NTH_WEEKDAY',
      week_of_month: 'last',
      day_of_week: 'monday',
    } as const
    // In a February of 28 days the last Monday can be the 22nd.
    expect(at({ ...last, first_period_end_date: '2026-01-22' })).toBe('2026-01')
    expect(at({ ...last, first_period_end_date: '2026-01-23' })).toBe('2026-02')
    const second = { ...last, week_of_month: 'second' } as const
    expect(at({ ...second, first_period_end_date: '2026-01-08' })).toBe('2026-01')
    expect(at({ ...second, first_period_end_date: '2026-01-09' })).toBe('2026-02')
    // In a month that starts on a Monday the fifth business day is the 5th, and the sixth the 8th.
    const fifth = { pay_date_rule: 'NTH_BUSINESS_DAY', monthly_business_day: 5 } as const
    expect(at({ ...fifth, first_period_end_date: '2026-01-05' })).toBe('2026-01')
    expect(at({ ...fifth, first_period_end_date: '2026-01-06' })).toBe('2026-02')
    const sixth = { ...fifth, monthly_business_day: 6 } as const
    expect(at({ ...sixth, first_period_end_date: '2026-01-08' })).toBe('2026-01')
    expect(at({ ...sixth, first_period_end_date: '2026-01-09' })).toBe('2026-02')
  })

  it('the last Friday and the fourth Friday differ', () => {
    const rule = { pay_date_rule: 'NTH_WEEKDAY', day_of_week: 'friday' } as const
    const ends = { ...rule, first_period_end_date: '2026-01-20' }
    expect(nominal({ ...ends, week_of_month: 'fourth' }, 1)).toEqual(['2026-01-23'])
    expect(nominal({ ...ends, week_of_month: 'last' }, 1)).toEqual(['2026-01-30'])
    expect(nominal({ ...rule, week_of_month: 'last' }, 2)).toEqual(['2026-02-27', '2026-03-27'])
  })

  it('the nth business day counts past holidays, unless they are ignored', () => {
    const rule = { pay_date_rule: 'NTH_BUSINESS_DAY', monthly_business_day: 3 } as const
    const feast = (date: string) => date === '2026-02-03'
    const paid = (holiday_policy: 'RESPECT' | 'IGNORE') =>
      days({ ...rule, holiday_policy }, 1, feast)
    expect(paid('RESPECT')).toEqual(['2026-02-05'])
    expect(paid('IGNORE')).toEqual(['2026-02-04'])
  })

  it('middle and last, of this month and of the next', () => {
    const semi = { period_type: 'SEMI_MONTHLY', first_period_end_date: '2026-01-15' } as const
    expect(nominal({ ...semi, pay_date_rule: 'MIDDLE_AND_LAST' }, 2)).toEqual([
      '2026-01-15',
      '2026-01-31',
    ])
    expect(nominal({ ...semi, pay_date_rule: 'MIDDLE_AND_LAST_OF_NEXT_MONTH' }, 2)).toEqual([
      '2026-02-15',
      '2026-02-28',
    ])
  })
})

describe('moving', () => {
  const sundays = { period_type: 'WEEKLY', first_period_end_date: '2026-11-29' } as const

  it('goes on in the same direction past a weekend and a holiday', () => {
    const feast = (date: string) => date === '2026-11-27' || date === '2026-11-30'
    const at = (after_holiday: boolean) =>
      payPeriods({ ...base, ...sundays, after_holiday }, feast, { from: '2026-11-29', count: 1 })[0]
    expect(at(false)).toMatchObject({ pay_date: '2026-11-26', moved_because: 'HOLIDAY' })
    expect(at(true)).toMatchObject({ pay_date: '2026-12-01', moved_because: 'HOLIDAY' })
  })

  it('says the weekend where no holiday had a part', () => {
    const [period] = payPeriods({ ...base, ...sundays }, none, { from: '2026-11-29', count: 1 })
    expect(period).toMatchObject({ pay_date: '2026-11-27', moved_because: 'WEEKEND' })
  })

  it('moves on, not back, when the day before belongs to the cycle before', () => {
    // Wednesdays are paid; everything from Thursday the 3rd to Wednesday the 9th is closed.
    const closed = (date: string) => date >= '2026-12-03' && date <= '2026-12-09'
    const policy = { period_type: 'WEEKLY', first_period_end_date: '2026-12-02' } as const
    expect(days(policy, 3, closed, '2026-12-02')).toEqual([
      '2026-12-02',
      '2026-12-10',
      '2026-12-16',
    ])
  })

  it('takes the next free business day when a long feast has pushed the cycle before onto it', () => {
    const closed = (date: string) => date >= '2026-12-02' && date <= '2026-12-15'
    const policy = {
      period_type: 'WEEKLY',
      first_period_end_date: '2026-12-02',
      after_holiday: true,
    } as const
    expect(days(policy, 4, closed, '2026-12-02')).toEqual([
      '2026-12-16',
      '2026-12-17',
      '2026-12-18',
      '2026-12-23',
    ])
    // The same when the window starts on one that was pushed.
    expect(days(policy, 2, closed, '2026-12-09')).toEqual(['2026-12-17', '2026-12-18'])
    expect(days(policy, 1, closed, '2026-12-16')).toEqual(['2026-12-18'])
  })

  it('a calendar without business days is a defect, not an endless search', () => {
    expect(() => days({}, 1, () => true)).toThrow('no business day')
  })
})

/** One policy for each period type with each rule that it allows, before and after holidays: what golden calendars are kept of. */
import {
  type PayPolicyTerms,
  PERIOD_TYPES,
  type PeriodType,
  RULES_OF_PERIOD_TYPE,
} from '#domain/payroll/pay-policy.ts'
import type { HolidayHome } from '#server/reference/holidays.ts'

/** Whose holidays are kept: two whole calendars of public ones, and one with days of its company. */
export const HOMES: Readonly<Record<string, HolidayHome>> = {
  ontario: { country_code: 'CA', subdivision_code: 'CA-ON', company_holidays: [] },
  'united states': { country_code: 'US', subdivision_code: null, company_holidays: [] },
  'a company in Ontario': {
    country_code: 'CA',
    subdivision_code: 'CA-ON',
    company_holidays: ['2026-12-24', '2026-12-29', '2026-12-30', '2026-12-31'],
  },
}

export const FIRST_DAY = '2024-01-01'
export const LAST_DAY = '2032-12-31'

const FIRST_END: Readonly<Record<PeriodType, string>> = {
  WEEKLY: '2024-01-07',
  BI_WEEKLY: '2024-01-14',
  SEMI_MONTHLY: '2024-01-15',
  MONTHLY: '2024-01-31',
}

/** Each period type with each of its rules, both ways. */
export const GOLDEN_TERMS: readonly PayPolicyTerms[] = PERIOD_TYPES.flatMap(period_type =>
  RULES_OF_PERIOD_TYPE[period_type].flatMap(pay_date_rule =>
    [false, true].map(
      (after_holiday): PayPolicyTerms => ({
        period_type,
        pay_date_rule,
        after_holiday,
        first_period_end_date: FIRST_END[period_type],
        preferred_pay_day: 29,
        week_of_month: 'last',
        day_of_week: 'friday',
        monthly_business_day: 3,
        semi_monthly_preferred_pay_day: [15, 'last'],
        holiday_policy: 'RESPECT',
      }),
    ),
  ),
)

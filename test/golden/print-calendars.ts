/** Prints every golden calendar of 2024 to 2032, a line for each period: run by itself in each time zone. */
import { payPeriods } from '#domain/payroll/pay-dates.ts'
import { holidaysOf, isBankingDayIn, isHolidayIn } from '#server/reference/holidays.ts'
import { FIRST_DAY, GOLDEN_TERMS, HOMES, LAST_DAY } from './terms.ts'

for (const [name, home] of Object.entries(HOMES)) {
  const isHoliday = isHolidayIn(home)
  for (const terms of GOLDEN_TERMS) {
    const { period_type, pay_date_rule, after_holiday } = terms
    const periods = payPeriods(terms, isHoliday, { from: FIRST_DAY, count: 480 })
    for (const { start_date, end_date, nominal_pay_date, pay_date, moved_because } of periods)
      if (end_date <= LAST_DAY)
        console.log(
          [
            ...[name, period_type, pay_date_rule, after_holiday ? 'after' : 'before'],
            ...[start_date, end_date, nominal_pay_date, pay_date, moved_because ?? ''],
          ].join(' '),
        )
  }
}
// Where the clocks change at midnight, and where a week ends otherwise.
for (const country of ['PH', 'CL', 'EG', 'IL', 'NP', 'LB', 'PY', 'NZ', 'WS'])
  for (const year of [2024, 2027, 2031]) {
    const isOpen = isBankingDayIn(country)
    for (const { date } of holidaysOf(country, null, year)) console.log(country, date, isOpen(date))
  }

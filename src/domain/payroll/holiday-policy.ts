/** The holidays that a company keeps beside the public ones, and what may be said of them (specification 7, holiday-policy). */
import {
  addDays,
  formatDate,
  isPlainDate,
  type PlainDateString,
} from '#domain/kernel/plain-date.ts'
import type { InvalidField } from '#domain/kernel/problem.ts'
import { textOf } from '#domain/kernel/words.ts'

/** A day on which a company is closed, by its own name for it. */
export type CompanyHoliday = { readonly date: PlainDateString; readonly label: string }

export const MOST_COMPANY_HOLIDAYS = 60
const YEARS_AHEAD = 3

/** What is wrong with a list of company holidays, each with its place: a day twice, one that is over, or one that is far off. */
export function checkCompanyHolidays(
  holidays: readonly CompanyHoliday[],
  { known, today }: { known: readonly CompanyHoliday[]; today: PlainDateString },
): InvalidField[] {
  const last = addDays(today, 366 * YEARS_AHEAD)
  return holidays.flatMap(({ date }, at): InvalidField[] => {
    const refuse = (text: ReturnType<typeof textOf>): InvalidField[] => [
      { ...text, loc: ['body', 'holidays', at, 'date'], type: 'value_error' },
    ]
    if (!isPlainDate(date)) return refuse(textOf('payroll.holidays.noDate'))
    if (holidays.findIndex(of => of.date === date) < at)
      return refuse(textOf('payroll.holidays.twice', { date: formatDate(date) }))
    // What was kept once stays on the list when it is over.
    if (date < today && !known.some(of => of.date === date))
      return refuse(textOf('payroll.holidays.over', { date: formatDate(date) }))
    if (date > last) return refuse(textOf('payroll.holidays.far', { years: YEARS_AHEAD }))
    return []
  })
}

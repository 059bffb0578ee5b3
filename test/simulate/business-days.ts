import { isHolidayIn } from '#server/reference/holidays.ts'

const DAY_MS = 86_400_000
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)
const isHoliday = isHolidayIn({
  country_code: 'CA',
  subdivision_code: 'CA-ON',
  company_holidays: [],
})

/** Of these days, both inclusive, those that are paid for: no weekend and no holiday of the companies of the simulator, which sit in Ontario. */
export function businessDays(from: string, to: string): number {
  let days = 0
  for (let at = Date.parse(from); at <= Date.parse(to); at += DAY_MS) {
    const weekday = new Date(at).getUTCDay()
    if (weekday !== 0 && weekday !== 6 && !isHoliday(dayOf(at))) days++
  }
  return days
}

/**
 * Public holidays of a country and subdivision, for pay dates (docs/rules/pay-dates.md). They come from the date-holidays
 * library (ISC, data CC BY-SA 3.0), together with our own federal tables for Canada and the United States.
 */
import DateHolidays from 'date-holidays'
import { addDays, type PlainDateString } from '#domain/kernel/plain-date.ts'
import {
  federalHolidaysOfCanada,
  federalHolidaysOfUnitedStates,
  type Holiday,
} from './federal-holidays.ts'

const FEDERAL: Readonly<Record<string, (year: number) => Holiday[]>> = {
  CA: federalHolidaysOfCanada,
  US: federalHolidaysOfUnitedStates,
}

/** Calendars kept in memory; past this many the whole is forgotten, so that no request can make it grow. */
const MOST_CACHED = 5_000
const cache = new Map<string, ReadonlyMap<PlainDateString, string>>()

/** Whose public holidays a calendar keeps, and on which further days its company is closed. */
export type HolidayHome = {
  readonly country_code: string
  readonly subdivision_code: string | null
  readonly company_holidays: readonly PlainDateString[]
}

/** The test for one calendar. Whole public holidays count, half days do not; each year is reckoned once. */
export function isHolidayIn({
  country_code,
  subdivision_code,
  company_holidays,
}: HolidayHome): (date: PlainDateString) => boolean {
  const own = new Set(company_holidays)
  return date =>
    own.has(date) ||
    holidaysByDate(country_code, subdivision_code, Number(date.slice(0, 4))).has(date)
}

/** The holidays of a year by date. A country that the library does not know has none. */
export function holidaysOf(country: string, subdivision: string | null, year: number): Holiday[] {
  return [...holidaysByDate(country, subdivision, year)]
    .map(([date, name]) => ({ date, name }))
    .sort((a, b) => (a.date < b.date ? -1 : 1))
}

function holidaysByDate(
  country: string,
  subdivision: string | null,
  year: number,
): ReadonlyMap<PlainDateString, string> {
  const key = `${country} ${subdivision ?? ''} ${year}`
  const known = cache.get(key)
  if (known) return known
  const days = new Map<PlainDateString, string>()
  // Ours come first: where both know a day, the name of the law is shown.
  for (const { date, name } of FEDERAL[country]?.(year) ?? [])
    if (!days.has(date)) days.set(date, name)
  for (const { date, name } of fromLibrary(country, subdivision, year))
    if (!days.has(date)) days.set(date, name)
  if (cache.size >= MOST_CACHED) cache.clear()
  cache.set(key, days)
  return days
}

function fromLibrary(country: string, subdivision: string | null, year: number): Holiday[] {
  const state = subdivision?.replace(`${country}-`, '')
  const library = state ? new DateHolidays(country, state) : new DateHolidays(country)
  // A feast of several days can begin in the year before.
  return [year - 1, year]
    .flatMap(y => library.getHolidays(y, 'en'))
    .filter(({ type, date }) => type === 'public' && date.slice(11, 16) === '00:00')
    .flatMap(({ date, start, end, name }) => {
      // One hour is added because the day on which clocks go forward has 23; the rest of a last, partial day is dropped.
      const length = Math.floor(((end.getTime() - start.getTime()) / 3_600_000 + 1) / 24)
      return Array.from({ length }, (_, i) => ({ date: addDays(date.slice(0, 10), i), name }))
    })
    .filter(({ date }) => Number(date.slice(0, 4)) === year)
}

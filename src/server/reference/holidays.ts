/**
 * Public holidays of a country and subdivision, for pay dates (docs/rules/pay-dates.md). They come from the date-holidays
 * library (ISC, data CC BY-SA 3.0), together with our own federal tables for Canada and the United States.
 */
import DateHolidays from 'date-holidays'
import { addDays, type PlainDateString } from '#domain/kernel/plain-date.ts'
import {
  easterSunday,
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

/** Where a country's banks keep the days of a part of it: those of London's payment systems are England's (Bank of England, "CHAPS"). */
const BANKS_KEEP: Readonly<Record<string, string>> = { GB: 'GB-ENG' }

/**
 * The test for banks of a country: none of its weekend days and none of its public holidays. Of no country, of one that is not known, each
 * day from Monday to Friday.
 */
export function isBankingDayIn(country: string | null): (date: PlainDateString) => boolean {
  const weekend = weekendOf(country)
  const part = BANKS_KEEP[country ?? ''] ?? null
  return date =>
    !weekend.includes(Temporal.PlainDate.from(date).dayOfWeek) &&
    !(country && holidaysByDate(country, part, Number(date.slice(0, 4))).has(date))
}

const SATURDAY_AND_SUNDAY = [6, 7]
const weekends = new Map<string, readonly number[]>()

/** The days of a country's weekend as ISO 8601 numbers them (CLDR, supplemental week data). */
function weekendOf(country: string | null): readonly number[] {
  if (!country) return SATURDAY_AND_SUNDAY
  const known = weekends.get(country)
  if (known) return known
  const { weekend } = new Intl.Locale('und', { region: country }).getWeekInfo()
  weekends.set(country, weekend)
  return weekend
}

/** Why a date is a holiday in one calendar: by the name of the public one, null for the company's own; undefined where it is none. */
export function holidayNameIn(
  { country_code, subdivision_code, company_holidays }: HolidayHome,
  date: PlainDateString,
): string | null | undefined {
  const year = Number(date.slice(0, 4))
  const name = holidaysByDate(country_code, subdivision_code, year).get(date)
  return name ?? (company_holidays.includes(date) ? null : undefined)
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

/** Days that the library takes for public holidays, and that no law makes one. */
const NO_HOLIDAYS: ReadonlySet<string> = new Set(['Gold Cup Parade Day'])

function fromLibrary(country: string, subdivision: string | null, year: number): Holiday[] {
  const state = subdivision?.replace(`${country}-`, '')
  const library = state ? new DateHolidays(country, state) : new DateHolidays(country)
  // A feast of several days can begin in the year before.
  return (
    [year - 1, year]
      .flatMap(y => library.getHolidays(y, 'en'))
      // A midnight that the zone of this machine skips is told as one o'clock.
      .filter(({ type, date }) => type === 'public' && date.slice(11, 16) <= '01:00')
      .filter(({ name }) => !NO_HOLIDAYS.has(name))
      .flatMap(({ date, start, end, name }) => {
        // One hour is added because the day on which clocks go forward has 23; the rest of a last, partial day is dropped.
        const length = Math.floor(((end.getTime() - start.getTime()) / 3_600_000 + 1) / 24)
        return Array.from({ length }, (_, i) => ({ date: addDays(date.slice(0, 10), i), name }))
      })
      .filter(({ date }) => Number(date.slice(0, 4)) === year)
  )
}

const TARGET_FIXED = ['01-01', '05-01', '12-25', '12-26']

/**
 * Whether TARGET, the payment system of the euro area, is open: from Monday to Friday, but on New Year's Day, Good Friday, Easter Monday, May Day
 * and two days of Christmas (https://www.ecb.europa.eu, "Long-term calendar for TARGET closing days").
 */
export function isTargetDay(date: PlainDateString): boolean {
  const day = Temporal.PlainDate.from(date)
  if (day.dayOfWeek > 5 || TARGET_FIXED.includes(date.slice(5))) return false
  const sinceEaster = easterSunday(day.year).until(day).days
  return sinceEaster !== -2 && sinceEaster !== 1
}

/** On which days the banks of a currency book: those of TARGET for the euro, else of the country whose code it begins with, as ISO 4217 makes them. */
export function isBookingDay(currency: string): (day: PlainDateString) => boolean {
  return currency === 'EUR' ? isTargetDay : isBankingDayIn(currency.slice(0, 2))
}

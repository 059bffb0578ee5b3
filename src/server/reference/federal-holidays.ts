/**
 * Federal holidays that banks keep, reckoned from the law: the library's lists miss some of Canada's, and some of the days
 * on which the United States observe a holiday that falls on a weekend.
 */
import type { PlainDateString } from '#domain/kernel/plain-date.ts'

export type Holiday = { readonly date: PlainDateString; readonly name: string }

const date = (year: number, month: number, day: number) =>
  Temporal.PlainDate.from({ year, month, day })

/** The nth given weekday (1 is Monday) on or after a date. */
function weekdayFrom(from: Temporal.PlainDate, weekday: number, nth = 1): Temporal.PlainDate {
  return from.add({ days: ((weekday - from.dayOfWeek + 7) % 7) + 7 * (nth - 1) })
}

/** Easter Sunday by the Gregorian computus (the anonymous algorithm of 1876). */
export function easterSunday(year: number): Temporal.PlainDate {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const g = Math.floor((8 * b + 13) / 25)
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 19 * l) / 433)
  const month = Math.floor((h + l - 7 * m + 90) / 25)
  const day = (h + l - 7 * m + 33 * month + 19) % 32
  return date(year, month, day)
}

/** The eleven federal holidays of the United States (5 U.S.C. 6103), without the moved days. */
function statutoryOfUnitedStates(year: number): [Temporal.PlainDate, string][] {
  const MONDAY = 1
  const list: [Temporal.PlainDate, string][] = [
    [date(year, 1, 1), 'New Year’s Day'],
    [weekdayFrom(date(year, 1, 1), MONDAY, 3), 'Birthday of Martin Luther King, Jr.'],
    [weekdayFrom(date(year, 2, 1), MONDAY, 3), 'Washington’s Birthday'],
    [weekdayFrom(date(year, 5, 25), MONDAY), 'Memorial Day'],
    [date(year, 6, 19), 'Juneteenth National Independence Day'],
    [date(year, 7, 4), 'Independence Day'],
    [weekdayFrom(date(year, 9, 1), MONDAY), 'Labor Day'],
    [weekdayFrom(date(year, 10, 1), MONDAY, 2), 'Columbus Day'],
    [date(year, 11, 11), 'Veterans Day'],
    [weekdayFrom(date(year, 11, 1), 4, 4), 'Thanksgiving Day'],
    [date(year, 12, 25), 'Christmas Day'],
  ]
  return list.filter(([, name]) => year >= 2021 || !name.startsWith('Juneteenth'))
}

/**
 * The holidays of the United States in a year with the days on which they are observed: Friday for a Saturday, Monday for
 * a Sunday. New Year's Day of the next year can be observed on December 31.
 */
export function federalHolidaysOfUnitedStates(year: number): Holiday[] {
  const days = [...statutoryOfUnitedStates(year), ...statutoryOfUnitedStates(year + 1).slice(0, 1)]
  const observed = days
    .filter(([day]) => day.dayOfWeek > 5)
    .map(([day, name]): [Temporal.PlainDate, string] => [
      day.add({ days: day.dayOfWeek === 6 ? -1 : 1 }),
      `${name} (observed)`,
    ])
  return toHolidays([...days, ...observed], year)
}

/** The general holidays of Canada (Canada Labour Code, section 166) and Easter Monday, on which federal offices close. */
function statutoryOfCanada(year: number): [Temporal.PlainDate, string][] {
  const MONDAY = 1
  const easter = easterSunday(year)
  const list: [Temporal.PlainDate, string][] = [
    [date(year, 1, 1), 'New Year’s Day'],
    [easter.subtract({ days: 2 }), 'Good Friday'],
    [easter.add({ days: 1 }), 'Easter Monday'],
    [weekdayFrom(date(year, 5, 18), MONDAY), 'Victoria Day'],
    [date(year, 7, 1), 'Canada Day'],
    [weekdayFrom(date(year, 9, 1), MONDAY), 'Labour Day'],
    [date(year, 9, 30), 'National Day for Truth and Reconciliation'],
    [weekdayFrom(date(year, 10, 1), MONDAY, 2), 'Thanksgiving Day'],
    [date(year, 11, 11), 'Remembrance Day'],
    [date(year, 12, 25), 'Christmas Day'],
    [date(year, 12, 26), 'Boxing Day'],
  ]
  return list.filter(([, name]) => year >= 2021 || !name.includes('Truth'))
}

/** The eleven federal holidays of Canada with the days on which they are observed: the next weekday that is free. */
export function federalHolidaysOfCanada(year: number): Holiday[] {
  const days = statutoryOfCanada(year)
  const taken = new Set(days.map(([day]) => day.toString()))
  const observed: [Temporal.PlainDate, string][] = []
  for (const [day, name] of days.filter(([weekendDay]) => weekendDay.dayOfWeek > 5)) {
    let free = day
    while (free.dayOfWeek > 5 || taken.has(free.toString())) free = free.add({ days: 1 })
    taken.add(free.toString())
    observed.push([free, `${name} (observed)`])
  }
  return toHolidays([...days, ...observed], year)
}

function toHolidays(days: [Temporal.PlainDate, string][], year: number): Holiday[] {
  return days
    .filter(([day]) => day.year === year)
    .map(([day, name]) => ({ date: day.toString(), name }))
    .sort((a, b) => (a.date < b.date ? -1 : 1))
}

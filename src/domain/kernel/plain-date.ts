import { lateFormat } from './late-format.ts'

/** Business dates: `YYYY-MM-DD` (ISO 8601), never instants. Inside calendars they are `Temporal.PlainDate`. */
export type PlainDateString = string

const SHAPE = /^\d{4}-\d{2}-\d{2}$/

const [FIRST, LAST] = ['1900-01-01', '2199-12-31']

/** Whether the text is a date that exists, written `YYYY-MM-DD`, within the centuries in which anybody is paid: 1900 to 2199. */
export function isPlainDate(text: string): text is PlainDateString {
  return text >= FIRST && text <= LAST && isCalendarDate(text)
}

/** Whether the text is a date of any century that exists, written `YYYY-MM-DD`. */
export function isCalendarDate(text: string): text is PlainDateString {
  if (!SHAPE.test(text)) return false
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === text
}

/** The UTC date of an instant. */
export function dateOf(instant: Date): PlainDateString {
  return instant.toISOString().slice(0, 10)
}

/** The date that it still is somewhere: who was told a last day, wherever they are, has all of it until the clocks of UTC-12 are past it. */
export function dateStillOn(instant: Date): PlainDateString {
  return dateOf(new Date(instant.getTime() - 12 * 3_600_000))
}

/** The date `days` after (or before, when negative) a date. */
export function addDays(date: PlainDateString, days: number): PlainDateString {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

/** The instant at which a day is over, in UTC. */
export function endOf(date: PlainDateString): Date {
  return new Date(`${addDays(date, 1)}T00:00:00Z`)
}

/** The first day of the month `months` after (or before, when negative) that of a date. */
export function firstOfMonth(date: PlainDateString, months = 0): PlainDateString {
  const [year = 0, month = 0] = date.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10)
}

/** Whole days from one date to another; negative where that is earlier. */
export function daysBetween(from: PlainDateString, to: PlainDateString): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)
}

/** Whether it is a Saturday or a Sunday. */
export function isWeekend(date: PlainDateString): boolean {
  const day = new Date(`${date}T00:00:00Z`).getUTCDay()
  return day === 0 || day === 6
}

/** The first day after one that is neither Saturday nor Sunday; holidays are not looked at. */
export function nextWorkingDay(date: PlainDateString): PlainDateString {
  const next = addDays(date, 1)
  return isWeekend(next) ? nextWorkingDay(next) : next
}

const LONG = lateFormat('en-US', {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  timeZone: 'UTC',
})
const WITH_YEAR = lateFormat('en-US', {
  month: 'long',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
})

/** `Friday, November 27`, for sentences (specification 9: en-US). */
export function formatDateLong(date: PlainDateString): string {
  return LONG().format(new Date(`${date}T00:00:00Z`))
}

/** `October 26 – November 8, 2026`, `November 9 – 22, 2026`; what is the same of both stands once, as on screens. */
export function formatPeriod(start: PlainDateString, end: PlainDateString): string {
  return WITH_YEAR()
    .formatRange(new Date(`${start}T00:00:00Z`), new Date(`${end}T00:00:00Z`))
    .replaceAll(/\s/g, ' ')
}

/** `November 27, 2026`. */
export function formatDate(date: PlainDateString): string {
  return WITH_YEAR().format(new Date(`${date}T00:00:00Z`))
}

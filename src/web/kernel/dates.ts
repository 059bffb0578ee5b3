/** Dates as the screens of payments write them, beside '#web/kernel/times.ts' (specification 9: en-US). */
import { isPlainDate, type PlainDateString } from '#domain/kernel/plain-date.ts'
import { atTime, monthDay, shortDate } from '#web/kernel/times.ts'

const DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const INSTANT_DAY = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric' })
const INSTANT_WITH_YEAR = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' })
const CLOCK = new Intl.DateTimeFormat('en-US', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})

/** `Nov 27`. */
export function dayText(date: PlainDateString): string {
  return DAY.format(new Date(`${date}T00:00:00Z`))
}

/** `November 9 – 22` within a month, `October 26 – November 8` across two. */
export function periodText(start: PlainDateString, end: PlainDateString): string {
  if (start === end) return monthDay(start)
  const sameMonth = start.slice(0, 7) === end.slice(0, 7)
  return `${monthDay(start)} – ${sameMonth ? Number(end.slice(8)) : monthDay(end)}`
}

/** `November 24, 14:21` in the reader's time zone. */
export function instantText(instant: string): string {
  return atTime(instant).replace(' at ', ', ')
}

/** The day of an instant, in the reader's time zone; with its year when that is not the year of `today`. */
export function instantDay(instant: string, today = new Date()): string {
  const date = new Date(instant)
  const sameYear = date.getFullYear() === today.getFullYear()
  return (sameYear ? INSTANT_DAY : INSTANT_WITH_YEAR).format(date)
}

/** `15:12:40` in the reader's time zone. */
export function clockText(instant: string): string {
  return CLOCK.format(new Date(instant))
}

/** Text that the server gives as a plain date or an instant, in words; any other text as it is. */
export function whenText(text: string): string {
  if (isPlainDate(text)) return shortDate(text)
  return /^\d{4}-\d{2}-\d{2}T/.test(text) ? instantText(text) : text
}

/** How long until an instant, `17 h 42 min` or `8 min`; at least one minute while it is ahead. */
export function waitText(until: string, now: number): string {
  const minutes = Math.max(1, Math.ceil((Date.parse(until) - now) / 60_000))
  const hours = Math.floor(minutes / 60)
  return hours === 0 ? `${minutes} min` : `${hours} h ${minutes % 60} min`
}

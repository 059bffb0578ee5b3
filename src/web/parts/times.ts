/** Dates and instants in words, for people in the English interface (specification 9: en-US). */

import { lateFormat } from '#domain/kernel/late-format.ts'
import { isPlainDate, type PlainDateString } from '#domain/kernel/plain-date.ts'
import { nowMs } from '#web/kernel/env.ts'
import { LOCALE, type Translator } from '#web/words/words.tsx'

const SHORT = lateFormat(LOCALE, {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
})
const SHORT_DAY = lateFormat(LOCALE, {
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
})
const MONTH_DAY = lateFormat(LOCALE, {
  month: 'long',
  day: 'numeric',
  timeZone: 'UTC',
})
const AT = lateFormat(LOCALE, {
  month: 'long',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
const INSTANT_DAY = lateFormat(LOCALE, { month: 'long', day: 'numeric' })
const INSTANT_WITH_YEAR = lateFormat(LOCALE, { dateStyle: 'long' })
const RANGE = lateFormat(LOCALE, { dateStyle: 'long', timeZone: 'UTC' })
const HOUR = lateFormat(LOCALE, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const MONTH = lateFormat(LOCALE, { month: 'long', year: 'numeric', timeZone: 'UTC' })
const CLOCK = lateFormat(LOCALE, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})

function utc(date: string): Date {
  return new Date(`${date}T00:00:00Z`)
}

/** `Fri, Nov 27`. */
export function shortDate(date: string): string {
  return SHORT().format(utc(date))
}

/** `November 27`. */
export function monthDay(date: string): string {
  return MONTH_DAY().format(utc(date))
}

/** `November 2026`, of any day in it. */
export function monthAndYear(date: string): string {
  return MONTH().format(utc(date))
}

/** `November 9 – 22, 2026`, with both months or years where they differ. */
export function dateRange(start: string, end: string): string {
  return RANGE().formatRange(utc(start), utc(end))
}

/** `Nov 28 – Dec 11`, for narrow places; the year is clear from what stands beside it. */
export function shortRange(start: string, end: string): string {
  return SHORT_DAY().formatRange(utc(start), utc(end))
}

/** An instant on the reader's clock: `November 24, 08:50`. */
export function atTime(instant: string): string {
  // The format joins day and time with a word, which reads badly inside sentences.
  return AT().format(new Date(instant)).replace(' at ', ', ')
}

/** How long ago something was, in words: now, `5 minutes ago`, `yesterday`. `now` in milliseconds. */
export function agoText(t: Translator<'parts.times'>, instant: string, now: number): string {
  const minutes = Math.floor((now - Date.parse(instant)) / 60_000)
  if (minutes < 2) return t('now')
  const ago = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' })
  if (minutes < 60) return ago.format(-minutes, 'minute')
  const hours = Math.floor(minutes / 60)
  return hours < 24 ? ago.format(-hours, 'hour') : ago.format(-Math.floor(hours / 24), 'day')
}

/** `Nov 27`. */
export function dayText(date: PlainDateString): string {
  return SHORT_DAY().format(utc(date))
}

/** `November 9 – 22` within a month, `October 26 – November 8` across two. */
export function periodText(start: PlainDateString, end: PlainDateString): string {
  if (start === end) return monthDay(start)
  const sameMonth = start.slice(0, 7) === end.slice(0, 7)
  return `${monthDay(start)} – ${sameMonth ? Number(end.slice(8)) : monthDay(end)}`
}

/** The day of an instant, in the reader's time zone; with its year when that is not the year of `today`. */
export function instantDay(instant: string, today = new Date(nowMs())): string {
  const date = new Date(instant)
  const sameYear = date.getFullYear() === today.getFullYear()
  return (sameYear ? INSTANT_DAY() : INSTANT_WITH_YEAR()).format(date)
}

/** `15:12:40` in the reader's time zone. */
export function clockText(instant: string): string {
  return CLOCK().format(new Date(instant))
}

/** Text that the server gives as a plain date or an instant, in words; any other text as it is. */
export function whenText(text: string): string {
  if (isPlainDate(text)) return shortDate(text)
  return /^\d{4}-\d{2}-\d{2}T/.test(text) ? atTime(text) : text
}

/** `15:12` in the reader's time zone. */
export function hourText(instant: string): string {
  return HOUR().format(new Date(instant))
}

/** How long until an instant, `17 h 42 min` or `8 min`; at least one minute while it is ahead. */
export function waitText(until: string, now: number): string {
  const minutes = Math.max(1, Math.ceil((Date.parse(until) - now) / 60_000))
  const hours = Math.floor(minutes / 60)
  return hours === 0 ? `${minutes} min` : `${hours} h ${minutes % 60} min`
}

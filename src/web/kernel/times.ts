/** Dates and instants in words, for people in the English interface (specification 9: en-US). */

const SHORT = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
})
const SHORT_RANGE = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
})
const MONTH_DAY = new Intl.DateTimeFormat('en-US', {
  month: 'long',
  day: 'numeric',
  timeZone: 'UTC',
})
const AT = new Intl.DateTimeFormat('en-US', {
  month: 'long',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

function utc(date: string): Date {
  return new Date(`${date}T00:00:00Z`)
}

/** `Fri, Nov 27`. */
export function shortDate(date: string): string {
  return SHORT.format(utc(date))
}

/** `November 27`. */
export function monthDay(date: string): string {
  return MONTH_DAY.format(utc(date))
}

/** `November 9 – 22, 2026`, with both months or years where they differ. */
export function dateRange(start: string, end: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).formatRange(
    utc(start),
    utc(end),
  )
}

/** `Nov 28 – Dec 11`, for narrow places; the year is clear from what stands beside it. */
export function shortRange(start: string, end: string): string {
  return SHORT_RANGE.formatRange(utc(start), utc(end))
}

/** An instant on the reader's clock: `November 24, 08:50`. */
export function atTime(instant: string): string {
  // The format joins day and time with a word, which reads badly inside sentences.
  return AT.format(new Date(instant)).replace(' at ', ', ')
}

const AGO = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' })

/** How long ago something was, in words: `just now`, `5 minutes ago`, `yesterday`. `now` in milliseconds. */
export function agoText(instant: string, now: number): string {
  const minutes = Math.floor((now - Date.parse(instant)) / 60_000)
  if (minutes < 2) return 'just now'
  if (minutes < 60) return AGO.format(-minutes, 'minute')
  const hours = Math.floor(minutes / 60)
  return hours < 24 ? AGO.format(-hours, 'hour') : AGO.format(-Math.floor(hours / 24), 'day')
}

/** Whole days from one business date to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((utc(to).getTime() - utc(from).getTime()) / 86_400_000)
}

/** Dates as people type and read them. */
import { isCalendarDate, type PlainDateString } from '#domain/kernel/plain-date.ts'
import { LOCALE } from '#web/words/words.tsx'

const SHOWN = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeZone: 'UTC' })
const NAMES = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' })
const MONTHS = Array.from({ length: 12 }, (_, at) =>
  NAMES.format(Date.UTC(2026, at, 1)).toLowerCase(),
)

/** A date as a field shows it, `Nov 27, 2026`; what is none as it is. */
export function shownDate(value: string): string {
  return isCalendarDate(value) ? SHOWN.format(new Date(`${value}T00:00:00Z`)) : value
}

/**
 * The date that was typed, or undefined: `2026-11-27`, with strokes as the browser's language has them (`11/27/2026`, `27/11/2026`, and where only
 * one can be meant that one), day first with points (`27.11.2026`), or the month by name, from its third letter on (`Nov 27, 2026`,
 * `27 november 2026`). Of any century: which of them is meant the field says.
 */
export function typedDate(
  typed: string,
  language: string = navigator.language,
): PlainDateString | undefined {
  const text = typed.trim().toLowerCase()
  if (isCalendarDate(text)) return text
  const strokes = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text)
  if (strokes) {
    const [, one, other, year] = strokes
    const [day, month] = isDayFirst(language) ? [one, other] : [other, one]
    return dateOfParts(year, month, day) ?? dateOfParts(year, day, month)
  }
  const dotted = /^(\d{1,2})\.\s*(\d{1,2})\.\s*(\d{4})$/.exec(text)
  if (dotted) return dateOfParts(dotted[3], dotted[2], dotted[1])
  const named =
    /^(?<month>[a-z]{3,})\.? (?<day>\d{1,2}),? (?<year>\d{4})$/.exec(text) ??
    /^(?<day>\d{1,2})\.? (?<month>[a-z]{3,})\.?,? (?<year>\d{4})$/.exec(text)
  const { month = '', day, year } = named?.groups ?? {}
  const at = MONTHS.findIndex(name => month !== '' && name.startsWith(month))
  return at < 0 ? undefined : dateOfParts(year, String(at + 1), day)
}

/** Whether a language writes the day before the month; where it is none that is known, as English does in the United States. */
function isDayFirst(language: string): boolean {
  try {
    const parts = new Intl.DateTimeFormat(language).formatToParts(0).map(({ type }) => type)
    return parts.indexOf('day') < parts.indexOf('month')
  } catch {
    return false
  }
}

function dateOfParts(year = '', month = '', day = ''): PlainDateString | undefined {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isCalendarDate(text) ? text : undefined
}

/** The date whole months away; where that month is shorter, its last day. */
export function addMonths(date: PlainDateString, months: number): PlainDateString {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  const moved = new Date(Date.UTC(year, month - 1 + months, Math.min(day, last)))
  return moved.toISOString().slice(0, 10)
}

/** The weeks of a date's month, from Sunday on, with the days of the months beside it that fill them. */
export function weeksOf(date: PlainDateString): PlainDateString[][] {
  const first = new Date(`${date.slice(0, 8)}01T00:00:00Z`)
  const days = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  const count = Math.ceil((first.getUTCDay() + days) / 7)
  return Array.from({ length: count }, (_week, week) =>
    Array.from({ length: 7 }, (_day, day) =>
      new Date(first.getTime() + (week * 7 + day - first.getUTCDay()) * 86_400_000)
        .toISOString()
        .slice(0, 10),
    ),
  )
}

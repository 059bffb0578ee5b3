/** How old a rate is by the days on which its source publishes: weekends and holidays age nothing (docs/rules/fx.md). */
import { addDays, type PlainDateString } from '#domain/kernel/plain-date.ts'

const DAY_MS = 24 * 60 * 60_000

/** How much business time a rate may have behind it and still be paid by: 36 hours. */
export const MOST_AGE_MS = 36 * 60 * 60_000

/** No age is told beyond this many days of the calendar: it is far too old by then, whatever was closed. */
const MOST_DAYS = 60

/**
 * The milliseconds between two instants that fall on days, in UTC, on which the source is open; none where `until` is not after `since`. What
 * lies further back than sixty days counts as open, so that nothing stays fresh because it is old.
 */
export function businessAge(
  since: Date,
  until: Date,
  isOpen: (day: PlainDateString) => boolean,
): number {
  const from = since.getTime()
  const to = until.getTime()
  if (to <= from) return 0
  const looked = Math.max(from, to - MOST_DAYS * DAY_MS)
  let age = looked - from
  let day = new Date(looked).toISOString().slice(0, 10)
  for (let start = Date.parse(day); start < to; start += DAY_MS, day = addDays(day, 1))
    if (isOpen(day)) age += Math.min(to, start + DAY_MS) - Math.max(looked, start)
  return age
}

/** Whether a rate of this age in business time is too old to pay by: past 36 hours, and not at them. */
export function isStale(age_ms: number): boolean {
  return age_ms > MOST_AGE_MS
}

import type { NotificationKind, Preferences, QuietHours } from './preferences.ts'

/**
 * When the mail of a notification leaves: undefined for at once, null for never, or the instant until which it waits, to leave together
 * with what waits then as well. Hours are those of the person's time zone; one that a clock change skips is the next that there is.
 */
export function mailTime(
  kind: NotificationKind,
  { ways, quiet_hours, daily_hour, time_zone }: Preferences,
  now: Date,
): Date | null | undefined {
  if (kind === 'ALWAYS') return undefined
  const way = ways[kind]
  if (way === 'IN_APP') return null
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(time_zone)
  if (way === 'DAILY') return nextAt(local, daily_hour)
  return quiet_hours && isQuiet(quiet_hours, local.hour)
    ? nextAt(local, quiet_hours.until)
    : undefined
}

/** Until when mails wait of which many may come at once, so that they leave together: the next full hour. */
export function gatheredUntil(now: Date): Date {
  const hour_ms = 60 * 60 * 1000
  return new Date((Math.floor(now.getTime() / hour_ms) + 1) * hour_ms)
}

/** Whether an hour of the day is one in which mail waits; from an hour until the same is no hour at all. */
export function isQuiet({ from, until }: QuietHours, hour: number): boolean {
  return from <= until ? hour >= from && hour < until : hour >= from || hour < until
}

/** The next time at which it is that hour there. Days are counted before the hour is put into them: one that a clock change moved moves no other day's. */
function nextAt(local: Temporal.ZonedDateTime, hour: number): Date {
  const { timeZoneId: timeZone } = local
  const on = (day: Temporal.PlainDate) =>
    day.toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from({ hour }) })
  const today = local.toPlainDate()
  const next = [today, today.add({ days: 1 })]
    .map(on)
    .find(at => Temporal.ZonedDateTime.compare(at, local) > 0)
  return new Date((next ?? on(today.add({ days: 2 }))).epochMilliseconds)
}

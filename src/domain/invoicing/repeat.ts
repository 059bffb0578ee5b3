/** Invoices that are written anew by themselves: on which days, and for which days of work (decision 0121). */
import { daysBetween, type PlainDateString } from '#domain/kernel/plain-date.ts'

export const REPEATS = ['WEEKLY', 'BI_WEEKLY', 'MONTHLY', 'QUARTERLY', 'YEARLY'] as const
export type Repeat = (typeof REPEATS)[number]

const DAYS: Readonly<Partial<Record<Repeat, number>>> = { WEEKLY: 7, BI_WEEKLY: 14 }
const MONTHS: Readonly<Partial<Record<Repeat, number>>> = { MONTHLY: 1, QUARTERLY: 3, YEARLY: 12 }

/**
 * A day so many periods later, reckoned from the day itself and never from the one before, so that the 31st comes back after February. A
 * month's last day stays one.
 */
export function shifted(date: PlainDateString, every: Repeat, times: number): PlainDateString {
  const day = Temporal.PlainDate.from(date)
  const days = DAYS[every]
  if (days !== undefined) return day.add({ days: days * times }).toString()
  const later = day.add({ months: (MONTHS[every] ?? 0) * times })
  return (day.day === day.daysInMonth ? later.with({ day: later.daysInMonth }) : later).toString()
}

/** How many whole periods lie about between two days: as many as bring the first nearest to the second, and one at least. */
export function periodsBetween(from: PlainDateString, to: PlainDateString, every: Repeat): number {
  const off = (times: number) => Math.abs(daysBetween(shifted(from, every, times), to))
  let times = 1
  while (off(times + 1) < off(times)) times++
  return times
}

/**
 * How many periods after its model the next copy lies: the first as many as lie about between the days on which the two are issued, each other one more than
 * the one before it, and all more than `last_period`, so that no days of work are invoiced twice and none left out.
 */
export function periodOf(
  issued_on: PlainDateString,
  of: {
    readonly every: Repeat
    readonly first_on: PlainDateString
    readonly made: number
    readonly last_period: number | null
  },
): number {
  const first = periodsBetween(issued_on, of.first_on, of.every)
  return Math.max(first + of.made, (of.last_period ?? 0) + 1)
}

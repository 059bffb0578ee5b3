/** How late a pay is: one rule, for what has not left, for what arrived, and for every reader. */
import { daysBetween, type PlainDateString } from '#domain/kernel/plain-date.ts'

/**
 * Whole days of lateness. A pay is late once the day is over on which it was due: its pay date while it has not left, the day promised for
 * its arrival once it has. The days are always counted from the pay date, the one that everybody knows, so that a pay that was three days
 * late before it left is not one day late when it has arrived.
 */
export function daysLate(
  pay_date: PlainDateString,
  { due, on }: { readonly due: PlainDateString; readonly on: PlainDateString },
): number {
  return on > due ? Math.max(0, daysBetween(pay_date, on)) : 0
}

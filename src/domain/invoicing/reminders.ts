/** When the client of an invoice is reminded that it is late (decision 0121). */
import { addDays, type PlainDateString } from '#domain/kernel/plain-date.ts'

/** So many days after it was due, one reminder each. */
export const REMINDER_DAYS = [1, 7, 14] as const

/** Between two mails about an invoice that somebody sends lies so much. */
export const BETWEEN_MAILS_MS = 24 * 60 * 60 * 1000

/** What a client says that they sent has so long to arrive before they are reminded by itself (decision 0208). */
export const TIME_TO_ARRIVE_MS = 7 * 24 * 60 * 60 * 1000

/** The day of the next reminder of an invoice, after so many; null once all were sent. */
export function nextReminder(due_date: PlainDateString, reminded: number): PlainDateString | null {
  const days = REMINDER_DAYS[reminded]
  return days === undefined ? null : addDays(due_date, days)
}

/** How many reminders an invoice has had its day for: what nobody sent in time is sent once, and not several times. */
export function remindersBy(due_date: PlainDateString, today: PlainDateString): number {
  return REMINDER_DAYS.filter(days => addDays(due_date, days) <= today).length
}

/** When somebody is reminded that their onboarding is open, or that they have not answered an invitation. */

/** Days after they accepted, or signed up; of who did neither, after the invitation was sent. */
export const REMINDER_DAYS = [1, 3, 7, 14, 25] as const
export type ReminderDay = (typeof REMINDER_DAYS)[number]

/** A reminder that is late by more than this is not sent: who left it that long ago is not written to out of the blue. */
export const LATEST_DAYS = 30

/**
 * The reminder that is due so many days on, if it was not sent: the newest alone, so that one who was not reminded for a while gets one mail and
 * not all of them.
 */
export function dueReminder(days: number, sent: readonly number[]): ReminderDay | null {
  if (days > LATEST_DAYS) return null
  const due = REMINDER_DAYS.findLast(day => day <= days)
  return due === undefined || sent.some(day => day >= due) ? null : due
}

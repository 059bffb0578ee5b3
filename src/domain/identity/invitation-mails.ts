/** Invitations by mail, into teams and of contractors. */
const RESEND_INTERVAL_MS = 60 * 1000

/** Whether a minute has passed since the last sending, so that another may go out. */
export function mayResend(sentAt: string, now: string): boolean {
  return Date.parse(now) >= Date.parse(sentAt) + RESEND_INTERVAL_MS
}

/** When papers end, and when that is said. */
import { addDays, type PlainDateString } from '#domain/kernel/plain-date.ts'

/** So many days before a document ends that is said, the earliest first; 0 once it has ended: on the day that is said as its last it still holds. */
export const EXPIRY_NOTICES = [30, 0] as const
export type ExpiryNotice = (typeof EXPIRY_NOTICES)[number]

/** What there is to say today of a document that ends on a day: the latest only, also where an earlier one was missed; null while it is long. */
export function expiryNotice(
  expires_on: PlainDateString,
  today: PlainDateString,
): ExpiryNotice | null {
  if (today > expires_on) return 0
  return today >= addDays(expires_on, -EXPIRY_NOTICES[0]) ? EXPIRY_NOTICES[0] : null
}

/** What ends until this day is said to end soon. */
export function endsSoonUntil(today: PlainDateString): PlainDateString {
  return addDays(today, EXPIRY_NOTICES[0])
}

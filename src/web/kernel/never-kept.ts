/**
 * Fields that are never kept: what proves who one is, and where money goes, which nobody who comes to the device may change
 * unseen.
 */
const NEVER_KEPT = new Set([
  'password',
  'current',
  'code',
  'token',
  'account_number',
  'iban',
  'interac_email',
  'address',
])

/** Whether a field of this name is never written to the device. */
export function isNeverKept(name: string): boolean {
  return NEVER_KEPT.has(name)
}

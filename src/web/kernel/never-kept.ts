/**
 * Fields that are never kept: what proves who one is, where money goes, which nobody who comes to the device may change unseen,
 * and what tells of others who they are.
 */
const NEVER_KEPT = new Set([
  'password',
  'current',
  'token',
  'account_number',
  'iban',
  'interac_email',
  'address',
  'birth_date',
  'tax_number',
  'us_tax_number',
  'foreign_tax_number',
])

/** Whether a field of this name is never written to the device. */
export function isNeverKept(name: string): boolean {
  return NEVER_KEPT.has(name)
}

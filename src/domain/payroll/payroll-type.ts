/** Which pay cycles of a company are shown: those of which something is still to be paid, or those that are over. */
import type { PlainDateString } from '#domain/kernel/plain-date.ts'

/** What the specification calls `payrollType` on operators' pages. */
export const PAYROLL_TYPES = ['current', 'historical'] as const
export type PayrollType = (typeof PAYROLL_TYPES)[number]

/** So many of a company's pay cycles, the newest, operators are shown at once; a file has all of them. */
export const MOST_CYCLES_SHOWN = 200

/** A cycle is over once everybody of it is paid, or it pays nobody and its day has passed. */
export function payrollTypeOf(
  { status, pay_date }: { readonly status: string; readonly pay_date: PlainDateString },
  today: PlainDateString,
): PayrollType {
  const live = status === 'PENDING_APPROVAL' || status === 'APPROVED'
  return status === 'PAID' || (!live && pay_date < today) ? 'historical' : 'current'
}

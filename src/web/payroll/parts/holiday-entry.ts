/** What the form of a company's holidays holds. */
import { MOST_COMPANY_HOLIDAYS } from '#domain/payroll/holiday-policy.ts'
import type { ClientOutput } from '#web/kernel/types.ts'

/** The holidays of a company as they are saved. */
export type Policy = ClientOutput<'getHolidayPolicy'>

/** What the form of holidays holds. */
export interface HolidayEntry {
  subdivision_code: string
  holiday_policy: Policy['holiday_policy']
  /** As many as there may be; those without a day and a name are none. */
  holidays: { date: string; label: string }[]
}

/** A day of which nothing is typed. */
export const NO_HOLIDAY = { date: '', label: '' }

/** The holidays of a company as the form has them. */
export function entryOf({ subdivision_code, holiday_policy, holidays }: Policy): HolidayEntry {
  const places = Array.from({ length: MOST_COMPANY_HOLIDAYS }, (_, at) => holidays[at])
  return {
    subdivision_code: subdivision_code ?? '',
    holiday_policy,
    holidays: places.map(of => of ?? NO_HOLIDAY),
  }
}

/** Whether anything is typed of a day. */
export function isTyped({ date, label }: HolidayEntry['holidays'][number]): boolean {
  return date !== '' || label.trim() !== ''
}

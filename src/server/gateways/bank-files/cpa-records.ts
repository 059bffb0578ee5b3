/**
 * The logical records of an AFT file (Payments Canada, Standard 005, section D), 1464 characters each, as the guides of its banks print
 * them: a head, then six segments of 240.
 */
import { type Field, lengthOf } from './fixed-width.ts'

const is = (always: string) => ({ always })
const CONTROL: readonly Field[] = [
  ['record_count', 9, '9'],
  ['originator_id', 10, 'X'],
  ['file_number', 4, '9'],
]

/** Record A: header. */
export const HEADER: readonly Field[] = [
  ['record_type', 1, is('A')],
  ...CONTROL,
  ['created_on', 6, '9'],
  ['data_centre', 5, '9'],
  ['reserved', 20, 'X'],
  ['currency', 3, 'X'],
  ['filler', 1406, 'X'],
]

/** What stands before the segments of records C, D, E, F, I and J. */
export const DETAIL_HEAD: readonly Field[] = [['record_type', 1, 'X'], ...CONTROL]

/**
 * A segment of a credit (C). In one that was returned (I) the transaction code is the reason, the account is that of the return, and the
 * trace number of the original item stands where a credit has none.
 */
export const SEGMENT: readonly Field[] = [
  ['transaction_code', 3, '9'],
  ['amount', 10, '9'],
  ['due_on', 6, '9'],
  ['institution', 9, '9'],
  ['account_number', 12, 'X'],
  ['item_trace', 22, '9'],
  ['stored_code', 3, '9'],
  ['short_name', 15, 'X'],
  ['payee_name', 30, 'X'],
  ['long_name', 30, 'X'],
  ['user_id', 10, 'X'],
  ['cross_reference', 19, 'X'],
  ['return_institution', 9, '9'],
  ['return_account', 12, 'X'],
  ['sundry', 15, 'X'],
  ['original_trace', 22, 'X'],
  ['settlement_code', 2, 'X'],
  ['invalid_elements', 11, '9'],
]

/** Record Z: trailer. E and F are corrections of errors. */
export const TRAILER: readonly Field[] = [
  ['record_type', 1, is('Z')],
  ...CONTROL,
  ['debit_total', 14, '9'],
  ['debit_count', 8, '9'],
  ['credit_total', 14, '9'],
  ['credit_count', 8, '9'],
  ['e_total', 14, '9'],
  ['e_count', 8, '9'],
  ['f_total', 14, '9'],
  ['f_count', 8, '9'],
  ['filler', 1352, 'X'],
]

export const RECORD_LENGTH = lengthOf(HEADER)
export const HEAD_LENGTH = lengthOf(DETAIL_HEAD)
export const SEGMENT_LENGTH = lengthOf(SEGMENT)
export const SEGMENTS = 6

/** `0YYDDD`: the day of the year, in two digits of the year (Standard 005, data element 04). */
export function julian(date: string): string {
  const day = (Date.parse(date) - Date.parse(`${date.slice(0, 4)}-01-01`)) / 86_400_000 + 1
  return `0${date.slice(2, 4)}${String(day).padStart(3, '0')}`
}

/** The date of `0YYDDD`; undefined where it is none. */
export function dateOfJulian(text: string): string | undefined {
  const [, year, day] = /^0(\d\d)(\d{3})$/.exec(text) ?? []
  if (!year || !day || Number(day) < 1 || Number(day) > 366) return undefined
  const at = new Date(Date.UTC(2000 + Number(year), 0, Number(day)))
  return at.getUTCFullYear() === 2000 + Number(year) ? at.toISOString().slice(0, 10) : undefined
}

/**
 * The records of an ACH file (Nacha Operating Rules, Appendix Three, as moov-io/ach has them in `docs/file-structure.md`): 94 characters
 * each, ten to a block.
 */
import { type Field, fieldsOf, lengthOf } from './fixed-width.ts'

const is = (always: string) => ({ always })

/** File Header Record. */
export const FILE_HEADER: readonly Field[] = [
  ['record_type', 1, is('1')],
  ['priority_code', 2, is('01')],
  ['immediate_destination', 10, 'R'],
  ['immediate_origin', 10, 'R'],
  ['file_creation_date', 6, '9'],
  ['file_creation_time', 4, '9'],
  ['file_id_modifier', 1, 'X'],
  ['record_size', 3, is('094')],
  ['blocking_factor', 2, is('10')],
  ['format_code', 1, is('1')],
  ['immediate_destination_name', 23, 'X'],
  ['immediate_origin_name', 23, 'X'],
  ['reference_code', 8, 'X'],
]

/** Company/Batch Header Record, all entry classes but IAT. */
export const BATCH_HEADER: readonly Field[] = [
  ['record_type', 1, is('5')],
  ['service_class_code', 3, '9'],
  ['company_name', 16, 'X'],
  ['company_discretionary_data', 20, 'X'],
  ['company_id', 10, 'X'],
  ['entry_class', 3, 'X'],
  ['entry_description', 10, 'X'],
  ['descriptive_date', 6, 'X'],
  ['effective_date', 6, '9'],
  ['settlement_date', 3, 'X'],
  ['originator_status', 1, is('1')],
  ['odfi', 8, '9'],
  ['batch_number', 7, '9'],
]

/** PPD and CCD Entry Detail Record. */
export const ENTRY: readonly Field[] = [
  ['record_type', 1, is('6')],
  ['transaction_code', 2, '9'],
  ['rdfi', 8, '9'],
  ['check_digit', 1, '9'],
  ['account_number', 17, 'X'],
  ['amount', 10, '9'],
  ['individual_id', 15, 'X'],
  ['individual_name', 22, 'X'],
  ['discretionary_data', 2, 'X'],
  ['addenda_indicator', 1, '9'],
  ['trace_number', 15, '9'],
]

/** Addenda Record of a return, type 99 (Appendix Four, Return Entries). */
export const RETURN_ADDENDA: readonly Field[] = [
  ['record_type', 1, is('7')],
  ['addenda_type', 2, '9'],
  ['return_code', 3, 'X'],
  ['original_trace', 15, '9'],
  ['date_of_death', 6, 'X'],
  ['original_rdfi', 8, 'X'],
  ['information', 44, 'X'],
  ['trace_number', 15, '9'],
]

/** Company/Batch Control Record. */
export const BATCH_CONTROL: readonly Field[] = [
  ['record_type', 1, is('8')],
  ['service_class_code', 3, '9'],
  ['entry_count', 6, '9'],
  ['entry_hash', 10, '9'],
  ['total_debit', 12, '9'],
  ['total_credit', 12, '9'],
  ['company_id', 10, 'X'],
  ['authentication_code', 19, 'X'],
  ['reserved', 6, 'X'],
  ['odfi', 8, '9'],
  ['batch_number', 7, '9'],
]

/** File Control Record. */
export const FILE_CONTROL: readonly Field[] = [
  ['record_type', 1, is('9')],
  ['batch_count', 6, '9'],
  ['block_count', 6, '9'],
  ['entry_count', 8, '9'],
  ['entry_hash', 10, '9'],
  ['total_debit', 12, '9'],
  ['total_credit', 12, '9'],
  ['reserved', 39, 'X'],
]

export const RECORD_LENGTH = lengthOf(FILE_HEADER)
export const BLOCK = 10
/** What fills the last block. */
export const FILLER = '9'.repeat(RECORD_LENGTH)

/** The ten last digits of the sum of routing numbers without their check digits. */
export function entryHash(routings: Iterable<string>): bigint {
  let sum = 0n
  for (const routing of routings) sum += BigInt(routing)
  return sum % 10n ** 10n
}

/** The fields of an entry, for whoever reads one. */
export function entryOf(record: string): Record<string, string> {
  return fieldsOf(ENTRY, record)
}

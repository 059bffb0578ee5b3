/** What a channel to a bank is asked for, format by format: where each value stands in its set-up, and what the form begins with. */
import type { BankFormat } from '#domain/payments/bank-batch.ts'

export type SetupField = {
  /** Where it stands in the set-up. */
  readonly path: string
  readonly start?: string
  /** What it may be; free text where nothing is said. */
  readonly of?: 'number' | 'yes-no' | 'nothing-or-text'
  readonly required?: boolean
}

const DEBTOR: readonly SetupField[] = [
  { path: 'debtor.name', required: true },
  { path: 'debtor.address.street_number_and_name' },
  { path: 'debtor.address.city_or_municipality', required: true },
  { path: 'debtor.address.postal_code' },
  { path: 'debtor.address.country_code', required: true, start: 'CA' },
  { path: 'debtor.organisation_id', of: 'nothing-or-text' },
  { path: 'debtor.iban', of: 'nothing-or-text' },
  { path: 'debtor.account_number' },
  { path: 'debtor.currency', required: true },
  { path: 'debtor.bank.swift_code', of: 'nothing-or-text' },
  { path: 'debtor.bank.country_code', of: 'nothing-or-text' },
  { path: 'debtor.bank.bank_code', of: 'nothing-or-text' },
  { path: 'service_level', required: true, start: 'NURG' },
  { path: 'purpose', required: true, start: 'SCVE' },
  { path: 'batch_booking', of: 'yes-no', start: 'true' },
]

/** The fields of each format, in the order in which a bank's letter has them. */
export const SETUPS: Readonly<Record<BankFormat, readonly SetupField[]>> = {
  PAIN_001_SEPA: DEBTOR,
  PAIN_001_SWIFT: DEBTOR,
  CPA_005: [
    { path: 'originator_id', required: true },
    { path: 'data_centre', required: true },
    { path: 'short_name', required: true },
    { path: 'long_name', required: true },
    { path: 'return_account.institution_number', required: true },
    { path: 'return_account.transit_number', required: true },
    { path: 'return_account.account_number', required: true },
    { path: 'transaction_code', required: true, start: '450' },
  ],
  NACHA: [
    { path: 'immediate_destination', required: true },
    { path: 'immediate_destination_name', required: true },
    { path: 'immediate_origin', required: true },
    { path: 'immediate_origin_name', required: true },
    { path: 'company_name', required: true },
    { path: 'company_id', required: true },
    { path: 'entry_description', required: true, start: 'CONTRACTOR' },
    { path: 'odfi', required: true },
  ],
  INTERAC_CSV: [
    { path: 'most_rows', of: 'number', required: true, start: '1000' },
    { path: 'most_minor', of: 'number', required: true, start: '1000000' },
    { path: 'most_name', of: 'number', required: true, start: '80' },
    { path: 'most_message', of: 'number', required: true, start: '140' },
  ],
}

/** What a set-up has beside what is asked for. */
const GIVEN: Readonly<Record<BankFormat, object>> = {
  PAIN_001_SEPA: { debtor: { address: { apartment_or_unit_number: '', subdivision_code: null } } },
  PAIN_001_SWIFT: { debtor: { address: { apartment_or_unit_number: '', subdivision_code: null } } },
  CPA_005: { line_end: '\r\n' },
  NACHA: { line_end: '\n' },
  INTERAC_CSV: {
    columns: ['name', 'email', 'amount', 'currency', 'reference', 'message'].map(value => ({
      title: value,
      value,
    })),
    titles: true,
    delimiter: ',',
    line_end: '\r\n',
  },
}

/** A set-up of what was typed, by path. */
export function setupOf(format: BankFormat, typed: Readonly<Record<string, string>>): object {
  const setup = structuredClone(GIVEN[format]) as Record<string, unknown>
  for (const { path, of, start = '' } of SETUPS[format]) {
    const text = (typed[path] ?? start).trim()
    const value =
      of === 'number'
        ? Number(text)
        : of === 'yes-no'
          ? text === 'true'
          : of === 'nothing-or-text'
            ? text || null
            : text
    const names = path.split('.')
    const last = names.pop() ?? ''
    let place = setup
    for (const name of names) {
      place[name] ??= {}
      place = place[name] as Record<string, unknown>
    }
    place[last] = value
  }
  return setup
}

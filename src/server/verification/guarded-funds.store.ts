/** The rows that say where money is, and whose. */
import type { Guarded } from './guarded-row.ts'

export const GUARDED_FUNDS: readonly Guarded[] = [
  {
    table: 'ledger_account',
    key: ['account_id'],
    columns: ['owner', 'employer_uuid', 'kind', 'currency', 'may_go_negative'],
  },
  {
    table: 'ledger_transfer',
    key: ['transfer_uuid'],
    columns: [
      ...['from_account', 'to_account', 'currency', 'amount_minor', 'state', 'of_uuid'],
      ...['code', 'subject_uuid', 'employer_uuid', 'created_at', 'xact::text'],
    ],
  },
  {
    table: 'funding',
    key: ['reference'],
    columns: 'funding_uuid employer_uuid currency amount_minor received_on funding_file_uuid'.split(
      ' ',
    ),
  },
  {
    table: 'funding_file',
    key: ['funding_file_uuid'],
    columns: ['file_name', 'sha256', 'booked_by', 'booked_at'],
  },
  {
    table: 'funding_reversal',
    key: ['funding_uuid'],
    columns: [
      ...['employer_uuid', 'currency', 'amount_minor', 'reason', 'reversed_by', 'reversed_at'],
    ],
  },
  {
    table: 'deposit_address',
    key: ['address'],
    columns: ['employer_uuid', 'network', 'currency', 'derived_by', 'number'],
  },
  {
    table: 'suspense_receipt',
    key: ['receipt_uuid'],
    columns: [
      ...['reference', 'currency', 'amount_minor', 'received_on', 'funding_file_uuid', 'status'],
      ...['funding_uuid', 'refund_reference', 'closed_by'],
    ],
    explained: [{ entity: 'suspense_receipt' }],
    announced: true,
  },
  {
    table: 'conversion',
    key: ['conversion_uuid'],
    columns: [
      ...['employer_uuid', 'from_currency', 'to_currency', 'fixed_side', 'amount_minor', 'status'],
      ...['conversion_date', 'sold_minor', 'bought_minor', 'rate', 'rate_source', 'rate_as_of'],
    ],
    explained: [{ entity: 'conversion' }],
    announced: true,
  },
  {
    table: 'funding_account',
    key: ['account_uuid'],
    columns: [
      ...['currency', 'account_name', 'bank_name', 'bank_address', 'iban', 'account_number'],
      ...['routing_number', 'swift_code', 'proposed_by', 'confirmed_by', 'withdrawn_by'],
    ],
    explained: [{ entity: 'funding_account' }],
    announced: true,
  },
]

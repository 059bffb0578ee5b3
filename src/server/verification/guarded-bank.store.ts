/** The rows that say what banks showed us, what operators answered to it, and which rates were promised. None changes once it is there. */
import type { Guarded } from './guarded-row.ts'

export const GUARDED_BANK: readonly Guarded[] = [
  { table: 'bank_book', key: ['currency'], columns: ['began_on'] },
  {
    table: 'bank_statement',
    key: ['statement_uuid'],
    columns: [
      ...['account', 'currency', 'report_id', 'from_day', 'to_day', 'part', 'anew'],
      ...['opening_minor', 'page'],
      ...['made_at', 'closing_minor', 'entries', 'file_uuid', 'file_sha256', 'read_by', 'read_at'],
    ],
    explained: [{ entity: 'bank_statement' }],
    announced: true,
  },
  {
    table: 'bank_entry',
    key: ['entry_uuid'],
    columns: [
      ...['statement_uuid', 'line', 'currency', 'minor', 'day', 'returned'],
      ...['bank_reference', 'reference', 'payment_uuid', 'batch_uuid', 'takes_back'],
    ],
    explained: [{ entity: 'bank_statement', by: 't.statement_uuid' }],
    announced: true,
  },
  {
    table: 'bank_explanation',
    key: ['subject', 'amount_minor'],
    columns: ['currency', 'kind', 'words', 'asked_by', 'explained_by', 'explained_at'],
    explained: [{ entity: 'bank_explanation', by: 't.explanation_uuid' }],
    announced: true,
  },
  {
    table: 'bank_booking',
    key: ['entry_uuid'],
    columns: ['booked_as', 'words', 'asked_by', 'booked_by', 'booked_at'],
    explained: [{ entity: 'bank_entry' }],
    announced: true,
  },
  {
    table: 'conversion_quote',
    key: ['quote_uuid'],
    columns: [
      ...['employer_uuid', 'from_currency', 'to_currency', 'fixed_side', 'sold_minor'],
      ...[
        'bought_minor',
        'rate',
        'rate_source',
        'rate_as_of',
        'asked_by',
        'asked_at',
        'expires_at',
      ],
    ],
    explained: [{ entity: 'conversion_quote' }],
    announced: true,
  },
]

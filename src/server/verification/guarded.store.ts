/**
 * The rows that decide about money, terms, signatures, rates, dates or access, and which of their columns do. Every change of one has
 * an audit entry about its entity; a row of the others never changes once it is there.
 */

export type Guarded = {
  readonly table: string
  /** The columns of its primary key, in order; a row's key is their texts joined by a space. */
  readonly key: readonly string[]
  /** Names, or expressions that name the row `t`. */
  readonly columns: readonly string[]
  /** Audit entries about this entity, by the row's key, explain that it came or changed. None: it never changes. */
  readonly entity?: string
  /** Whether a new row needs such an entry; not where another invariant explains it, or its parent does. */
  readonly announced?: true
  /** The column that every change raises. */
  readonly version?: true
}

export const GUARDED: readonly Guarded[] = [
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
    columns: ['funding_uuid', 'employer_uuid', 'currency', 'amount_minor', 'received_on'],
  },
  {
    table: 'line_item',
    key: ['line_item_uuid'],
    columns: [
      ...[
        'employer_uuid',
        'cycle_uuid',
        'contractor_sub',
        'contract_uuid',
        'status',
        'role',
        'currency',
      ],
      ...[
        'hourly_rate_minor',
        'scheduled_hours_hundredths',
        'hours_hundredths',
        'amount_minor',
        'earned',
      ],
      ...[
        'proration',
        'back_pay',
        'edited_by',
        'approval_uuid',
        'approved_at',
        'paid_at',
        'version',
      ],
    ],
    entity: 'line_item',
    announced: true,
    version: true,
  },
  {
    table: 'payment',
    key: ['payment_uuid'],
    columns: [
      ...['employer_uuid', 'line_item_uuid', 'cycle_uuid', 'contractor_sub', 'destination_uuid'],
      ...['destination_version', 'destination_label', 'network', 'source_currency', 'source_minor'],
      ...[
        'currency',
        'promised_minor',
        'amount_minor',
        'rate',
        'rate_source',
        'rate_as_of',
        'pay_date',
      ],
      ...['status', 'funded', 'reference', 'attempt', 'attempt_uuid', 'settled_at', 'version'],
    ],
    entity: 'payment',
    announced: true,
    version: true,
  },
  {
    table: 'payment_attempt',
    key: ['attempt_uuid'],
    columns: ['payment_uuid', 'number', 'rail', 'currency', 'amount_minor', 'requested_by'],
  },
  {
    table: 'approval',
    key: ['approval_uuid'],
    columns: ['employer_uuid', 'cycle_uuid', 'digest', 'content', 'approved_by', 'approved_at'],
  },
  {
    table: 'contract',
    key: ['contract_uuid'],
    columns: [
      ...['employer_uuid', 'contractor_sub', 'revision', 'status', 'role', 'currency', 'paid'],
      ...['hourly_rate_minor', 'scheduled_hours_hundredths', 'pay_policy_uuid', 'effective_date'],
      ...['contract_start_date', 'contract_end_date', 'superseded_from', 'exhibit_a', 'pdf_sha256'],
      ...['approved_at', 'version'],
    ],
    entity: 'contract',
    announced: true,
    version: true,
  },
  {
    table: 'contract_signature',
    key: ['contract_uuid', 'party'],
    columns: ['sub', 'name', 'title', 'email', 'signed_at', 'address', 'pdf_sha256'],
  },
  {
    table: 'payroll_policy',
    key: ['policy_uuid'],
    columns: [
      ...['employer_uuid', 'label', 'period_type', 'first_period_end_date', 'pay_date_rule'],
      ...['preferred_pay_day', 'week_of_month', 'day_of_week', 'monthly_business_day'],
      ...[
        'semi_monthly_preferred_pay_day',
        'holiday_policy',
        'after_holiday',
        'approved_at',
        'version',
      ],
    ],
    entity: 'payroll_policy',
    announced: true,
    version: true,
  },
  {
    table: 'pay_cycle',
    key: ['cycle_uuid'],
    columns: [
      ...['employer_uuid', 'policy_uuid', 'period_index', 'start_date', 'end_date'],
      ...['nominal_pay_date', 'pay_date', 'moved_because'],
    ],
    entity: 'pay_cycle',
    announced: true,
  },
  {
    table: 'destination',
    key: ['destination_uuid'],
    columns: [
      // Of what is sealed the end, which stays when another master key wraps it anew.
      ...[
        'contractor_sub',
        'kind',
        'network',
        'currency',
        'address',
        'bank_index',
        'right(t.bank, 48)',
      ],
      'percentage_bps',
      ...['status', 'usable_from', 'changed_at', 'version'],
    ],
    entity: 'destination',
    announced: true,
  },
  {
    table: 'employer',
    key: ['employer_uuid'],
    columns: ['verification', 'suspended_at', 'approval_limit_minor'],
    entity: 'employer',
    announced: true,
  },
  {
    table: 'contractor',
    key: ['sub'],
    columns: ['verification'],
    entity: 'contractor',
    announced: true,
  },
  { table: 'operator', key: ['sub'], columns: ['role'], entity: 'operator', announced: true },
  {
    table: 'employer_member',
    key: ['sub'],
    columns: ['employer_uuid', 'role'],
    entity: 'employer_member',
  },
  {
    table: 'fx_rate',
    key: ['from_currency', 'to_currency', 'as_of', 'source'],
    columns: ['rate'],
    entity: 'fx_rate',
    announced: true,
  },
]

/**
 * The rows that decide about money, terms, signatures, rates, dates or access, and which of their columns do. Every change of one has
 * an audit entry about it, or about what it is a part of; a row of the others never changes once it is there.
 */
import { WRITTEN_FIELDS } from '#domain/payroll/approval.ts'
import { boxOf } from '../kernel/field-cipher.ts'
import { sha256 } from '../kernel/ids.ts'
import { GUARDED_BANK } from './guarded-bank.store.ts'
import { GUARDED_FILES } from './guarded-files.ts'
import { GUARDED_FUNDS } from './guarded-funds.store.ts'
import type { Guarded } from './guarded-row.ts'
import { GUARDED_TERMS } from './guarded-terms.ts'

export type { Explanation, Guarded } from './guarded-row.ts'

export const GUARDED: readonly Guarded[] = [
  ...GUARDED_FUNDS,
  ...GUARDED_BANK,
  ...GUARDED_TERMS,
  {
    table: 'line_item',
    key: ['line_item_uuid'],
    columns: [
      ...['employer_uuid', 'cycle_uuid', 'contractor_sub', 'contract_uuid', 'status', 'role'],
      ...[
        'currency',
        'hourly_rate_minor',
        'scheduled_hours_hundredths',
        ...WRITTEN_FIELDS,
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
    explained: [{ entity: 'line_item' }],
    announced: true,
    version: true,
  },
  {
    table: 'payment',
    key: ['payment_uuid'],
    columns: [
      ...['employer_uuid', 'line_item_uuid', 'cycle_uuid', 'contractor_sub', 'destination_uuid'],
      ...['destination_version', 'destination_label', 'network', 'source_currency', 'source_minor'],
      ...['currency', 'promised_minor', 'amount_minor', 'rate', 'rate_source', 'rate_as_of'],
      ...[
        'pay_date',
        'status',
        'funded',
        'reference',
        'attempt',
        'attempt_uuid',
        'settled_at',
        'version',
      ],
    ],
    explained: [{ entity: 'payment' }],
    announced: true,
    version: true,
  },
  {
    table: 'payment_attempt',
    key: ['attempt_uuid'],
    columns: ['payment_uuid', 'number', 'rail', 'currency', 'amount_minor', 'requested_by'],
    // Two operators may say that an earlier one is what left: it is the last one then.
    explained: [{ entity: 'payment_attempt' }],
  },
  {
    table: 'execution',
    key: ['execution_uuid'],
    columns: ['pay_date', 'requested_by', 'requested_at', 'payments'],
  },
  {
    table: 'approval_step',
    key: ['step_uuid'],
    columns: [
      ...['employer_uuid', 'kind', 'content', 'digest', 'title', 'totals', 'lines', 'may_answer'],
      ...['asked_by', 'asked_at', 'expires_at', 'answer', 'answered_by', 'answered_at', 'outcome'],
    ],
    explained: [{ entity: 'approval_step' }],
    announced: true,
  },
  {
    table: 'approval_substitute',
    key: ['substitution_uuid'],
    columns: [
      ...['employer_uuid', 'absent_sub', 'substitute_sub', 'from_date', 'until_date', 'set_by'],
      ...['set_at', 'ended_by', 'ended_at'],
    ],
    explained: [{ entity: 'approval_substitute' }],
    announced: true,
  },
  {
    table: 'moved_alone',
    key: ['moved_uuid'],
    columns: ['sub', 'kind', 'worth_minor', 'at'],
  },
  {
    table: 'setting',
    key: ['name'],
    columns: ['value'],
    where: "t.name = 'platform_limit'",
    explained: [{ entity: 'setting' }],
    announced: true,
  },
  {
    table: 'approval',
    key: ['approval_uuid'],
    columns: [
      ...['employer_uuid', 'cycle_uuid', 'digest', 'content', 'approved_by', 'approved_at'],
      'stood_in_for',
    ],
  },
  {
    table: 'approval_part',
    key: ['approval_uuid', 'part'],
    columns: ['employer_uuid', "encode(sha256(convert_to(t.content, 'UTF8')), 'hex')"],
  },
  {
    table: 'contract',
    key: ['contract_uuid'],
    columns: [
      ...['employer_uuid', 'contractor_sub', 'revision', 'status', 'role', 'currency', 'paid'],
      ...['hourly_rate_minor', 'scheduled_hours_hundredths', 'pay_policy_uuid', 'effective_date'],
      ...['contract_start_date', 'contract_end_date', 'superseded_from', 'exhibit_a', 'pdf_sha256'],
      ...['supersedes_uuid', 'pdf_file_uuid', 'approved_at', 'version', 'kind', 'exhibit_format'],
      ...['agreement_file_uuid', 'country_clauses'],
    ],
    explained: [{ entity: 'contract' }],
    announced: true,
    version: true,
  },
  {
    table: 'contract_signature',
    key: ['contract_uuid', 'party'],
    columns: ['sub', 'name', 'title', 'email', 'signed_at', 'address', 'pdf_sha256'],
    explained: [{ entity: 'contract', by: 't.contract_uuid' }],
    announced: true,
  },
  {
    table: 'contract_step',
    key: ['contract_uuid', 'what', 'sub', 'pdf_sha256'],
    columns: ['party', 'name', 'email', 'address', 'happened_at'],
  },
  {
    table: 'agreement',
    key: ['sub', 'kind', 'version'],
    columns: ['accepted_at', 'address'],
    explained: [{ entity: 'agreement', by: 't.sub' }],
    announced: true,
  },
  {
    table: 'stored_file',
    key: ['file_uuid'],
    columns: ['employer_uuid', 'contractor_sub', 'kind', 'mime_type', 'size_bytes', 'sha256'],
  },
  {
    table: 'identity_document',
    key: ['document_uuid'],
    columns: [
      ...['employer_uuid', 'contractor_sub', 'kind', 'document_type', 'residency', 'file_uuid'],
      ...['issuing_country', 'citizenship', 'expires_on', boxOf('number')],
      ...['status', 'superseded_at', 'verified_at'],
    ],
    explained: [
      { entity: 'employer', by: 't.employer_uuid' },
      { entity: 'contractor', by: 't.contractor_sub' },
    ],
    announced: true,
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
      ...['holiday_version', 'time_required', 'cycle_kind'],
    ],
    explained: [{ entity: 'payroll_policy' }],
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
    explained: [{ entity: 'pay_cycle' }],
    announced: true,
  },
  {
    table: 'destination',
    key: ['destination_uuid'],
    columns: [
      ...['contractor_sub', 'kind', 'network', 'currency', 'address', 'bank_index', boxOf('bank')],
      'percentage_bps',
      ...['status', 'usable_from', 'offered_from', 'changed_at', 'version'],
    ],
    explained: [{ entity: 'destination' }],
    announced: true,
  },
  {
    table: 'employer_account',
    key: ['account_uuid'],
    columns: [
      ...['employer_uuid', 'kind', 'network', 'currency', 'label', 'address', 'bank_index'],
      ...[boxOf('bank'), 'created_by', 'closed_by', 'closed_at'],
    ],
    explained: [{ entity: 'employer_account' }],
    announced: true,
  },
  {
    table: 'employer',
    key: ['employer_uuid'],
    columns: [
      ...['domain', 'corporation_name', 'business_name', 'is_partner', 'currency'],
      ...['country_code', 'subdivision_code'],
      ...['verification', 'suspended_at', 'approval_limit_minor', 'two_approvers_above_minor'],
      'approval_bands',
    ],
    explained: [{ entity: 'employer' }],
    announced: true,
  },
  {
    table: 'contractor',
    key: ['sub'],
    columns: ['verification'],
    explained: [{ entity: 'contractor' }],
    announced: true,
  },
  {
    table: 'person',
    key: ['sub'],
    columns: ['email', 'type', 'suspended_at'],
    explained: [
      { entity: 'person' },
      { entity: 'contractor' },
      { entity: 'employer_member' },
      { entity: 'operator' },
    ],
    announced: true,
  },
  ...GUARDED_FILES,
  {
    table: 'attempt_doubt',
    key: ['attempt_uuid'],
    columns: ['payment_uuid', 'word', 'word_asked_by', 'word_confirmed_by', 'rail_said'],
    explained: [{ entity: 'attempt_doubt' }],
  },
  {
    table: 'payment_record',
    key: ['record_uuid'],
    columns: ['payment_uuid', 'kind', 'reference', 'happened_on', 'file_uuid', 'recorded_by'],
  },
  {
    table: 'payment_freeze',
    key: ['freeze_uuid'],
    columns: [
      ...['before', 'employer_uuid', 'contractor_sub', 'currency', 'network', 'frozen_by'],
      ...['frozen_at', 'lifted_by', 'lifted_at'],
    ],
    explained: [{ entity: 'payment_freeze' }],
    announced: true,
  },
  {
    table: 'screening_hit',
    key: ['hit_uuid'],
    columns: [
      ...['contractor_sub', 'employer_uuid', 'subject_key', 'subject_digest', 'source', 'entry_id'],
      ...['entry_digest', 'status', 'claimed_by', 'decided_by'],
    ],
    explained: [{ entity: 'screening_hit' }],
    announced: true,
  },
  {
    table: 'operator',
    key: ['sub'],
    columns: ['role'],
    explained: [{ entity: 'operator' }],
    announced: true,
  },
  {
    table: 'employer_member',
    key: ['sub'],
    columns: ['employer_uuid', 'role'],
    // Who signed up a company is its first owner.
    explained: [{ entity: 'employer_member' }, { entity: 'person' }],
    announced: true,
    leaves: true,
  },
  {
    table: 'team_invitation',
    key: ['invitation_uuid'],
    columns: [
      ...['employer_uuid', 'email', 'role', 'inviter_sub', 'token_hash', 'expires_at'],
      ...['confirmed_by', 'accepted_by', 'withdrawn_at'],
    ],
    explained: [
      { entity: 'team_invitation' },
      { entity: 'employer_member', by: 't.accepted_by' },
      { entity: 'operator', by: 't.accepted_by' },
    ],
    announced: true,
  },
  {
    table: 'invitation',
    key: ['invitation_uuid'],
    columns: [
      ...['employer_uuid', 'email', 'contractor_sub', 'inviter_sub', 'pay_policy_uuid', 'status'],
      ...['token_hash', 'expires_at', 'removed_at'],
    ],
    explained: [{ entity: 'invitation' }],
    announced: true,
  },
  {
    table: 'fx_rate',
    key: ['from_currency', 'to_currency', 'as_of', 'source'],
    columns: ['rate'],
    explained: [{ entity: 'fx_rate' }],
    announced: true,
  },
]

/** Which columns of which rows are sealed, and which laws there are: another version's are others. */
export function guardsDigest(laws: readonly string[]): string {
  const sealed = GUARDED.map(({ table, key, columns, where }) => [table, key, columns, where])
  return sha256(JSON.stringify([sealed, laws]))
}

import { type RawBuilder, sql } from 'kysely'
import type { ContractKind, ContractStatus, ExhibitFormat } from '#domain/contracts/contract.ts'
import type { CountryClauses } from '#domain/contracts/country-clauses.ts'
import type { PayPolicyTerms } from '#domain/payroll/pay-policy.ts'
import type { Tx } from '../kernel/db.ts'
import type { PrivateTx } from '../kernel/field-cipher.ts'
import { openWords } from '../kernel/sealed-words.ts'

export type SignatureRow = {
  readonly party: 'employer' | 'contractor'
  readonly name: string
  readonly title: string
  readonly email: string
  readonly signed_at: Date
  readonly pdf_sha256: string
}

export type ContractRow = {
  readonly contract_uuid: string
  readonly employer_uuid: string
  readonly employer_name: string
  readonly contractor_sub: string
  readonly contractor_name: string
  readonly contractor_email: string
  readonly revision: number
  readonly supersedes_uuid: string | null
  readonly kind: ContractKind
  readonly status: ContractStatus
  readonly role: string
  readonly currency: string
  readonly paid: boolean
  readonly hourly_rate_minor: bigint | null
  readonly scheduled_hours_hundredths: number | null
  readonly pay_policy_uuid: string | null
  readonly pay_policy_label: string
  readonly period_type: string
  readonly effective_date: string
  readonly contract_start_date: string
  readonly contract_end_date: string | null
  /** From when on a later revision holds that both signed. */
  readonly superseded_from: string | null
  readonly exhibit_a: string
  readonly exhibit_format: ExhibitFormat
  readonly country_clauses: CountryClauses | null
  readonly agreement_file_uuid: string | null
  /** The file that was attached of an agreement signed elsewhere. */
  readonly agreement: {
    readonly file_name: string
    readonly size_bytes: number
    readonly sha256: string
  } | null
  readonly pdf_file_uuid: string | null
  readonly pdf_sha256: string | null
  readonly created_at: Date
  readonly approved_at: Date | null
  readonly decline_reason: string
  readonly end_reason: string
  /** When the offer was taken back; null of any other contract. */
  readonly withdrawn_at: Date | null
  readonly signatures: readonly SignatureRow[]
  /** Counts the terms that a draft had; when it was given those that it has and by whom, where that is known. */
  readonly terms_version: number
  readonly terms_at: Date | null
  readonly terms_by: string | null
}

/** Contracts with the names of both sides and their signatures, in one statement. */
async function select(on: PrivateTx, rest: RawBuilder<unknown>): Promise<ContractRow[]> {
  type Raw = Omit<ContractRow, 'signatures' | 'end_reason'> & {
    sealed_decline_reason: string | null
    sealed_end_reason: string | null
    signatures: readonly (Omit<SignatureRow, 'signed_at'> & { signed_at: string })[]
  }
  const { rows } = await sql<Raw>`
    select k.contract_uuid, k.employer_uuid, k.contractor_sub, k.revision, k.supersedes_uuid, k.kind, k.status, k.role, k.currency, k.paid,
        k.hourly_rate_minor, k.scheduled_hours_hundredths, k.pay_policy_uuid, k.effective_date, k.contract_start_date,
        case when isempty(k.earns) then k.contract_end_date else upper(k.earns) - 1 end contract_end_date, k.superseded_from, k.exhibit_a, k.exhibit_format, k.country_clauses, k.agreement_file_uuid, k.pdf_file_uuid, k.pdf_sha256, k.created_at, k.approved_at, k.decline_reason, k.sealed_decline_reason, k.sealed_end_reason, k.withdrawn_at, k.terms_version, k.terms_at, k.terms_by,
        app.employer_name(e.business_name, e.corporation_name, e.domain) employer_name,
        app.person_name(p.first_name, p.last_name, p.email) contractor_name, p.email contractor_email,
        (select json_build_object('file_name', f.file_name, 'size_bytes', f.size_bytes, 'sha256', f.sha256)
          from stored_file f where f.file_uuid = k.agreement_file_uuid) agreement,
        coalesce(y.label, '') pay_policy_label, coalesce(y.period_type, '') period_type,
        coalesce((select json_agg(json_build_object('party', s.party, 'name', s.name, 'title', s.title, 'email', s.email,
            'signed_at', s.signed_at, 'pdf_sha256', s.pdf_sha256) order by s.signed_at, s.party desc)
          from contract_signature s where s.contract_uuid = k.contract_uuid), '[]') signatures
      from contract k
      join employer e using (employer_uuid)
      join person_seen p on p.sub = k.contractor_sub
      left join payroll_policy y on y.policy_uuid = k.pay_policy_uuid
      ${rest}`.execute(on.tx)
  return rows.map(({ sealed_decline_reason, sealed_end_reason: ended, ...row }) => ({
    ...row,
    decline_reason: declined(on, { ...row, sealed_decline_reason }),
    end_reason: on.fields.open('contract.sealed_end_reason', row.contract_uuid, ended ?? ''),
    signatures: row.signatures.map(given => ({ ...given, signed_at: new Date(given.signed_at) })),
  }))
}

/** The words of who declined a contract; empty of any other. */
export function declined(
  on: Pick<PrivateTx, 'fields'>,
  row: {
    readonly contract_uuid: string
    readonly decline_reason: string
    readonly sealed_decline_reason: string | null
  },
): string {
  const words = { clear: row.decline_reason, sealed: row.sealed_decline_reason }
  return openWords(on, 'contract', row.contract_uuid, words) ?? ''
}

/** The contract of this id that the transaction may see, or undefined. */
export async function selectContract(
  on: PrivateTx,
  contract_uuid: string,
): Promise<ContractRow | undefined> {
  return (await select(on, sql`where k.contract_uuid = ${contract_uuid}`))[0]
}

/** What a contractor was offered, what waits for the signature first, then the newest. */
export function selectOfferedContracts(
  on: PrivateTx,
  contractor_sub: string,
): Promise<ContractRow[]> {
  return select(
    on,
    sql`where k.contractor_sub = ${contractor_sub} and k.approved_at is not null
      order by k.status = 'AWAITING_SIGNATURE' desc, k.approved_at desc, k.contract_uuid`,
  )
}

export type PolicyRow = PayPolicyTerms & { readonly label: string; readonly approved: boolean }

/** The pay policy of an employer, or undefined when it is not the employer's. */
export async function selectPolicy(
  tx: Tx,
  policy_uuid: string,
  employer_uuid: string,
): Promise<PolicyRow | undefined> {
  const { rows } = await sql<PolicyRow>`
    select label, period_type, first_period_end_date, pay_date_rule, preferred_pay_day, week_of_month, day_of_week,
        monthly_business_day, semi_monthly_preferred_pay_day, holiday_policy, after_holiday, approved_at is not null approved
      from payroll_policy where policy_uuid = ${policy_uuid} and employer_uuid = ${employer_uuid} and cycle_kind = 'CALENDAR'`.execute(
    tx,
  )
  return rows[0]
}

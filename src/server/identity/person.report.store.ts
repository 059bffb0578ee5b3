import { sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'
import type { PrivateTx } from '../kernel/field-cipher.ts'
import { openAddress } from '../reference/addresses.ts'
import type { OnboardingFacts } from './person.store.ts'

/** Who a token's bearer is to us, in one statement; undefined before the details step. */
export async function findPerson(tx: Tx, sub: string) {
  return tx
    .selectFrom('person')
    .leftJoin('employer_member', 'employer_member.sub', 'person.sub')
    .leftJoin('operator', 'operator.sub', 'person.sub')
    .leftJoin('employer', 'employer.employer_uuid', 'employer_member.employer_uuid')
    .select([
      'person.sub',
      'person.type',
      'person.email',
      'person.first_name',
      'person.last_name',
      'person.is_partner',
      'person.suspended_at',
      'employer_member.employer_uuid',
      'employer_member.role as member_role',
      'operator.role as operator_role',
      'person.sealed_told',
      'employer.suspended_at as employer_suspended_at',
      'employer.sealed_told as employer_told',
      sql<string>`app.employer_name(employer.business_name, employer.corporation_name, employer.domain)`.as(
        'employer_name',
      ),
    ])
    .where('person.sub', '=', sub)
    .executeTakeFirst()
}

/** Whose invitation to work as a contractor waits for the acting person's proven address, the newest; null for none. */
export async function findInviter(tx: Tx, now: Date): Promise<string | null> {
  const { rows } = await sql<{ name: string | null }>`
    select app.inviting_company(${now}) name`.execute(tx)
  return rows[0]?.name ?? null
}

/** Whether operators know the company. */
export async function employerIsVerified(tx: Tx, employer_uuid: string): Promise<boolean> {
  const row = await tx
    .selectFrom('employer')
    .select('verification')
    .where('employer_uuid', '=', employer_uuid)
    .executeTakeFirst()
  return row?.verification === 'VERIFIED'
}

type Profile = NonNullable<OnboardingFacts['contractor']>
type SealedFacts = Omit<OnboardingFacts, 'contractor'> & {
  readonly contractor: { readonly [K in keyof Profile]: Profile[K] & (string | null) } | null
}

/** Reads the facts in one statement. */
export async function readOnboardingFacts(
  { tx, fields }: PrivateTx,
  sub: string,
  employer_uuid: string | null,
): Promise<OnboardingFacts> {
  const { rows } = await sql<SealedFacts>`
    select
      (select coalesce(json_agg(json_build_object('kind', kind, 'version', version)), '[]') from agreement where sub = ${sub}) agreements,
      (select to_json(e) from (select employer_uuid, domain, corporation_name, business_name, verification
        from employer where employer_uuid = ${employer_uuid}::uuid) e) employer,
      (select to_json(c) from (select permanent_address, mailing_address, verification
        from contractor where sub = ${sub}) c) contractor,
      (select coalesce(json_agg(kind), '[]') from identity_document where superseded_at is null and status <> 'REJECTED'
        and (contractor_sub = ${sub} or employer_uuid = ${employer_uuid}::uuid)) documents,
      exists(select from identity_document where contractor_sub = ${sub} and kind = 'identification_document' and superseded_at is null
        and residency <> 'CITIZEN' and status <> 'VERIFIED') must_prove_status,
      (select count(*)::int from payroll_policy where employer_uuid = ${employer_uuid}::uuid and approved_at is not null) approved_policies,
      exists(select from destination where contractor_sub = ${sub} and kind = 'bank' and status = 'ACTIVE') has_bank_account,
      exists(select from destination where contractor_sub = ${sub} and kind = 'wallet' and status = 'ACTIVE') has_wallet,
      (select coalesce(sum(percentage_bps), 0)::int from destination where contractor_sub = ${sub} and status = 'ACTIVE') percentages_bps,
      exists(select from employer_account where employer_uuid = ${employer_uuid}::uuid and kind = 'bank' and closed_at is null) employer_has_bank,
      exists(select from employer_account where employer_uuid = ${employer_uuid}::uuid and kind = 'wallet' and closed_at is null) employer_has_wallet,
      exists(select from company_details where employer_uuid = ${employer_uuid}::uuid) has_business_details,
      exists(select from funding where employer_uuid = ${employer_uuid}::uuid) has_received_funds`.execute(
    tx,
  )
  const { contractor, ...facts } = rows[0] as SealedFacts
  const opened = (column: 'permanent_address' | 'mailing_address') =>
    openAddress(fields, `contractor.${column}`, sub, contractor?.[column] ?? null)
  return {
    ...facts,
    contractor: contractor && {
      ...contractor,
      permanent_address: opened('permanent_address'),
      mailing_address: opened('mailing_address'),
    },
  }
}

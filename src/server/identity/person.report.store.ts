import { sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'
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
      'employer.suspended_at as employer_suspended_at',
    ])
    .where('person.sub', '=', sub)
    .executeTakeFirst()
}

/** Reads the facts in one statement. */
export async function readOnboardingFacts(
  tx: Tx,
  sub: string,
  employer_uuid: string | null,
): Promise<OnboardingFacts> {
  const { rows } = await sql<OnboardingFacts>`
    select
      (select coalesce(json_agg(json_build_object('kind', kind, 'version', version)), '[]') from agreement where sub = ${sub}) agreements,
      (select to_json(e) from (select employer_uuid, domain, corporation_name, business_name, verification
        from employer where employer_uuid = ${employer_uuid}::uuid) e) employer,
      (select to_json(c) from (select permanent_address is not null has_permanent_address,
        mailing_address is not null has_mailing_address, verification from contractor where sub = ${sub}) c) contractor,
      (select coalesce(json_agg(kind), '[]') from identity_document where superseded_at is null and status <> 'REJECTED'
        and (contractor_sub = ${sub} or employer_uuid = ${employer_uuid}::uuid)) documents,
      (select count(*)::int from payroll_policy where employer_uuid = ${employer_uuid}::uuid and approved_at is not null) approved_policies,
      exists(select from destination where contractor_sub = ${sub} and kind = 'bank' and status = 'ACTIVE') has_bank_account,
      exists(select from destination where contractor_sub = ${sub} and kind = 'wallet' and status = 'ACTIVE') has_wallet,
      (select coalesce(sum(percentage_bps), 0)::int from destination where contractor_sub = ${sub} and status = 'ACTIVE') percentages_bps,
      exists(select from funding where employer_uuid = ${employer_uuid}::uuid) has_received_funds`.execute(
    tx,
  )
  return rows[0] as OnboardingFacts
}

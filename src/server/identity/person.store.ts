import { sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'
import type { PrivateTx } from '../kernel/field-cipher.ts'
import { openAddress, type StoredAddress, sealAddress } from '../people/index.ts'

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

export type NewPerson = {
  readonly sub: string
  readonly type: 'employer' | 'contractor' | 'operator'
  readonly email: string
  readonly first_name: string
  readonly last_name: string
  readonly preferred_name: string
  readonly phone_number: string
  readonly country_code: string | null
  readonly subdivision_code: string | null
  readonly how_did_you_hear_about_us: string | null
  readonly is_partner: boolean
  readonly created_at: Date
}

/** Inserts a person; answers false when there is one already. */
export async function insertPerson({ tx, fields }: PrivateTx, person: NewPerson): Promise<boolean> {
  const phone_number = fields.seal('person.phone_number', person.sub, person.phone_number)
  const row = await tx
    .insertInto('person')
    .values({ ...person, phone_number })
    .onConflict(conflict => conflict.doNothing())
    .returning('sub')
    .executeTakeFirst()
  return row !== undefined
}

/** The columns of a person that `me` and the contact form show. */
export async function getPersonDetails({ tx, fields }: PrivateTx, sub: string) {
  const row = await tx.selectFrom('person').selectAll().where('sub', '=', sub).executeTakeFirst()
  return (
    row && {
      ...row,
      phone_number: fields.open('person.phone_number', sub, row.phone_number),
      mailing_address: openAddress(fields, 'person.mailing_address', sub, row.mailing_address),
    }
  )
}

export type ContactDetails = {
  readonly first_name: string
  readonly last_name: string
  readonly middle_name: string
  readonly preferred_name: string
  readonly phone_number: string
  /** Undefined keeps the one that is there. */
  readonly mailing_address: StoredAddress | undefined
  readonly has_authorization_to_act_for_employer: boolean
  readonly contact_info_at: Date
}

/** Saves a person's contact details. */
export async function saveContactDetails(
  { tx, fields }: PrivateTx,
  sub: string,
  details: ContactDetails,
): Promise<void> {
  const { mailing_address: address, ...rest } = details
  const phone_number = fields.seal('person.phone_number', sub, details.phone_number)
  const mailing_address = address && sealAddress(fields, 'person.mailing_address', sub, address)
  await tx
    .updateTable('person')
    .set({ ...rest, phone_number, ...(mailing_address && { mailing_address }) })
    .where('sub', '=', sub)
    .execute()
}

/** Records an agreement; answers the one that stands and whether it is new. */
export async function insertAgreement(
  tx: Tx,
  agreement: { sub: string; kind: string; version: string; accepted_at: Date; address: string },
): Promise<boolean> {
  const row = await tx
    .insertInto('agreement')
    .values(agreement)
    .onConflict(conflict => conflict.doNothing())
    .returning('sub')
    .executeTakeFirst()
  return row !== undefined
}

/** What onboarding is judged by, across the person, the company or profile, destinations, policies and funding. */
export type OnboardingFacts = {
  readonly agreements: readonly { kind: string; version: string }[]
  readonly employer: {
    readonly employer_uuid: string
    readonly domain: string | null
    readonly corporation_name: string
    readonly business_name: string
    readonly verification: string
  } | null
  readonly contractor: {
    readonly has_permanent_address: boolean
    readonly has_mailing_address: boolean
    readonly verification: string
  } | null
  readonly documents: readonly string[]
  readonly approved_policies: number
  readonly has_bank_account: boolean
  readonly has_wallet: boolean
  readonly percentages_bps: number
  readonly has_received_funds: boolean
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

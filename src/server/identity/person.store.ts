import { sql } from 'kysely'
import { personName } from '#domain/kernel/names.ts'
import type { Tx } from '../kernel/db.ts'
import type { PrivateTx } from '../kernel/field-cipher.ts'
import { openAddress, type StoredAddress, sealAddress } from '../reference/addresses.ts'
import { isKnownByName } from './known-name.report.store.ts'

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

const DETAILS = [
  'sub',
  'type',
  'first_name',
  'last_name',
  'middle_name',
  'preferred_name',
  'phone_number',
  'country_code',
  'subdivision_code',
  'mailing_address',
  'has_authorization_to_act_for_employer',
  'contact_info_at',
  'is_partner',
] as const

/** The columns of a person that `me` and the contact form show. */
export async function getPersonDetails({ tx, fields }: PrivateTx, sub: string) {
  const row = await tx
    .selectFrom('person')
    .select(DETAILS)
    .where('sub', '=', sub)
    .executeTakeFirst()
  return (
    row && {
      ...row,
      phone_number: fields.open('person.phone_number', sub, row.phone_number),
      mailing_address: openAddress(fields, 'person.mailing_address', sub, row.mailing_address),
    }
  )
}

/** Like `getPersonDetails`, and nobody changes them until the transaction ends. */
export async function lockPersonDetails(on: PrivateTx, sub: string) {
  await holdPerson(on.tx, sub)
  return getPersonDetails(on, sub)
}

/** Nobody else changes what is kept of a person until the transaction ends. */
export async function holdPerson(tx: Tx, sub: string): Promise<void> {
  await tx.selectFrom('person').select('sub').where('sub', '=', sub).forNoKeyUpdate().execute()
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

/**
 * What is kept of the name that somebody gives up, where they were known by it. Who changes it again within the year is still known by the
 * first; who takes it back by none.
 */
async function renamed(
  tx: Tx,
  sub: string,
  to: { first_name?: string; last_name?: string },
  now: Date,
) {
  if (to.first_name === undefined && to.last_name === undefined) return {}
  await holdPerson(tx, sub)
  const known = sql.lit(await isKnownByName(tx, sub))
  const name = sql`app.person_name(first_name, last_name, '')`
  const next = sql`app.person_name(coalesce(${to.first_name ?? null}, first_name), coalesce(${to.last_name ?? null}, last_name), '')`
  const recent = sql`(earlier_name is not null and renamed_at > ${now}::timestamptz - interval '365 days')`
  return {
    earlier_name: sql<
      string | null
    >`case when ${next} = ${name} then earlier_name when ${recent} then nullif(earlier_name, ${next})
      when ${known} then ${name} else earlier_name end`,
    earlier_until: sql<Date | null>`case when ${next} <> ${name} and ${known} and not ${recent} then ${now}::timestamptz else earlier_until end`,
    renamed_at: sql<Date | null>`case when ${next} <> ${name} and (${recent} or ${known}) then ${now}::timestamptz else renamed_at end`,
  }
}

/** What a person is called, first name and last; nobody renames them until the transaction ends. Undefined for nobody. */
export async function holdName(tx: Tx, sub: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('person')
    .select(['first_name', 'last_name'])
    .where('sub', '=', sub)
    .forShare()
    .executeTakeFirst()
  return row && personName(row)
}

/** What a person was called before and until when, where they were known by it and changed their name in the year before; undefined for none. */
export async function selectEarlierName(
  tx: Tx,
  sub: string,
  now: Date,
): Promise<{ name: string; until: Date } | undefined> {
  const row = await tx
    .selectFrom('person')
    .select(['earlier_name', 'earlier_until', 'renamed_at'])
    .where('sub', '=', sub)
    .where(sql<boolean>`renamed_at > ${now}::timestamptz - interval '365 days'`)
    .executeTakeFirst()
  if (!row?.earlier_name || !row.renamed_at) return undefined
  return { name: row.earlier_name, until: row.earlier_until ?? row.renamed_at }
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
    .set({
      ...rest,
      phone_number,
      ...(mailing_address && { mailing_address }),
      ...(await renamed(tx, sub, rest, details.contact_info_at)),
    })
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
    readonly permanent_address: StoredAddress | null
    readonly mailing_address: StoredAddress | null
    readonly verification: string
  } | null
  readonly documents: readonly string[]
  /** Whether a contractor said that they are no citizen, and their identity document waits or was rejected. */
  readonly must_prove_status: boolean
  readonly approved_policies: number
  readonly has_bank_account: boolean
  readonly has_wallet: boolean
  readonly employer_has_bank: boolean
  readonly employer_has_wallet: boolean
  readonly percentages_bps: number
  /** Whether the company said who it is and who owns it (PUT /employer/kyc). */
  readonly has_business_details: boolean
  readonly has_received_funds: boolean
}

export type PersonChange = {
  readonly first_name?: string
  readonly last_name?: string
  readonly middle_name?: string
  readonly preferred_name?: string
  readonly phone_number?: string
  readonly country_code?: string
  readonly subdivision_code?: string | null
  readonly suspended_at?: Date | null
  /** Why they are suspended; null takes the words away. */
  readonly suspension?: string | null
  /** What they are told of it; null takes the words away. */
  readonly told?: string | null
}

/** Changes what is known of a contractor as a person; of nobody else. */
export async function updatePerson(
  { tx, fields }: PrivateTx,
  sub: string,
  change: PersonChange,
  now: Date,
): Promise<void> {
  if (Object.keys(change).length === 0) return
  const { phone_number, suspension, told, ...rest } = change
  await tx
    .updateTable('person')
    .set({
      ...rest,
      ...(phone_number !== undefined && {
        phone_number: fields.seal('person.phone_number', sub, phone_number),
      }),
      ...(suspension !== undefined && {
        sealed_suspension: suspension && fields.seal('person.sealed_suspension', sub, suspension),
      }),
      ...(told !== undefined && {
        sealed_told: told && fields.seal('person.sealed_told', sub, told),
      }),
      ...(await renamed(tx, sub, rest, now)),
    })
    .where('sub', '=', sub)
    .where('type', '=', 'contractor')
    .execute()
}

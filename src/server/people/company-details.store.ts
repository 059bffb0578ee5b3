import { sql } from 'kysely'
import type { BeneficialOwner, Industry } from '#domain/people/company-details.ts'
import type { PrivateTx } from '../kernel/field-cipher.ts'

/** What a company says of itself, but its names and its address, which its papers say too. */
export type DetailsRecord = {
  readonly registration_number: string
  readonly country_of_incorporation: string
  readonly date_of_incorporation: string
  readonly tax_number: string
  readonly industry: Industry
  readonly website: string
  readonly beneficial_owners: readonly BeneficialOwner[]
  /** The name, as it was then, of who said so. */
  readonly given_by_name: string
}

export type DetailsRow = DetailsRecord & { readonly employer_uuid: string; readonly given_at: Date }

const RECORD = 'company_details.record'

/** What these companies said of themselves, of those that did and that the transaction may see. */
export async function selectDetails(
  { tx, fields }: PrivateTx,
  employer_uuids: readonly string[],
): Promise<DetailsRow[]> {
  const rows = await tx
    .selectFrom('company_details')
    .select(['employer_uuid', 'record', 'given_at'])
    .where(sql<boolean>`employer_uuid = any(${employer_uuids}::uuid[])`)
    .execute()
  return rows.map(({ employer_uuid, record, given_at }) => ({
    ...(JSON.parse(fields.open(RECORD, employer_uuid, record)) as DetailsRecord),
    employer_uuid,
    given_at,
  }))
}

/** Keeps what a company says of itself, in place of what it said before. */
export async function saveDetails(
  { tx, fields }: PrivateTx,
  details: DetailsRecord & { readonly employer_uuid: string },
  given: { readonly by: string; readonly at: Date },
): Promise<void> {
  const { employer_uuid, ...said } = details
  const written = {
    record: fields.seal(RECORD, employer_uuid, JSON.stringify(said)),
    given_by: given.by,
    given_at: given.at,
  }
  await tx
    .insertInto('company_details')
    .values({ employer_uuid, ...written })
    .onConflict(conflict => conflict.column('employer_uuid').doUpdateSet(written))
    .execute()
}

import { sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'
import type { PrivateTx } from '../kernel/field-cipher.ts'
import type { StoredAddress } from '../reference/addresses.ts'
import type { ContractorRow } from './contractor.store.ts'

/** What an employer sees of a contractor beside what a list shows. */
export type SeenRecord = {
  readonly preferred_name: string
  readonly phone_number: string
  readonly permanent_address: StoredAddress | null
  readonly mailing_address: StoredAddress | null
}

/**
 * Keeps what an employer sees of a contractor when their relation ends. From then on `person_seen` and `selectEndedRecord`
 * answer that, and row-level security hides the rest once nothing is to be paid any more.
 */
export async function freezeRelation(
  { tx, fields }: PrivateTx,
  employer_uuid: string,
  contractor: ContractorRow,
  ended_at: Date,
): Promise<void> {
  const { sub, email, first_name, middle_name, last_name, country_code, subdivision_code } =
    contractor
  const { preferred_name, phone_number, permanent_address, mailing_address } = contractor
  const seen: SeenRecord = { preferred_name, phone_number, permanent_address, mailing_address }
  const id = idOf(employer_uuid, sub)
  await tx
    .insertInto('ended_relation')
    .values({
      employer_uuid,
      contractor_sub: sub,
      email,
      first_name,
      middle_name,
      last_name,
      country_code,
      subdivision_code,
      verification: contractor.verification,
      record: fields.seal('ended_relation.record', id, JSON.stringify(seen)),
      ended_at,
    })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

/** Lets an employer see a contractor as they are again, once their relation is live again. */
export async function thawRelation(
  tx: Tx,
  employer_uuid: string,
  contractor_sub: string,
): Promise<void> {
  await tx
    .deleteFrom('ended_relation')
    .where('employer_uuid', '=', employer_uuid)
    .where('contractor_sub', '=', contractor_sub)
    .execute()
}

/** What an employer saw of a contractor at the end of their relation, or undefined while it has not ended. */
export async function selectEndedRecord(
  { tx, fields }: PrivateTx,
  employer_uuid: string,
  contractor_sub: string,
): Promise<SeenRecord | undefined> {
  const { rows } = await sql<{ record: string }>`
    select record from ended_relation
      where employer_uuid = ${employer_uuid} and contractor_sub = ${contractor_sub}`.execute(tx)
  const [row] = rows
  const id = idOf(employer_uuid, contractor_sub)
  return row && (JSON.parse(fields.open('ended_relation.record', id, row.record)) as SeenRecord)
}

function idOf(employer_uuid: string, contractor_sub: string): string {
  return `${employer_uuid}/${contractor_sub}`
}

/** Reasons of rejections that lie in clear: of before they were sealed, and of processes of before. */
import { type RawBuilder, sql } from 'kysely'
import type { FieldCipher, PrivateTx } from '../kernel/field-cipher.ts'
import { rowsOf } from '../kernel/rows.ts'
import { REASON } from './document.store.ts'

type Clear = { readonly id: string; readonly reason: string }

/** Seals at most so many reasons of people, of companies and of documents each; answers how many, none when there are no more. */
export async function sealReasons({ tx, fields }: PrivateTx, limit: number): Promise<number> {
  const clear = async (of: RawBuilder<unknown>) =>
    (await sql<Clear>`${of} limit ${limit} for update`.execute(tx)).rows
  const people = await clear(
    sql`select sub id, verification_reason reason from contractor where verification_reason <> '' order by sub`,
  )
  const companies = await clear(
    sql`select employer_uuid::text id, verification_reason reason from employer where verification_reason <> '' order by employer_uuid`,
  )
  const documents = await clear(
    sql`select document_uuid::text id, reason from identity_document where reason <> '' order by document_uuid`,
  )
  if (people.length > 0)
    await sql`update contractor c set sealed_reason = n.sealed, verification_reason = null
      from ${sealedRows(fields, 'contractor.sealed_reason', people)} where c.sub = n.id`.execute(tx)
  if (companies.length > 0)
    await sql`update employer e set sealed_reason = n.sealed, verification_reason = null
      from ${sealedRows(fields, 'employer.sealed_reason', companies)} where e.employer_uuid = n.id::uuid`.execute(
      tx,
    )
  if (documents.length > 0)
    await sql`update identity_document d set sealed_reason = n.sealed, reason = null
      from ${sealedRows(fields, REASON, documents)} where d.document_uuid = n.id::uuid`.execute(tx)
  return people.length + companies.length + documents.length
}

function sealedRows(
  fields: FieldCipher,
  place: Parameters<FieldCipher['seal']>[0],
  rows: readonly Clear[],
) {
  const sealed = rows.map(({ id, reason }) => ({ id, sealed: fields.seal(place, id, reason) }))
  return rowsOf('n', sealed, { id: 'text', sealed: 'text' })
}

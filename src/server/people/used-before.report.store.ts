/** One paper of two people: found by what its number is like, and by what its file holds. */
import { sql } from 'kysely'
import { MOST_USED_BY } from '#contract/verification.ts'
import { PERSONS_OWN } from '#domain/people/identity-documents.ts'
import type { PrivateTx } from '../kernel/field-cipher.ts'
import { rowsOf } from '../kernel/rows.ts'
import type { DocumentRow } from './document.report.store.ts'
import { numberIndex } from './document.store.ts'

export type OtherUser = {
  readonly sub: string
  readonly first_name: string
  readonly last_name: string
  readonly email: string
}

type Paper = Pick<DocumentRow, 'document_uuid' | 'kind' | 'number' | 'issuing_country' | 'sha256'>

/**
 * By document, who else ever handed in one of the same number and country, or the same file, until theirs are erased. A number without
 * its country is of any. An address's proof is nobody's alone.
 */
export async function selectUsedBy(
  { tx, fields }: PrivateTx,
  sub: string,
  documents: readonly Paper[],
): Promise<ReadonlyMap<string, readonly OtherUser[]>> {
  const kinds = [...PERSONS_OWN]
  const own = documents
    .filter(({ kind }) => kinds.some(of => of === kind))
    .map(({ document_uuid, number, issuing_country, sha256 }) => ({
      ...{ document_uuid, issuing_country, sha256 },
      number_index: numberIndex(fields, number),
    }))
  if (own.length === 0) return new Map()
  const asked = rowsOf('own', own, {
    document_uuid: 'uuid',
    issuing_country: 'text',
    sha256: 'text',
    number_index: 'bytea',
  })
  const { rows } = await sql<OtherUser & { document_uuid: string }>`
    select o.document_uuid, p.sub, p.first_name, p.last_name, p.email
      from (
        select own.document_uuid, d.contractor_sub from ${asked} join identity_document d on d.number_index = own.number_index
          where own.issuing_country is null or d.issuing_country is null or d.issuing_country = own.issuing_country
        union select own.document_uuid, f.contractor_sub from ${asked} join stored_file f on f.sha256 = own.sha256
          where f.contractor_sub is not null and f.removed_at is null and f.kind = any(${kinds}::text[])) o
        join person_seen p on p.sub = o.contractor_sub
      where o.contractor_sub <> ${sub} order by p.sub, o.document_uuid limit ${MOST_USED_BY}`.execute(
    tx,
  )
  return Map.groupBy(rows, ({ document_uuid }) => document_uuid)
}

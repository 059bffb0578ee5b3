import { sql } from 'kysely'
import type { DocumentReason, DocumentStatus } from '#domain/people/document-review.ts'
import { nameOfFile } from '../documents/index.ts'
import type { Tx } from '../kernel/db.ts'
import type { PrivateTx } from '../kernel/field-cipher.ts'
import { openWords } from '../kernel/sealed-words.ts'
import { BIRTH_DATE, type Described, NUMBER, type Owner } from './document.store.ts'

export type DocumentRow = Described & {
  readonly document_uuid: string
  readonly employer_uuid: string | null
  readonly contractor_sub: string | null
  readonly kind: string
  readonly file_uuid: string
  readonly status: DocumentStatus
  readonly reason: string | null
  readonly reason_code: DocumentReason | null
  readonly version: number
  readonly uploaded_at: Date
  readonly decided_at: Date | null
  readonly file_name: string
  readonly mime_type: string
  readonly size_bytes: number
  readonly sha256: string
}

/** The documents that count, the newest of each kind, of these companies and contractors. */
export async function selectDocuments(
  { tx, fields }: PrivateTx,
  owners: { employer_uuids?: readonly string[]; contractor_subs?: readonly string[] },
): Promise<DocumentRow[]> {
  const { rows } = await sql<
    DocumentRow & { sealed_name: string | null; sealed_reason: string | null }
  >`
    select d.document_uuid, d.employer_uuid, d.contractor_sub, d.kind, d.document_type, d.residency, d.citizenship, d.issuing_country,
        d.expires_on, d.number, d.birth_date, d.file_uuid, d.status, d.reason, d.sealed_reason, d.reason_code, d.version, d.uploaded_at, d.decided_at, f.file_name, f.sealed_name, f.mime_type, f.size_bytes, f.sha256
      from identity_document d join stored_file f using (file_uuid)
      where d.superseded_at is null
        and coalesce(d.employer_uuid::text, d.contractor_sub)
          = any(${[...(owners.employer_uuids ?? []), ...(owners.contractor_subs ?? [])]}::text[])
      order by d.kind`.execute(tx)
  return rows.map(({ sealed_name, sealed_reason: sealed, reason: clear, ...row }) => ({
    ...row,
    reason: openWords({ fields }, 'identity_document', row.document_uuid, { clear, sealed }),
    file_name: nameOfFile(fields, { ...row, sealed_name }),
    number: row.number && fields.open(NUMBER, row.document_uuid, row.number),
    birth_date: row.birth_date && fields.open(BIRTH_DATE, row.document_uuid, row.birth_date),
  }))
}

/** The documents of one owner that count. */
export function selectDocumentsOf(on: PrivateTx, owner: Owner): Promise<DocumentRow[]> {
  return owner.employer_uuid !== null
    ? selectDocuments(on, { employer_uuids: [owner.employer_uuid] })
    : selectDocuments(on, { contractor_subs: [owner.contractor_sub] })
}

/** When the holder of these papers was born; null where they did not say. */
export function birthDateOf(documents: readonly DocumentRow[]): string | null {
  return documents.find(({ kind }) => kind === 'identification_document')?.birth_date ?? null
}

/** When these contractors were born, as they say with their identity document; who does not is left out. */
export async function selectBirthDates(
  { tx, fields }: PrivateTx,
  subs: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ sub: string; document_uuid: string; birth_date: string }>`
    select contractor_sub sub, document_uuid, birth_date from identity_document
      where contractor_sub = any(${[...subs]}::text[]) and superseded_at is null and birth_date is not null`.execute(
    tx,
  )
  return new Map(
    rows.map(row => [row.sub, fields.open(BIRTH_DATE, row.document_uuid, row.birth_date)]),
  )
}

/** Files of documents that were superseded until an instant, that nobody ever verified, and that are still kept; at most `limit`. */
export async function selectSupersededFiles(tx: Tx, until: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ file_uuid: string }>`
    select d.file_uuid from identity_document d join stored_file f using (file_uuid)
      where d.superseded_at <= ${until} and d.verified_at is null and f.removed_at is null
        and not exists (select from identity_document o where o.file_uuid = d.file_uuid and (o.superseded_at is null or o.verified_at is not null))
      order by d.superseded_at limit ${limit}`.execute(tx)
  return rows.map(row => row.file_uuid)
}

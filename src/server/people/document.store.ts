import { sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'

/** Whose documents: a company's or a contractor's. */
export type Owner =
  | { readonly employer_uuid: string; readonly contractor_sub: null }
  | { readonly employer_uuid: null; readonly contractor_sub: string }

export type DocumentStatus = 'PENDING_REVIEW' | 'VERIFIED' | 'REJECTED'

export type DocumentRow = {
  readonly document_uuid: string
  readonly employer_uuid: string | null
  readonly contractor_sub: string | null
  readonly kind: string
  readonly document_type: string | null
  readonly residency: string | null
  readonly file_uuid: string
  readonly status: DocumentStatus
  readonly reason: string | null
  readonly uploaded_at: Date
  readonly file_name: string
  readonly mime_type: string
  readonly size_bytes: number
  readonly sha256: string
}

/** The documents that count, the newest of each kind, of these companies and contractors. */
export async function selectDocuments(
  tx: Tx,
  owners: { employer_uuids?: readonly string[]; contractor_subs?: readonly string[] },
): Promise<DocumentRow[]> {
  const { rows } = await sql<DocumentRow>`
    select d.document_uuid, d.employer_uuid, d.contractor_sub, d.kind, d.document_type, d.residency, d.file_uuid,
        d.status, d.reason, d.uploaded_at, f.file_name, f.mime_type, f.size_bytes, f.sha256
      from identity_document d join stored_file f using (file_uuid)
      where d.superseded_at is null
        and coalesce(d.employer_uuid::text, d.contractor_sub)
          = any(${[...(owners.employer_uuids ?? []), ...(owners.contractor_subs ?? [])]}::text[])
      order by d.kind`.execute(tx)
  return rows
}

/** The documents of one owner that count. */
export function selectDocumentsOf(tx: Tx, owner: Owner): Promise<DocumentRow[]> {
  return owner.employer_uuid !== null
    ? selectDocuments(tx, { employer_uuids: [owner.employer_uuid] })
    : selectDocuments(tx, { contractor_subs: [owner.contractor_sub] })
}

/** One document of an owner, also one that was superseded; undefined for anyone else's. */
export async function selectDocument(tx: Tx, owner: Owner, id: string) {
  const named = owner.employer_uuid !== null ? 'employer_uuid' : 'contractor_sub'
  return tx
    .selectFrom('identity_document')
    .select(['document_uuid', 'file_uuid'])
    .where(named, '=', owner.employer_uuid ?? owner.contractor_sub)
    .where(row => row.or([row('document_uuid', '=', id), row('file_uuid', '=', id)]))
    .executeTakeFirst()
}

/** Puts a document in the place of the earlier one of its kind. */
export async function replaceDocument(
  tx: Tx,
  owner: Owner,
  document: {
    readonly document_uuid: string
    readonly kind: string
    readonly document_type: string | null
    readonly residency: string | null
    readonly file_uuid: string
    readonly uploaded_at: Date
  },
): Promise<void> {
  const named = owner.employer_uuid !== null ? 'employer_uuid' : 'contractor_sub'
  await tx
    .updateTable('identity_document')
    .set({ superseded_at: document.uploaded_at })
    .where(named, '=', owner.employer_uuid ?? owner.contractor_sub)
    .where('kind', '=', document.kind)
    .where('superseded_at', 'is', null)
    .execute()
  await tx
    .insertInto('identity_document')
    .values({ ...document, ...owner })
    .execute()
}

/** Says what the identity document is, without another file. */
export async function describeDocument(
  tx: Tx,
  document_uuid: string,
  described: { document_type: string | null; residency: string | null },
): Promise<void> {
  await tx
    .updateTable('identity_document')
    .set(described)
    .where('document_uuid', '=', document_uuid)
    .execute()
}

/** Gives these documents a status, with the reason that their owner reads. One that was verified once stays known as such. */
export async function saveDocumentStatus(
  tx: Tx,
  document_uuids: readonly string[],
  { status, reason, at }: { status: DocumentStatus; reason: string | null; at: Date },
): Promise<void> {
  if (document_uuids.length === 0) return
  await tx
    .updateTable('identity_document')
    .set({ status, reason, ...(status === 'VERIFIED' && { verified_at: at }) })
    .where('document_uuid', 'in', document_uuids)
    .execute()
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

import type { Tx } from '../kernel/db.ts'

/** Whose documents: a company's or a contractor's. */
export type Owner =
  | { readonly employer_uuid: string; readonly contractor_sub: null }
  | { readonly employer_uuid: null; readonly contractor_sub: string }

export type DocumentStatus = 'PENDING_REVIEW' | 'VERIFIED' | 'REJECTED'

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

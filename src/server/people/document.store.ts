import { sql } from 'kysely'
import type { DocumentReason, DocumentStatus } from '#domain/people/document-review.ts'
import { spelledNumber } from '#domain/people/identity-documents.ts'
import type { Tx } from '../kernel/db.ts'
import type { FieldCipher, PrivateTx } from '../kernel/field-cipher.ts'
import { rowsOf } from '../kernel/rows.ts'
import { sealWords } from '../kernel/sealed-words.ts'

export type { DocumentStatus } from '#domain/people/document-review.ts'

/** Whose documents: a company's or a contractor's. */
export type Owner =
  | { readonly employer_uuid: string; readonly contractor_sub: null }
  | { readonly employer_uuid: null; readonly contractor_sub: string }

/** What a document says of itself, as its owner entered it. */
export type Described = {
  readonly document_type: string | null
  readonly residency: string | null
  readonly citizenship: string | null
  readonly issuing_country: string | null
  readonly expires_on: string | null
  readonly number: string | null
  /** When its holder was born. */
  readonly birth_date: string | null
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
  { tx, fields }: PrivateTx,
  owner: Owner,
  {
    number,
    birth_date,
    ...document
  }: Described & {
    readonly document_uuid: string
    readonly kind: string
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
  const sealed = sealedIn(fields, document.document_uuid, { number, birth_date })
  await tx
    .insertInto('identity_document')
    .values({ ...document, ...owner, ...sealed, number_index: numberIndex(fields, number) })
    .execute()
}

/** Where the numbers of identity documents lie sealed. */
export const NUMBER = 'identity_document.number'
/** Where days of birth do. */
export const BIRTH_DATE = 'identity_document.birth_date'

function sealedIn(
  fields: FieldCipher,
  document_uuid: string,
  { number, birth_date }: Pick<Described, 'number' | 'birth_date'>,
) {
  return {
    number: number && fields.seal(NUMBER, document_uuid, number),
    birth_date: birth_date && fields.seal(BIRTH_DATE, document_uuid, birth_date),
  }
}

/** By what numbers of documents are compared without being opened; null where there is none to compare. */
export function numberIndex(fields: FieldCipher, number: string | null): Buffer | null {
  const spelled = spelledNumber(number ?? '')
  return spelled === '' ? null : fields.blindIndex('identity_document.number_index', spelled)
}

/**
 * Gives blind indexes to numbers that have none: to the next `limit` after a document, or from the first on. Answers the last that it came to,
 * undefined when none was left.
 */
export async function indexNumbers(
  { tx, fields }: PrivateTx,
  after: string | undefined,
  limit: number,
): Promise<string | undefined> {
  const { rows } = await sql<{ document_uuid: string; number: string }>`
    select document_uuid, number from identity_document where number is not null and number_index is null
      and (${after ?? null}::uuid is null or document_uuid > ${after ?? null}::uuid) order by document_uuid limit ${limit} for update`.execute(
    tx,
  )
  await saveIndexes(
    { tx, fields },
    rows.map(({ document_uuid, number }) => ({
      document_uuid,
      number: openedOrNone(fields, document_uuid, number),
    })),
  )
  return rows.at(-1)?.document_uuid
}

/** What somebody altered does not open: it has no digest, and keeps no other from theirs, nor a server from starting. */
function openedOrNone(fields: FieldCipher, document_uuid: string, sealed: string): string | null {
  try {
    return fields.open(NUMBER, document_uuid, sealed)
  } catch {
    return null
  }
}

async function saveIndexes(
  { tx, fields }: PrivateTx,
  documents: readonly { readonly document_uuid: string; readonly number: string | null }[],
): Promise<void> {
  const indexed = documents.map(({ document_uuid, number }) => ({
    document_uuid,
    number_index: numberIndex(fields, number),
  }))
  await sql`update identity_document d set number_index = n.number_index
    from ${rowsOf('n', indexed, { document_uuid: 'uuid', number_index: 'bytea' })} where d.document_uuid = n.document_uuid`.execute(
    tx,
  )
}

/** Says something else of a document, without another file: it waits to be looked at again. */
export async function describeDocument(
  { tx, fields }: PrivateTx,
  document_uuid: string,
  { number, birth_date, ...described }: Described,
): Promise<void> {
  await tx
    .updateTable('identity_document')
    .set({
      ...described,
      ...sealedIn(fields, document_uuid, { number, birth_date }),
      status: 'PENDING_REVIEW',
      reason: null,
      sealed_reason: null,
      reason_code: null,
      decided_at: null,
    })
    .where('document_uuid', '=', document_uuid)
    .execute()
  // By itself: with another number the database forgets the digest of the one before, which who knows of none leaves there.
  await saveIndexes({ tx, fields }, [{ document_uuid, number }])
}

/** Takes from documents what they said of somebody; that there was one of its kind, and how it was decided, stays known. */
export async function eraseDocuments(
  tx: Tx,
  document_uuids: readonly string[],
  at: Date,
): Promise<void> {
  await sql`
    update identity_document set superseded_at = coalesce(superseded_at, ${at}::timestamptz), document_type = null, residency = null, citizenship = null,
        issuing_country = null, expires_on = null, number = null, number_index = null, birth_date = null, reason = null, sealed_reason = null
      where document_uuid = any(${[...document_uuids]}::uuid[])`.execute(tx)
}

export type Decided = {
  readonly status: DocumentStatus
  readonly reason_code: DocumentReason | null
  /** In the words of whoever decided; null where the standard reason says it. */
  readonly reason: string | null
  readonly at: Date
}

/** Gives these documents a status, with the reason that their owner reads. One that was verified once stays known as such. */
export async function saveDocumentStatus(
  { tx, ...on }: PrivateTx,
  document_uuids: readonly string[],
  { status, reason, reason_code, at }: Decided,
): Promise<void> {
  const decided = document_uuids.map(document_uuid => ({
    document_uuid,
    sealed: sealWords(on, 'identity_document', document_uuid, reason),
  }))
  await sql`update identity_document d set status = ${status}, reason = null, sealed_reason = n.sealed, reason_code = ${reason_code},
      decided_at = ${status === 'PENDING_REVIEW' ? null : at}::timestamptz, verified_at = case when ${status === 'VERIFIED'} then ${at}::timestamptz else verified_at end
    from ${rowsOf('n', decided, { document_uuid: 'uuid', sealed: 'text' })} where d.document_uuid = n.document_uuid`.execute(
    tx,
  )
}

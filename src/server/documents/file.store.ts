import { sql } from 'kysely'
import type { ReadPurpose } from '#domain/documents/read-purpose.ts'
import type { Tx } from '../kernel/db.ts'
import type { FieldCipher, PrivateTx } from '../kernel/field-cipher.ts'

export type NewFile = {
  readonly file_uuid: string
  readonly employer_uuid: string | null
  readonly contractor_sub: string | null
  readonly kind: string
  readonly file_name: string
  /** Whether somebody called it so who handed it in. */
  readonly named_by_owner?: boolean | undefined
  readonly mime_type: string
  readonly size_bytes: number
  readonly sha256: string
  readonly created_at: Date
  readonly created_by: string
}

const EXTENSIONS: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
}

/**
 * Keeps what is known of a stored file; its bytes are kept elsewhere. What its owner calls it lies sealed: it may say as much of them as the
 * file does.
 */
export async function insertFile(
  { tx, fields }: PrivateTx,
  { named_by_owner, ...file }: NewFile,
): Promise<void> {
  const { file_uuid, kind, mime_type, file_name } = file
  const names = named_by_owner && {
    file_name: `${kind}.${EXTENSIONS[mime_type] ?? 'bin'}`,
    sealed_name: fields.seal('stored_file.sealed_name', file_uuid, file_name),
  }
  await tx
    .insertInto('stored_file')
    .values({ ...file, ...names })
    .execute()
}

/** What a file is called by who may see it. */
export function nameOfFile(
  fields: FieldCipher,
  file: {
    readonly file_uuid: string
    readonly file_name: string
    readonly sealed_name: string | null
  },
): string {
  const { file_uuid, file_name, sealed_name } = file
  return sealed_name ? fields.open('stored_file.sealed_name', file_uuid, sealed_name) : file_name
}

/** The file of this id that the transaction may see, or undefined; one that was removed is seen no more. */
export async function selectFile(tx: Tx, file_uuid: string) {
  return tx
    .selectFrom('stored_file')
    .select([
      'file_uuid',
      'employer_uuid',
      'contractor_sub',
      'kind',
      'file_name',
      'sealed_name',
      'mime_type',
      'size_bytes',
      'sha256',
    ])
    .where('file_uuid', '=', file_uuid)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
}

/** Those of these files that the transaction may see, and that were not removed. */
export async function selectFiles(tx: Tx, file_uuids: readonly string[]) {
  return tx
    .selectFrom('stored_file')
    .select(['file_uuid', 'employer_uuid', 'contractor_sub', 'kind', 'sha256'])
    .where(sql<boolean>`file_uuid = any(${[...file_uuids]}::uuid[])`)
    .where('removed_at', 'is', null)
    .execute()
}

/** The newest file of a kind and name that the transaction may see, or undefined. */
export async function selectNewestFile(
  tx: Tx,
  kind: string,
  file_name: string,
  employer_uuid: string,
) {
  return tx
    .selectFrom('stored_file')
    .select('file_uuid')
    .where('employer_uuid', '=', employer_uuid)
    .where('kind', '=', kind)
    .where('file_name', '=', file_name)
    .orderBy('created_at', 'desc')
    .orderBy('file_uuid', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** How many files a person or a company keeps, and of how many bytes; not those that two sides share, such as contracts, nor
 * reports, which anybody can ask for again. */
export async function selectUsage(
  tx: Tx,
  {
    employer_uuid,
    contractor_sub,
  }: { employer_uuid: string | null; contractor_sub: string | null },
): Promise<{ files: number; bytes: number }> {
  const { rows } = await sql<{ files: number; bytes: bigint }>`
    select count(*)::int files, coalesce(sum(size_bytes), 0)::bigint bytes from stored_file
      where employer_uuid is not distinct from ${employer_uuid}::uuid and contractor_sub is not distinct from ${contractor_sub}
        and kind <> 'report' and removed_at is null`.execute(tx)
  return { files: rows[0]?.files ?? 0, bytes: Number(rows[0]?.bytes ?? 0n) }
}

/** Marks files as removed, and forgets what their owners called them; answers those that were not before. */
export async function markRemoved(
  tx: Tx,
  file_uuids: readonly string[],
  removed_at: Date,
): Promise<{ file_uuid: string; employer_uuid: string | null }[]> {
  return tx
    .updateTable('stored_file')
    .set({ removed_at, sealed_name: null })
    .where(sql<boolean>`file_uuid = any(${[...file_uuids]}::uuid[])`)
    .where('removed_at', 'is', null)
    .returning(['file_uuid', 'employer_uuid'])
    .execute()
}

/** Which of these files have a row, and whether it says that they were removed. Ask with the sight of everyone. */
export async function selectKnown(
  tx: Tx,
  file_uuids: readonly string[],
): Promise<ReadonlyMap<string, 'kept' | 'removed'>> {
  const rows = await tx
    .selectFrom('stored_file')
    .select(['file_uuid', 'removed_at'])
    .where(sql<boolean>`file_uuid = any(${[...file_uuids]}::uuid[])`)
    .execute()
  return new Map(rows.map(row => [row.file_uuid, row.removed_at ? 'removed' : 'kept']))
}

/** Remembers who opened a file, and when. */
export async function insertReads(
  tx: Tx,
  file_uuids: readonly string[],
  read: { reader_sub: string; reader_role: string; purpose: ReadPurpose; read_at: Date },
): Promise<void> {
  await sql`
    insert into file_read (file_uuid, reader_sub, reader_role, purpose, read_at)
      select f, ${read.reader_sub}, ${read.reader_role}, ${read.purpose}, ${read.read_at}::timestamptz
        from unnest(${[...file_uuids]}::uuid[]) f
      on conflict do nothing`.execute(tx)
}

export type FileRead = {
  readonly file_uuid: string
  readonly reader_sub: string
  readonly reader_role: string
  readonly reader_name: string
  readonly purpose: ReadPurpose | ''
  readonly read_at: Date
}

/** Who opened these files, newest first. */
export async function selectReads(tx: Tx, file_uuids: readonly string[]): Promise<FileRead[]> {
  const { rows } = await sql<FileRead>`
    select r.file_uuid, r.reader_sub, r.reader_role, r.purpose, r.read_at,
        app.person_name(p.first_name, p.last_name, 'Corridor') reader_name
      from file_read r left join person_seen p on p.sub = r.reader_sub
      where r.file_uuid = any(${file_uuids}::uuid[])
      order by r.read_at desc, r.reader_sub`.execute(tx)
  return rows
}

/** Which of these files somebody opened, at an instant or later where one is given. */
export async function selectOpened(
  tx: Tx,
  reader_sub: string,
  file_uuids: readonly string[],
  since: Date | null,
): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('file_read')
    .select('file_uuid')
    .where(sql<boolean>`file_uuid = any(${[...file_uuids]}::uuid[])`)
    .where('reader_sub', '=', reader_sub)
    .where(sql<boolean>`read_at >= coalesce(${since}::timestamptz, '-infinity')`)
    .execute()
  return new Set(rows.map(row => row.file_uuid))
}

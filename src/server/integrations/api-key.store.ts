import { sql } from 'kysely'
import type { KeyScope } from '#domain/integrations/api-key.ts'
import type { Tx } from '../kernel/db.ts'

/** A key as its employer's people read it; its digest they do not. */
export type KeyRow = {
  readonly key_uuid: string
  readonly employer_uuid: string
  readonly name: string
  readonly prefix: string
  readonly scopes: KeyScope[]
  readonly sandbox: boolean
  readonly addresses: string[]
  readonly created_by: string
  readonly created_at: Date
  /** For how many days it was made, whatever ends it sooner; null of what a process of before made. */
  readonly days: number | null
  readonly expires_at: Date
  readonly revoked_at: Date | null
  readonly last_used_at: Date | null
  /** The key that took its place. */
  readonly replaced_by: string | null
}

const COLUMNS = [
  'key_uuid',
  'employer_uuid',
  'name',
  'prefix',
  'scopes',
  'sandbox',
  'addresses',
  'created_by',
  'created_at',
  'days',
  'expires_at',
  'revoked_at',
  'last_used_at',
  'replaced_by',
] as const

/** Keeps a new key; it must have a new id and digest. */
export async function insertKey(
  tx: Tx,
  key: Omit<KeyRow, 'revoked_at' | 'last_used_at' | 'replaced_by'> & {
    readonly secret_hash: Buffer
  },
): Promise<void> {
  await tx.insertInto('api_key').values(key).execute()
}

/** Holds the keys of an employer, so that two who make one at once count each other's. */
export async function lockKeys(tx: Tx, employer_uuid: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`keys of ${employer_uuid}`}, 0))`.execute(
    tx,
  )
}

/** How many keys of one kind work at an instant: those that stand, or those that work on beside what took their place. */
export async function countKeys(
  tx: Tx,
  {
    employer_uuid,
    sandbox,
    replaced,
  }: Pick<KeyRow, 'employer_uuid' | 'sandbox'> & { readonly replaced: boolean },
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ keys: number }>`select count(*)::int keys from api_key
    where employer_uuid = ${employer_uuid}::uuid and sandbox = ${sandbox} and revoked_at is null and expires_at > ${now}
      and (replaced_by is not null) = ${replaced}`.execute(tx)
  return rows[0]?.keys ?? 0
}

/** One key of an employer, held against changes, or undefined. */
export async function lockKey(
  tx: Tx,
  { key_uuid, employer_uuid }: Pick<KeyRow, 'key_uuid' | 'employer_uuid'>,
): Promise<KeyRow | undefined> {
  return (await tx
    .selectFrom('api_key')
    .select(COLUMNS)
    .where('key_uuid', '=', key_uuid)
    .where('employer_uuid', '=', employer_uuid)
    .forUpdate()
    .executeTakeFirst()) as KeyRow | undefined
}

/** Sets when a key ends, and what took its place. */
export async function saveEnd(
  tx: Tx,
  key_uuid: string,
  end: Pick<KeyRow, 'expires_at' | 'replaced_by'> | { readonly revoked_at: Date },
): Promise<void> {
  await tx.updateTable('api_key').set(end).where('key_uuid', '=', key_uuid).execute()
}

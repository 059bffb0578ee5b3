import { sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'
import type { KeyRow } from './api-key.store.ts'

/** A key with the name of who made it, and the beginning of the one that took its place. */
export type NamedKey = Omit<KeyRow, 'days' | 'replaced_by'> & {
  readonly created_by_name: string
  readonly replaced_by: Pick<KeyRow, 'key_uuid' | 'prefix'> | null
}

/** The keys of an employer that worked at `since` or later, the newest first; one of them where it is named. */
export async function listKeys(
  tx: Tx,
  {
    employer_uuid,
    since,
    key_uuid,
  }: {
    readonly employer_uuid: string
    readonly since: Date
    readonly key_uuid?: string
  },
): Promise<NamedKey[]> {
  const { rows } = await sql<NamedKey>`
    select k.key_uuid, k.employer_uuid, k.name, k.prefix, k.scopes, k.sandbox, k.addresses, k.created_by, k.created_at, k.expires_at,
        k.revoked_at, k.last_used_at, app.person_name(p.first_name, p.last_name) created_by_name,
        (select json_build_object('key_uuid', n.key_uuid, 'prefix', n.prefix) from api_key n where n.key_uuid = k.replaced_by) replaced_by
      from api_key k left join person_seen p on p.sub = k.created_by
      where k.employer_uuid = ${employer_uuid}::uuid and least(k.expires_at, k.revoked_at) >= ${since}
        and (${key_uuid ?? null}::uuid is null or k.key_uuid = ${key_uuid ?? null}::uuid)
      order by k.created_at desc, k.key_uuid desc limit 200`.execute(tx)
  return rows
}

/** A key as it is found by its digest, with its employer's standing. */
export type FoundKey = Pick<
  KeyRow,
  | 'key_uuid'
  | 'employer_uuid'
  | 'name'
  | 'scopes'
  | 'sandbox'
  | 'addresses'
  | 'expires_at'
  | 'revoked_at'
  | 'last_used_at'
> & { readonly is_partner: boolean; readonly suspended: boolean }

/** The key of a digest, or undefined. For who acts for nobody yet. */
export async function findKeyByHash(tx: Tx, secret_hash: Buffer): Promise<FoundKey | undefined> {
  const { rows } = await sql<FoundKey>`
    select k.key_uuid, k.employer_uuid, k.name, k.scopes, k.sandbox, k.addresses, k.expires_at, k.revoked_at, k.last_used_at,
        e.is_partner, e.suspended_at is not null suspended
      from api_key k join employer e using (employer_uuid) where k.secret_hash = ${secret_hash}`.execute(
    tx,
  )
  return rows[0]
}

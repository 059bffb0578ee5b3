import { sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'

/** Notes that a key is used, once a minute. */
export async function noteUse(tx: Tx, key_uuid: string, now: Date): Promise<void> {
  await sql`update api_key set last_used_at = ${now}
    where key_uuid = ${key_uuid}::uuid and (last_used_at is null or last_used_at < ${now}::timestamptz - interval '1 minute')`.execute(
    tx,
  )
}

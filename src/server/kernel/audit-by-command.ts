import { sql } from 'kysely'
import type { Tx } from './db.ts'
import { toJson } from './unit-of-work.ts'

/** Writes into the platform's audit chain what a command on the server did, which nobody is logged in to. */
export async function auditByCommand(
  tx: Tx,
  {
    at,
    before = null,
    ...done
  }: {
    readonly at: Date
    readonly action: string
    readonly entity: string
    readonly entity_uuids: readonly string[]
    readonly before?: object | null
    readonly after: object
  },
): Promise<void> {
  const entry = {
    ...done,
    before,
    chain: 'platform',
    created_at: at.toISOString(),
    actor_sub: null,
    actor_role: 'system',
    request_id: 'command',
  }
  await sql`select app.append_audit(${toJson([entry])}::jsonb)`.execute(tx)
}

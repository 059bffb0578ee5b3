import { type RawBuilder, sql } from 'kysely'
import { KEPT_STATUSES } from '#domain/payments/lost.ts'
import type { Tx } from '../kernel/db.ts'

const KEPT = sql.join(KEPT_STATUSES.map(of => sql.lit(of)))

/** Whether something did not arrive at a destination that is still kept. */
export function refusedAt(destination_uuid: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from payment w where w.is_wrong and w.destination_uuid = ${destination_uuid} and w.status in (${KEPT}))`
}

/** Those of these destinations at which something did not arrive that is still kept: nobody can say when more would be there. */
export async function listRefusing(
  tx: Tx,
  destinations: readonly (string | null)[],
): Promise<ReadonlySet<string>> {
  const ids = [...new Set(destinations)].filter(id => id !== null)
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ destination_uuid: string }>`
    select distinct destination_uuid from payment
      where is_wrong and status in (${KEPT}) and destination_uuid = any(${ids}::uuid[])`.execute(tx)
  return new Set(rows.map(row => row.destination_uuid))
}

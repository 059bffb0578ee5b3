import { sql } from 'kysely'
import { KEPT_STATUSES } from '#domain/payments/lost.ts'
import type { Tx } from '../kernel/db.ts'

/** Those of these destinations at which something did not arrive that is still kept: nobody can say when more would be there. */
export async function listRefusing(
  tx: Tx,
  destinations: readonly (string | null)[],
): Promise<ReadonlySet<string>> {
  const ids = [...new Set(destinations)].filter(id => id !== null)
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ destination_uuid: string }>`
    select distinct destination_uuid from payment
      where is_wrong and status in (${sql.join(KEPT_STATUSES.map(of => sql.lit(of)))}) and destination_uuid = any(${ids}::uuid[])`.execute(
    tx,
  )
  return new Set(rows.map(row => row.destination_uuid))
}

import { type RawBuilder, sql } from 'kysely'
import { KEPT_STATUSES } from '#domain/payments/lost.ts'
import type { Tx } from '../kernel/db.ts'

/** Whether something did not arrive at a destination that is still kept (`destination_refusal`, which is of every employer's payments). */
export function refusedAt(destination_uuid: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from destination_refusal f where f.destination_uuid = ${destination_uuid} and f.payments > 0)`
}

/** Those of these destinations at which something did not arrive that is still kept: nobody can say when more would be there. */
export async function listRefusing(
  tx: Tx,
  destination_uuids: readonly (string | null)[],
): Promise<ReadonlySet<string>> {
  const ids = [...new Set(destination_uuids.filter(id => id !== null))]
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ destination_uuid: string }>`
    select destination_uuid from destination_refusal where payments > 0 and destination_uuid = any(${ids}::uuid[])`.execute(
    tx,
  )
  return new Set(rows.map(row => row.destination_uuid))
}

/** What is scheduled for the destination of a payment that is kept, of every employer of its contractor, and was never tried. */
export async function listScheduledBeside(tx: Tx, payment_uuid: string): Promise<string[]> {
  const { rows } = await sql<{ payment_uuid: string }>`
    select o.payment_uuid from payment p join line_item i on i.contractor_sub = p.contractor_sub join payment o on o.line_item_uuid = i.line_item_uuid
      where p.payment_uuid = ${payment_uuid}::uuid and p.status in (${sql.join(KEPT_STATUSES.map(of => sql.lit(of)))})
        and o.destination_uuid = p.destination_uuid and not o.is_over and o.status = 'SCHEDULED' and o.attempt = 0`.execute(
    tx,
  )
  return rows.map(row => row.payment_uuid)
}

import { sql } from 'kysely'
import type { Money } from '#domain/kernel/money.ts'
import type { Tx } from '../kernel/db.ts'

/** What of a paid item `i` arrived: what was given back to its employer stays unpaid (decision 0081). */
export const ARRIVED = sql`(i.amount_minor - coalesce((select sum(g.source_minor) from payment g where g.line_item_uuid = i.line_item_uuid and g.stays_unpaid), 0))::bigint`

/** What went back of the approved and of the paid items of a cycle. */
export type GivenBack = Money & {
  readonly cycle_uuid: string
  readonly status: 'APPROVED' | 'PAID'
}

/** What of these cycles' pay was given back to its employer and stays unpaid, by the state of its items and currency. */
export async function listGivenBack(tx: Tx, cycle_uuids: readonly string[]): Promise<GivenBack[]> {
  const { rows } = await sql<GivenBack>`
    select g.cycle_uuid, i.status, i.currency, sum(g.source_minor)::bigint minor
      from payment g join line_item i on i.line_item_uuid = g.line_item_uuid
      where g.stays_unpaid and g.cycle_uuid = any(${[...cycle_uuids]}::uuid[]) and i.status in ('APPROVED', 'PAID')
      group by 1, 2, 3`.execute(tx)
  return rows
}

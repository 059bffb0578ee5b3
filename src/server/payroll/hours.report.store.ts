import { sql } from 'kysely'
import type { HoursTarget } from '#domain/payroll/hours-list.ts'
import type { Tx } from '../kernel/db.ts'
import { ENTERED_COLUMNS, type EnteredRow } from './line-item.store.ts'

/** A line item with who is paid by it, as lists of hours mean it. */
export type HoursItem = EnteredRow & HoursTarget

/** The line items of a cycle with who is paid by each, in id order. */
export async function listHoursItems(tx: Tx, cycle_uuid: string): Promise<HoursItem[]> {
  const { rows } = await sql<HoursItem>`
    select ${ENTERED_COLUMNS}, role, coalesce(p.email, '') email, app.person_name(p.first_name, p.last_name, p.email) "name"
      from line_item i join person_seen p on p.sub = i.contractor_sub
      where i.cycle_uuid = ${cycle_uuid}::uuid order by i.line_item_uuid`.execute(tx)
  return rows
}

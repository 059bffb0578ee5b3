import type { LineItemStatus } from '#domain/payroll/line-item.ts'
import type { Tx } from '../kernel/db.ts'

/** The different statuses of a cycle's items. */
export async function statusesOf(tx: Tx, cycle_uuid: string): Promise<LineItemStatus[]> {
  const rows = await tx
    .selectFrom('line_item')
    .select('status')
    .distinct()
    .where('cycle_uuid', '=', cycle_uuid)
    .execute()
  return rows.map(row => row.status as LineItemStatus)
}

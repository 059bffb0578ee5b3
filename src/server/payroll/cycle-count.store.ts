import { sql } from 'kysely'
import type { CycleCount } from '#domain/payroll/review-marks.ts'
import type { Tx } from '../kernel/db.ts'

/** What is counted of these cycles, by cycle; kept by the triggers of 0021. */
export async function readCounts(
  tx: Tx,
  cycle_uuids: readonly string[],
): Promise<Map<string, CycleCount[]>> {
  const { rows } = await sql<{
    cycle_uuid: string
    mark: string
    currency: string
    items: string
    amount_minor: bigint
  }>`
    select cycle_uuid, mark, currency, items::text items, amount_minor from cycle_count
      where cycle_uuid = any(${[...cycle_uuids]}::uuid[]) and items > 0 order by cycle_uuid, mark, currency`.execute(
    tx,
  )
  return Map.groupBy(
    rows.map(row => ({ ...row, items: Number(row.items) })),
    row => row.cycle_uuid,
  )
}

/** What is counted of one cycle. */
export async function countsOf(tx: Tx, cycle_uuid: string): Promise<CycleCount[]> {
  return (await readCounts(tx, [cycle_uuid])).get(cycle_uuid) ?? []
}

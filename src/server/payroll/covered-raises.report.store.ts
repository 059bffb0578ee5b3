/** Raises of paid days that something else covers by now (migration 0175), read over the items of a person and their cycles. */
import { sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'

export type CoveredRaise = {
  readonly line_item_uuid: string
  readonly entry_uuid: string
  /** The pay date of what covers it; of several the first. */
  readonly pay_date: string
}

/**
 * The raises of these items that another pay covers: by a raise of the same days and steps of the rate, or since it pays those days itself. Of
 * two of these items that cover the same, the second in id order leaves it to the first.
 */
export async function listCoveredRaises(
  tx: Tx,
  line_item_uuids: readonly string[],
): Promise<CoveredRaise[]> {
  const ids = [...line_item_uuids]
  const { rows } = await sql<CoveredRaise>`
    select j.line_item_uuid, c.entry_uuid, min(k.pay_date) pay_date
      from line_item j cross join lateral app.raises_covered(j) c
        join line_item o on o.line_item_uuid = c.by_uuid join pay_cycle k on k.cycle_uuid = o.cycle_uuid
      where j.line_item_uuid = any(${ids}::uuid[]) and j.entries @> '[{"kind": "RAISE"}]'
        and not (c.by_uuid = any(${ids}::uuid[]) and c.by_uuid > j.line_item_uuid)
      group by 1, 2 order by 1, 2`.execute(tx)
  return rows
}

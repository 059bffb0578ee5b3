import { sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'
import { amongChosen, type Chosen } from './selection.store.ts'

/**
 * Who wrote what stands on the items of a cycle that wait, or on the chosen of them, and on how many: the authors of its entries, and of hours that
 * were edited before there were entries.
 */
export async function listEditors(
  tx: Tx,
  cycle_uuid: string,
  chosen: Chosen,
): Promise<{ sub: string; items: number }[]> {
  const { rows } = await sql<{ sub: string; items: number }>`
    select w.sub, count(distinct i.line_item_uuid)::int items from line_item i cross join lateral (
        select e ->> 'author_sub' sub from jsonb_array_elements(i.entries) e
        union select i.edited_by where i.entries is null
      ) w
      where i.cycle_uuid = ${cycle_uuid}::uuid and i.status = 'PENDING_APPROVAL' and w.sub is not null
        and (i.entries is not null or i.hours_hundredths <> i.scheduled_hours_hundredths)
        ${amongChosen(chosen, sql`i.line_item_uuid`)}
      group by w.sub order by w.sub`.execute(tx)
  return rows
}

import { sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'
import type { CycleRecord } from './cycle.store.ts'

/** The cycle that a line item belongs to. */
export async function findCycleOfItem(
  tx: Tx,
  line_item_uuid: string,
): Promise<CycleRecord | undefined> {
  const { rows } = await sql<CycleRecord>`
    select c.*, p.label policy_label, e.country_code, e.subdivision_code from line_item i
      join pay_cycle c on c.cycle_uuid = i.cycle_uuid join payroll_policy p on p.policy_uuid = c.policy_uuid
      join employer e on e.employer_uuid = c.employer_uuid
      where i.line_item_uuid = ${line_item_uuid}::uuid`.execute(tx)
  return rows[0]
}

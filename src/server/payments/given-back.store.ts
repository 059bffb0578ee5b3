import { sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'

/** Marks payments as given back to their employers; until payroll asks for their pay anew they stay unpaid in it. */
export async function keepGivenBack(
  tx: Tx,
  payment_uuids: readonly string[],
  at: Date,
): Promise<void> {
  await sql`update payment set given_back_at = ${at}, stays_unpaid = true
    where payment_uuid = any(${[...payment_uuids]}::uuid[])`.execute(tx)
}

/** Of line items that are approved anew, what was given back is history: it stays unpaid no more. */
export async function endGivenBack(tx: Tx, line_item_uuids: readonly string[]): Promise<void> {
  await sql`update payment set stays_unpaid = false
    where line_item_uuid = any(${[...line_item_uuids]}::uuid[]) and stays_unpaid`.execute(tx)
}

/** Of line items, those of which everything was given back and nothing else stands. */
export async function listWhollyGivenBack(
  tx: Tx,
  line_item_uuids: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ line_item_uuid: string }>`
    select line_item_uuid from payment where line_item_uuid = any(${[...line_item_uuids]}::uuid[]) and (status <> 'CANCELLED' or stays_unpaid)
      group by line_item_uuid having bool_and(status = 'CANCELLED')`.execute(tx)
  return new Set(rows.map(row => row.line_item_uuid))
}

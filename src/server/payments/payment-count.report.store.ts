import { sql } from 'kysely'
import type { CountedPayments } from '#domain/payments/pay-state.ts'
import type { Tx } from '../kernel/db.ts'

/** Where the payments of these cycles stand, by cycle; kept by the triggers of 0032. */
export async function countPaymentsOf(
  tx: Tx,
  cycle_uuids: readonly string[],
): Promise<Map<string, CountedPayments[]>> {
  const { rows } = await sql<CountedPayments & { cycle_uuid: string }>`
    select cycle_uuid, status, nullif(hold_reason, '') hold_reason, currency, payments::int payments, total_minor from payment_count
      where cycle_uuid = any(${[...cycle_uuids]}::uuid[]) and payments > 0 order by cycle_uuid, currency, status, hold_reason`.execute(
    tx,
  )
  return Map.groupBy(rows, row => row.cycle_uuid)
}

import { sql } from 'kysely'
import { usableFrom } from '#domain/destinations/destination.ts'
import type { CountedPayments, CycleFacts } from '#domain/payments/pay-state.ts'
import type { Tx } from '../kernel/db.ts'

/** What a cycle's payments are, as far as its state is judged by them. */
export type CyclePayments = Pick<CycleFacts, 'counted' | 'cools_until'>

/** Where the payments of these cycles stand, by cycle; kept by the triggers of 0058. */
export async function paymentsOfCycles(
  tx: Tx,
  cycle_uuids: readonly string[],
): Promise<(cycle_uuid: string) => CyclePayments> {
  const { rows } = await sql<CountedPayments & { cycle_uuid: string }>`
    select cycle_uuid, status, nullif(hold_reason, '') hold_reason, currency, payments::int payments, total_minor, unfunded_minor from payment_count
      where cycle_uuid = any(${[...cycle_uuids]}::uuid[]) and payments > 0 order by cycle_uuid, currency, status, hold_reason`.execute(
    tx,
  )
  const cooling = rows.filter(({ hold_reason }) => hold_reason === 'DESTINATION_COOLING')
  const until = await coolsUntil(tx, [...new Set(cooling.map(row => row.cycle_uuid))])
  const counted = Map.groupBy(rows, row => row.cycle_uuid)
  return cycle_uuid => ({
    counted: counted.get(cycle_uuid) ?? [],
    cools_until: until.get(cycle_uuid) ?? null,
  })
}

/** When the last payment of each of these cycles may leave that waits for a new account. */
async function coolsUntil(tx: Tx, cycle_uuids: readonly string[]): Promise<Map<string, string>> {
  if (cycle_uuids.length === 0) return new Map()
  const { rows } = await sql<{ cycle_uuid: string; changed_at: Date }>`
    select p.cycle_uuid, max(d.changed_at) changed_at from payment p join destination d using (destination_uuid)
      where p.cycle_uuid = any(${[...cycle_uuids]}::uuid[]) and p.hold_reason = 'DESTINATION_COOLING' group by 1`.execute(
    tx,
  )
  return new Map(
    rows.map(({ cycle_uuid, changed_at }) => [cycle_uuid, usableFrom(changed_at).toISOString()]),
  )
}

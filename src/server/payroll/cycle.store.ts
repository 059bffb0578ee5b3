import { sql } from 'kysely'
import type { PayPeriod } from '#domain/payroll/pay-dates.ts'
import type { Tx } from '../kernel/db.ts'
import { type CycleRecord, findCycle } from './cycle.report.store.ts'

/** Locks a cycle, so that its approvals and edits happen one after the other. */
export async function lockCycle(
  tx: Tx,
  policy_uuid: string,
  cycle_uuid: string,
): Promise<CycleRecord | undefined> {
  await sql`select 1 from pay_cycle where cycle_uuid = ${cycle_uuid}::uuid for no key update`.execute(
    tx,
  )
  return findCycle(tx, policy_uuid, cycle_uuid)
}

/** Locks a cycle that nobody holds; answers whether nobody did, and waits for nobody. */
export async function lockFreeCycle(tx: Tx, cycle_uuid: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from pay_cycle where cycle_uuid = ${cycle_uuid}::uuid for no key update skip locked`.execute(
    tx,
  )
  return rows.length > 0
}

/** Inserts the cycle of a period, or answers the one that stands and that it is not new. */
export async function insertCycle(
  tx: Tx,
  cycle: { cycle_uuid: string; employer_uuid: string; policy_uuid: string; opened_at: Date },
  period: PayPeriod,
): Promise<{ cycle_uuid: string; fresh: boolean }> {
  const {
    index: period_index,
    start_date,
    end_date,
    nominal_pay_date,
    pay_date,
    moved_because,
  } = period
  const made = await tx
    .insertInto('pay_cycle')
    .values({
      ...cycle,
      period_index,
      start_date,
      end_date,
      nominal_pay_date,
      pay_date,
      moved_because: moved_because ?? null,
    })
    .onConflict(conflict => conflict.columns(['policy_uuid', 'period_index']).doNothing())
    .returning('cycle_uuid')
    .executeTakeFirst()
  if (made) return { cycle_uuid: made.cycle_uuid, fresh: true }
  const known = await tx
    .selectFrom('pay_cycle')
    .select('cycle_uuid')
    .where('policy_uuid', '=', cycle.policy_uuid)
    .where('period_index', '=', period_index)
    .executeTakeFirstOrThrow()
  return { ...known, fresh: false }
}

/** The cycle of a policy that ends on a day, or undefined. */
export async function findCycleEnding(
  tx: Tx,
  policy_uuid: string,
  end_date: string,
): Promise<string | undefined> {
  const row = await tx
    .selectFrom('pay_cycle')
    .select('cycle_uuid')
    .where('policy_uuid', '=', policy_uuid)
    .where('end_date', '=', end_date)
    .executeTakeFirst()
  return row?.cycle_uuid
}

/** The last period end that was opened, per policy of an employer. */
export async function lastOpened(tx: Tx, employer_uuid: string): Promise<Map<string, string>> {
  const { rows } = await sql<{ policy_uuid: string; end_date: string }>`
    select policy_uuid, max(end_date) end_date from pay_cycle where employer_uuid = ${employer_uuid}::uuid group by policy_uuid`.execute(
    tx,
  )
  return new Map(rows.map(row => [row.policy_uuid, row.end_date]))
}

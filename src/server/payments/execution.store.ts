import { sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'

/** Inserts the record of one bulk execution. */
export async function insertExecution(
  tx: Tx,
  execution: {
    execution_uuid: string
    pay_date: string
    requested_by: string
    requested_at: Date
    payments: number
  },
): Promise<void> {
  await tx.insertInto('execution').values(execution).execute()
}

/** Executions asked for before an instant of which payments have still not been handed to their rail. */
export async function listUnfinished(tx: Tx, before: Date): Promise<string[]> {
  const rows = await tx
    .selectFrom('payment')
    .innerJoin('execution', 'execution.execution_uuid', 'payment.execution_uuid')
    .select('execution.execution_uuid')
    .distinct()
    .where('payment.status', '=', 'EXECUTING')
    .where('execution.requested_at', '<', before)
    .execute()
  return rows.map(row => row.execution_uuid)
}

/** An execution with how many of its payments stand where, per rail. */
export async function findExecution(tx: Tx, execution_uuid: string) {
  const execution = await tx
    .selectFrom('execution')
    .select(['pay_date', 'requested_at', 'payments'])
    .where('execution_uuid', '=', execution_uuid)
    .executeTakeFirst()
  if (!execution) return undefined
  const { rows } = await sql<{
    network: string
    currency: string
    payments: number
    sent: number
    waiting: number
    failed: number
    unknown: number
    total: bigint
  }>`
    select network, currency, count(*)::int payments, count(*) filter (where status in ('SENT', 'SETTLED'))::int sent,
        count(*) filter (where status = 'EXECUTING')::int waiting, count(*) filter (where status in ('FAILED', 'RETURNED'))::int failed,
        count(*) filter (where status = 'UNKNOWN')::int unknown, sum(amount_minor)::bigint total
      from payment where execution_uuid = ${execution_uuid}::uuid group by network, currency order by network, currency`.execute(
    tx,
  )
  return { ...execution, rows }
}

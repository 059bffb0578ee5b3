import { sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'

export type NewExecution = {
  readonly execution_uuid: string
  readonly pay_date: string
  readonly requested_by: string
  readonly requested_at: Date
  /** Of what was seen, where it was named by that and not payment by payment. */
  readonly digest: string | null
}

/** Inserts the record of one bulk execution, of which no payment is counted yet. */
export async function insertExecution(tx: Tx, execution: NewExecution): Promise<void> {
  await tx
    .insertInto('execution')
    .values({ ...execution, payments: 0 })
    .execute()
}

/** Says of how many payments an execution is. */
export async function saveExecutionSize(
  tx: Tx,
  execution_uuid: string,
  payments: number,
): Promise<void> {
  await tx
    .updateTable('execution')
    .set({ payments })
    .where('execution_uuid', '=', execution_uuid)
    .execute()
}

/** Holds back whoever else executes what was seen under the same digest, until this transaction ends. */
export async function holdDigest(tx: Tx, digest: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${digest}, 7204515))`.execute(tx)
}

/** The execution of what was seen under a digest. */
export async function findExecutionOf(tx: Tx, digest: string) {
  return tx
    .selectFrom('execution')
    .select(['execution_uuid', 'payments'])
    .where('digest', '=', digest)
    .executeTakeFirst()
}

/** Executions asked for before an instant of which payments have still not been handed to their rail. */
export async function listUnfinished(tx: Tx, before: Date): Promise<string[]> {
  const rows = await tx
    .selectFrom('payment')
    .innerJoin('execution', 'execution.execution_uuid', 'payment.execution_uuid')
    .select('execution.execution_uuid')
    .distinct()
    .where('payment.is_over', '=', false)
    .where('payment.status', '=', 'EXECUTING')
    // Mostly none is, and then no payment is looked at.
    .where(sql<boolean>`exists (select from payment_count where is_open and status = 'EXECUTING')`)
    .where('execution.requested_at', '<', before)
    // What waits in a file for a second person was handed over to them.
    .where(
      sql<boolean>`not exists (select from bank_batch_line l where l.attempt_uuid = payment.attempt_uuid and l.counts)`,
    )
    .execute()
  return rows.map(row => row.execution_uuid)
}

/** An execution with how many of its payments stand where, per rail, and until when those were sent that are not settled yet. */
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
    unsettled: number
    waiting: number
    failed: number
    unknown: number
    total: bigint
  }>`
    select network, currency, sum(payments)::int payments, sum(case when status in ('SENT', 'SETTLED') then payments else 0 end)::int sent,
        sum(case when status = 'SENT' then payments else 0 end)::int unsettled,
        sum(case when status = 'EXECUTING' then payments else 0 end)::int waiting,
        sum(case when status in ('FAILED', 'RETURNED') then payments else 0 end)::int failed,
        sum(case when status = 'UNKNOWN' then payments else 0 end)::int unknown, sum(total_minor)::bigint total
      from execution_count where execution_uuid = ${execution_uuid}::uuid
      group by network, currency having sum(payments) > 0 order by network, currency`.execute(tx)
  return { ...execution, rows }
}

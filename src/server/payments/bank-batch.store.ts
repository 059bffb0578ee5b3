import { sql } from 'kysely'
import type { BatchStatus } from '#domain/payments/bank-batch.ts'
import type { Tx } from '../kernel/db.ts'
import { type Columns, namesOf, rowsOf } from '../kernel/rows.ts'
import { FROZEN_AT } from './freeze.store.ts'

export type BatchRow = {
  readonly batch_uuid: string
  readonly channel_uuid: string
  readonly execution_uuid: string
  readonly status: BatchStatus
  readonly number: bigint
  readonly due_on: string
  readonly currency: string
  readonly payments: number
  readonly total_minor: bigint
  readonly file_uuid: string
  readonly file_sha256: string
  readonly made_by: string
  readonly made_at: Date
}

export type BatchLine = {
  readonly attempt_uuid: string
  readonly reference: string
  readonly amount_minor: bigint
}

const LINE: Columns<BatchLine> = { attempt_uuid: 'uuid', reference: 'text', amount_minor: 'bigint' }

/** Inserts a file that waits for a second person, with the attempts in it; an attempt that stands in another violates `bank_batch_line_counts`. */
export async function insertBatch(
  tx: Tx,
  batch: Omit<BatchRow, 'status'> & { readonly sequence: Buffer },
  lines: readonly BatchLine[],
): Promise<void> {
  await tx
    .insertInto('bank_batch')
    .values({ ...batch, status: 'WAITING' })
    .execute()
  await sql`insert into bank_batch_line (batch_uuid, ${namesOf(LINE)})
    select ${batch.batch_uuid}::uuid, ${namesOf(LINE)} from ${rowsOf('l', lines, LINE)}`.execute(tx)
}

/** A file, held until the transaction ends. */
export async function lockBatch(tx: Tx, batch_uuid: string): Promise<BatchRow | undefined> {
  const { rows } = await sql<BatchRow>`
    select batch_uuid, channel_uuid, execution_uuid, status, number, due_on, currency, payments, total_minor, file_uuid, file_sha256, made_by,
        made_at
      from bank_batch where batch_uuid = ${batch_uuid}::uuid for update`.execute(tx)
  return rows[0]
}

/** Keeps what a person said to a file that is held; the attempts of one that does not leave may stand in another. */
export async function answerBatch(
  tx: Tx,
  batch_uuid: string,
  answer: {
    readonly status: Exclude<BatchStatus, 'WAITING'>
    readonly answered_by: string
    readonly answered_at: Date
    readonly words: string
  },
): Promise<void> {
  await tx.updateTable('bank_batch').set(answer).where('batch_uuid', '=', batch_uuid).execute()
  if (answer.status !== 'RELEASED')
    await tx
      .updateTable('bank_batch_line')
      .set({ counts: false })
      .where('batch_uuid', '=', batch_uuid)
      .execute()
}

/** The channels by which payments of an execution leave that stand in no file yet, and who asked for them. */
export async function listChannelsOf(
  tx: Tx,
  execution_uuid: string,
): Promise<{ channel_uuid: string; requested_by: string }[]> {
  const { rows } = await sql<{ channel_uuid: string; requested_by: string }>`
    select a.channel_uuid, min(a.requested_by) requested_by from payment_attempt a
      where a.execution_uuid = ${execution_uuid}::uuid and a.channel_uuid is not null and a.outcome is null
        and not exists (select from bank_batch_line l where l.attempt_uuid = a.attempt_uuid and l.counts)
      group by 1 order by 1`.execute(tx)
  return rows
}

/** The next payments of an execution that leave by a channel, stand in no file and are not frozen, in their order. */
export async function listUnwritten(
  tx: Tx,
  execution_uuid: string,
  channel_uuid: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ payment_uuid: string }>`
    select p.payment_uuid from payment_attempt a join payment p using (payment_uuid)
      where a.execution_uuid = ${execution_uuid}::uuid and a.channel_uuid = ${channel_uuid}::uuid and p.attempt_uuid = a.attempt_uuid
        and p.status = 'EXECUTING' and ${FROZEN_AT} is null
        and not exists (select from bank_batch_line l where l.attempt_uuid = a.attempt_uuid and l.counts)
      order by p.payment_uuid limit ${sql.lit(limit)}`.execute(tx)
  return rows.map(row => row.payment_uuid)
}

/** How many payments of an execution wait in files for a second person. */
export async function countToRelease(tx: Tx, execution_uuid: string): Promise<number> {
  const { rows } = await sql<{ payments: number }>`
    select coalesce(sum(payments), 0)::int payments from bank_batch
      where execution_uuid = ${execution_uuid}::uuid and status = 'WAITING'`.execute(tx)
  return rows[0]?.payments ?? 0
}

import { sql } from 'kysely'
import type { RowState, ToldState } from '#domain/batches/batch.ts'
import type { Tx } from '../kernel/db.ts'
import { type Columns, namesOf, rowsOf } from '../kernel/rows.ts'
import type { GoodRow } from './batch-file.ts'

export type NewBatch = {
  readonly batch_uuid: string
  readonly employer_uuid: string
  readonly file_name: string
  readonly source: 'FILE' | 'API'
  readonly digest: Buffer
  readonly pay_date: string
  readonly words: string
  readonly sandbox: boolean
  readonly submitted_by: string
  readonly inviter_sub: string
  readonly submitted_at: Date
  readonly row_count: number
  readonly left_out: number
  /** Of the good rows, as JSON. */
  readonly totals: string
}

/** Inserts a batch; false when its id is taken, or when the same was sent and not cancelled. Of two at once the second waits for the first. */
export async function insertBatch(tx: Tx, batch: NewBatch): Promise<boolean> {
  const made = await tx
    .insertInto('payment_batch')
    .values(batch)
    .onConflict(conflict => conflict.doNothing())
    .returning('batch_uuid')
    .executeTakeFirst()
  return made !== undefined
}

const ROW: Columns<Omit<GoodRow, 'row'> & { readonly row_number: number }> = {
  row_number: 'int',
  email: 'text',
  name: 'text',
  currency: 'text',
  amount_minor: 'bigint',
  reference: 'text',
  words: 'text',
}

type Of = { readonly batch_uuid: string; readonly employer_uuid: string }

/** Inserts the rows of a batch in one statement. */
export async function insertRows(
  tx: Tx,
  { batch_uuid, employer_uuid }: Of,
  rows: readonly GoodRow[],
): Promise<void> {
  const numbered = rows.map(({ row, ...of }) => ({ ...of, row_number: row }))
  await sql`
    insert into payment_batch_row (batch_uuid, employer_uuid, ${namesOf(ROW)})
      select ${batch_uuid}::uuid, ${employer_uuid}::uuid, ${namesOf(ROW)} from ${rowsOf('r', numbered, ROW)}`.execute(
    tx,
  )
}

/** A row that was left out; what was typed and what is said of it, as JSON. */
export type LeftOut = {
  readonly row_number: number
  readonly typed: string
  readonly wrong: string
}
const LEFT_OUT: Columns<LeftOut> = { row_number: 'int', typed: 'jsonb', wrong: 'jsonb' }

/** Keeps the rows of a file that were left out. */
export async function insertLeftOut(
  tx: Tx,
  { batch_uuid, employer_uuid }: Of,
  rows: readonly LeftOut[],
): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into payment_batch_left_out (batch_uuid, employer_uuid, ${namesOf(LEFT_OUT)})
      select ${batch_uuid}::uuid, ${employer_uuid}::uuid, ${namesOf(LEFT_OUT)} from ${rowsOf('r', rows, LEFT_OUT)}`.execute(
    tx,
  )
}

/** Says which items pay the rows of a locked batch that none paid yet. */
export async function saveItems(
  tx: Tx,
  batch_uuid: string,
  rows: readonly { readonly row_number: number; readonly line_item_uuid: string }[],
): Promise<void> {
  await sql`
    update payment_batch_row r set line_item_uuid = s.line_item_uuid
      from ${rowsOf('s', rows, { row_number: 'int', line_item_uuid: 'uuid' })}
      where r.batch_uuid = ${batch_uuid}::uuid and r.row_number = s.row_number and r.line_item_uuid is null`.execute(
    tx,
  )
}

/** Holds batches until the transaction ends, so that of two steps at once, or of two who tell of them, the second sees what the first made. */
export async function holdBatches(tx: Tx, batch_uuids: readonly string[]): Promise<void> {
  await sql`
    select from payment_batch where batch_uuid = any(${[...batch_uuids]}::uuid[]) order by batch_uuid for update`.execute(
    tx,
  )
}

/** Keeps where rows of a batch of the sandbox stand. */
export async function saveSimulated(
  tx: Tx,
  batch_uuid: string,
  rows: readonly { readonly row: number; readonly state: RowState }[],
): Promise<void> {
  const moved = rows.map(({ row, state }) => ({ row_number: row, state }))
  await sql`
    update payment_batch_row r set simulated = s.state
      from ${rowsOf('s', moved, { row_number: 'int', state: 'text' })}
      where r.batch_uuid = ${batch_uuid}::uuid and r.row_number = s.row_number`.execute(tx)
}

/** Notes that these batches are over; answers those of which it was not noted yet. */
export async function saveSettledTold(
  tx: Tx,
  batch_uuids: readonly string[],
  told_state: ToldState,
  at: Date,
): Promise<string[]> {
  if (batch_uuids.length === 0) return []
  const saved = await tx
    .updateTable('payment_batch')
    .set({ settled_told_at: at, told_state })
    .where('batch_uuid', 'in', batch_uuids)
    .where('settled_told_at', 'is', null)
    .returning('batch_uuid')
    .execute()
  return saved.map(({ batch_uuid }) => batch_uuid)
}

/** Notes that these batches are not over after all; answers those of which that had been noted, and as what they had been told. */
export async function saveUnsettled(
  tx: Tx,
  batch_uuids: readonly string[],
): Promise<Map<string, ToldState>> {
  // What was told is forgotten with it: a process of before tells it anew, and says nothing of as what.
  const { rows } = await sql<{ batch_uuid: string; told_state: ToldState | null }>`
    with told as (select batch_uuid, told_state from payment_batch
        where batch_uuid = any(${[...batch_uuids]}::uuid[]) and settled_told_at is not null for update)
    update payment_batch b set settled_told_at = null, told_state = null from told where b.batch_uuid = told.batch_uuid
      returning told.batch_uuid, told.told_state`.execute(tx)
  return new Map(rows.map(({ batch_uuid, told_state }) => [batch_uuid, told_state ?? 'SETTLED']))
}

/** Marks a batch as cancelled; once is enough. */
export async function saveCancelled(tx: Tx, batch_uuid: string, at: Date): Promise<void> {
  await tx
    .updateTable('payment_batch')
    .set({ cancelled_at: at })
    .where('batch_uuid', '=', batch_uuid)
    .where('cancelled_at', 'is', null)
    .execute()
}

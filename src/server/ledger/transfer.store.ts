import { sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'
import { type Columns, namesOf, rowsOf } from '../kernel/rows.ts'

export type TransferRow = {
  readonly transfer_uuid: string
  readonly from_account: bigint
  readonly to_account: bigint
  readonly amount_minor: bigint
  readonly state: 'POSTED' | 'PENDING' | 'POST' | 'VOID'
  readonly of_uuid: string | null
  readonly code: string
  readonly subject_uuid: string | null
  readonly employer_uuid: string | null
}

/** In the order of the type `app.transfer_request`, which takes them by their places. */
export const TRANSFER: Columns<TransferRow> = {
  transfer_uuid: 'uuid',
  from_account: 'bigint',
  to_account: 'bigint',
  amount_minor: 'bigint',
  state: 'text',
  of_uuid: 'uuid',
  code: 'text',
  subject_uuid: 'uuid',
  employer_uuid: 'uuid',
}

/** Posts rows as one batch through `app.post_transfers`; answers how many are new. */
export async function insertTransfers(
  tx: Tx,
  rows: readonly TransferRow[],
  at: Date,
): Promise<number> {
  const { rows: answer } = await sql<{ made: number }>`
    select app.post_transfers(array(
      select row(${namesOf(TRANSFER)})::app.transfer_request from ${rowsOf('t', rows, TRANSFER)}), ${at}) made`.execute(
    tx,
  )
  return answer[0]?.made ?? 0
}

/** The pending transfer of this id, or undefined. */
export async function findPending(tx: Tx, transfer_uuid: string) {
  return tx
    .selectFrom('ledger_transfer')
    .select(['from_account', 'to_account', 'amount_minor', 'employer_uuid', 'subject_uuid'])
    .where('transfer_uuid', '=', transfer_uuid)
    .where('state', '=', 'PENDING')
    .executeTakeFirst()
}

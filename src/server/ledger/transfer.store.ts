import { sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'

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

/** Posts rows as one batch through `app.post_transfers`; answers how many are new. */
export async function insertTransfers(
  tx: Tx,
  rows: readonly TransferRow[],
  at: Date,
): Promise<number> {
  const column = <K extends keyof TransferRow>(name: K) => rows.map(row => row[name])
  const { rows: answer } = await sql<{ made: number }>`
    select app.post_transfers(array(
      select row(t.*)::app.transfer_request from unnest(
        ${column('transfer_uuid')}::uuid[], ${column('from_account')}::bigint[], ${column('to_account')}::bigint[],
        ${column('amount_minor')}::bigint[], ${column('state')}::text[], ${column('of_uuid')}::uuid[],
        ${column('code')}::text[], ${column('subject_uuid')}::uuid[], ${column('employer_uuid')}::uuid[]) t), ${at}) made`.execute(
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

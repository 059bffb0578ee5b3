import { sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'

/** A transfer with its accounts by name: whose, and of which kind. */
export type SubjectTransfer = {
  readonly transfer_uuid: string
  readonly seq: bigint
  readonly subject_uuid: string
  readonly code: string
  readonly state: string
  readonly of_uuid: string | null
  readonly from: string
  readonly to: string
  readonly currency: string
  readonly amount_minor: bigint
  readonly created_at: Date
}

/** The transfers about these payments, in the order in which they were posted. */
export async function listTransfersAbout(
  tx: Tx,
  subject_uuids: readonly string[],
): Promise<SubjectTransfer[]> {
  const { rows } = await sql<SubjectTransfer>`
    select t.transfer_uuid, t.seq, t.subject_uuid, t.code, t.state, t.of_uuid, f.owner || '/' || f.kind "from", o.owner || '/' || o.kind "to",
        t.currency, t.amount_minor, t.created_at
      from ledger_transfer t join ledger_account f on f.account_id = t.from_account join ledger_account o on o.account_id = t.to_account
      where t.subject_uuid = any(${[...subject_uuids]}::uuid[]) order by t.seq`.execute(tx)
  return rows
}

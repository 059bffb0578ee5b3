import { sql } from 'kysely'
import { REVERSIBLE } from '#domain/ledger/transfer-codes.ts'
import type { Tx } from '../kernel/db.ts'

export type BookedReceipt = {
  readonly funding_uuid: string
  readonly employer_uuid: string
  readonly reference: string
  readonly currency: string
  readonly amount_minor: bigint
  readonly received_on: string
  readonly reversed: boolean
}

/** The receipt that a transfer booked for an employer, also one that was nobody's before; undefined for any other transfer. */
export async function findBooked(
  tx: Tx,
  transfer_uuid: string,
): Promise<BookedReceipt | undefined> {
  const { rows } = await sql<BookedReceipt>`
    select f.funding_uuid, f.employer_uuid, f.reference, f.currency, f.amount_minor, f.received_on, r.funding_uuid is not null reversed
      from ledger_transfer t join funding f on f.funding_uuid = t.subject_uuid left join funding_reversal r on r.funding_uuid = f.funding_uuid
      where t.transfer_uuid = ${transfer_uuid}::uuid and t.code = any(${[...REVERSIBLE]}::text[])`.execute(
    tx,
  )
  return rows[0]
}

/** Records that a receipt was taken back; false where it was already. */
export async function insertReversal(
  tx: Tx,
  row: Omit<BookedReceipt, 'reference' | 'received_on' | 'reversed'> & {
    readonly reason: string
    /** Whether its parts take its place. */
    readonly apart: boolean
    readonly reversed_by: string
    readonly reversed_at: Date
  },
): Promise<boolean> {
  const made = await tx
    .insertInto('funding_reversal')
    .values(row)
    .onConflict(conflict => conflict.column('funding_uuid').doNothing())
    .executeTakeFirst()
  return made.numInsertedOrUpdatedRows === 1n
}

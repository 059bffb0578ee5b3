import { sql } from 'kysely'
import type { BookedAs, DifferenceKind } from '#domain/reconciliation/difference.ts'
import type { Tx } from '../kernel/db.ts'

/** A difference of an amount that two operators explained. */
export type Explanation = {
  readonly explanation_uuid: string
  readonly subject: string
  readonly amount_minor: bigint
  readonly currency: string
  readonly kind: DifferenceKind
  readonly words: string
  readonly asked_by: string
  readonly explained_by: string
  readonly explained_at: Date
}

/** Keeps an explanation. */
export async function insertExplanation(tx: Tx, row: Explanation): Promise<void> {
  await tx.insertInto('bank_explanation').values(row).execute()
}

/** Whether a difference of exactly this amount was explained. */
export async function isExplained(tx: Tx, subject: string, amount_minor: bigint): Promise<boolean> {
  const { rows } =
    await sql`select from bank_explanation where subject = ${subject} and amount_minor = ${amount_minor}`.execute(
      tx,
    )
  return rows.length > 0
}

/** Keeps what an entry of the bank was booked as; false where it was booked already. */
export async function insertBooking(
  tx: Tx,
  row: {
    readonly entry_uuid: string
    readonly booked_as: BookedAs
    readonly words: string
    readonly asked_by: string
    readonly booked_by: string
    readonly booked_at: Date
  },
): Promise<boolean> {
  const made = await tx
    .insertInto('bank_booking')
    .values(row)
    .onConflict(conflict => conflict.column('entry_uuid').doNothing())
    .executeTakeFirst()
  return made.numInsertedOrUpdatedRows === 1n
}

/** What an entry was booked as, or undefined. */
export async function findBooking(tx: Tx, entry_uuid: string) {
  return tx
    .selectFrom('bank_booking')
    .select(['booked_as', 'words'])
    .where('entry_uuid', '=', entry_uuid)
    .executeTakeFirst()
}

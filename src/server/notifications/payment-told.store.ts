import type { Tx } from '../kernel/db.ts'

export type Told = {
  readonly told_uuid: string
  readonly payment_uuid: string
  readonly employer_uuid: string
  readonly reader: 'CONTRACTOR' | 'EMPLOYER'
  /** Of the mail. */
  readonly template: string
  readonly written_at: Date
}

/** Keeps that somebody is told of a payment by a mail. */
export async function keepTold(tx: Tx, told: Told): Promise<void> {
  await tx.insertInto('payment_told').values(told).execute()
}

/** Says when that mail left first. */
export async function markTold(tx: Tx, told_uuid: string, at: Date): Promise<void> {
  await tx
    .updateTable('payment_told')
    .set({ sent_at: at })
    .where('told_uuid', '=', told_uuid)
    .where('sent_at', 'is', null)
    .execute()
}

import type { Tx } from '../kernel/db.ts'

/** What a client says that they sent. */
export type SaidSent = {
  readonly invoice_uuid: string
  readonly contractor_sub: string
  readonly sent_on: string
  readonly reference: string
  readonly said_at: Date
}

/** The day on which the contractor of an invoice that is held was last told of it; undefined where nothing was ever said. */
export async function lastTold(
  tx: Tx,
  invoice_uuid: string,
): Promise<{ told_on: string | null } | undefined> {
  return tx
    .selectFrom('invoice_said_sent')
    .select('told_on')
    .where('invoice_uuid', '=', invoice_uuid)
    .executeTakeFirst()
}

/** Keeps what a client says of an invoice that is held, in place of what they said before, and on which day that was told. */
export async function saveSaid(
  tx: Tx,
  { invoice_uuid, contractor_sub, ...said }: SaidSent & { readonly told_on: string },
): Promise<void> {
  const change = { ...said, answered_at: null }
  await tx
    .insertInto('invoice_said_sent')
    .values({ invoice_uuid, contractor_sub, ...change })
    .onConflict(conflict => conflict.column('invoice_uuid').doUpdateSet(change))
    .execute()
}

/** Keeps that what a client said waits for nobody any more; answers whether it did. */
export async function markAnswered(tx: Tx, invoice_uuid: string, at: Date): Promise<boolean> {
  const answered = await tx
    .updateTable('invoice_said_sent')
    .set({ answered_at: at })
    .where('invoice_uuid', '=', invoice_uuid)
    .where('answered_at', 'is', null)
    .returning('invoice_uuid')
    .executeTakeFirst()
  return answered !== undefined
}

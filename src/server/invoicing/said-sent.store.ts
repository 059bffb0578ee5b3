import { sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'

/** What a client says that they sent. */
export type SaidSent = {
  readonly invoice_uuid: string
  readonly contractor_sub: string
  readonly sent_on: string
  readonly reference: string
  readonly said_at: Date
}

/** What was last said of an invoice that is held, on which day its contractor was last told, and since when they say that nothing came. */
export type LastSaid = Pick<SaidSent, 'sent_on' | 'reference'> & {
  readonly told_on: string | null
  /** Null where it waits for them, or was answered by a payment. */
  readonly dismissed_at: Date | null
}

/** What was last said of an invoice that is held; undefined where nothing was ever said. */
export async function lastSaid(tx: Tx, invoice_uuid: string): Promise<LastSaid | undefined> {
  const { rows } = await sql<LastSaid>`
    select s.sent_on, s.reference, s.told_on, case when not exists (
      select from invoice_payment p where p.invoice_uuid = s.invoice_uuid and p.recorded_at = s.answered_at) then s.answered_at end dismissed_at
    from invoice_said_sent s where s.invoice_uuid = ${invoice_uuid}`.execute(tx)
  return rows[0]
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

import { sql } from 'kysely'
import { REMINDER_DAYS } from '#domain/invoicing/reminders.ts'
import type { Tx } from '../kernel/db.ts'

/** The invoices whose next reminder has had its day, after one of them; ask with the sight of all. */
export async function listToRemind(
  tx: Tx,
  today: string,
  after: string | undefined,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ invoice_uuid: string }>`
    select invoice_uuid from invoice
      where reminders and status in ('SENT', 'PARTIALLY_PAID') and due_date < ${today}::date and (${after ?? null}::uuid is null or invoice_uuid > ${after ?? null}::uuid)
        and due_date + (${[...REMINDER_DAYS]}::int[])[reminded + 1] <= ${today}::date
      order by invoice_uuid limit ${limit}`.execute(tx)
  return rows.map(({ invoice_uuid }) => invoice_uuid)
}

/** Keeps what there is of reminders of an invoice that `lockInvoice` holds. */
export async function saveReminders(
  tx: Tx,
  { invoice_uuid, version }: { readonly invoice_uuid: string; readonly version: number },
  of: { readonly reminders?: boolean; readonly reminded?: number; readonly reminded_at?: Date },
): Promise<void> {
  await tx
    .updateTable('invoice')
    .set({ ...of, version: version + 1 })
    .where('invoice_uuid', '=', invoice_uuid)
    .where('version', '=', version)
    .execute()
}

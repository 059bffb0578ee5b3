import { sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'

/** The payments whose attempts we sent to a bank under these references, the newest of each. */
export async function findPaymentsNamed(
  tx: Tx,
  references: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ reference: string; currency: string; payment_uuid: string }>`
    select distinct on (l.reference, b.currency) l.reference, b.currency, a.payment_uuid
      from bank_batch_line l join bank_batch b using (batch_uuid) join payment_attempt a using (attempt_uuid)
      where b.status = 'RELEASED' and l.reference = any(${[...references]}::text[])
      order by l.reference, b.currency, l.attempt_uuid desc`.execute(tx)
  return new Map(rows.map(row => [`${row.currency} ${row.reference}`, row.payment_uuid]))
}

/** The files that were released under a number and a day. */
export async function findFilesNamed(
  tx: Tx,
  files: readonly { readonly number: number; readonly due_on: string }[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{
    number: bigint
    due_on: string
    currency: string
    batch_uuid: string
  }>`
    select b.number, b.due_on, b.currency, b.batch_uuid from bank_batch b join bank_channel c using (channel_uuid)
      where b.status = 'RELEASED' and c.format in ('PAIN_001_SEPA', 'PAIN_001_SWIFT')
        and b.number || ' ' || b.due_on = any(${files.map(of => `${of.number} ${of.due_on}`)}::text[])`.execute(
    tx,
  )
  return new Map(rows.map(row => [`${row.currency} ${row.number} ${row.due_on}`, row.batch_uuid]))
}

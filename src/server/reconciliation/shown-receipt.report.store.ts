import { sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'

/** What came in by the bank, and the file that shows it. */
export type ShownReceipt = {
  readonly file_uuid: string
  /** The bank's, or what who paid wrote. */
  readonly reference: string
  readonly currency: string
  readonly minor: bigint
  readonly day: string
}

/** The file of a statement, or undefined where there is no such statement. */
export async function findFileOf(tx: Tx, statement_uuid: string): Promise<string | undefined> {
  const { rows } = await sql<{ file_uuid: string }>`
    select file_uuid from bank_statement where statement_uuid = ${statement_uuid}::uuid`.execute(tx)
  return rows[0]?.file_uuid
}

/** What came in on the days of a statement and nothing took back, by whichever statement of its account shows it, file by file in the order of reading. */
export async function listShownReceipts(tx: Tx, statement_uuid: string): Promise<ShownReceipt[]> {
  const { rows } = await sql<ShownReceipt>`
    select s.file_uuid, coalesce(e.bank_reference, e.reference, '') reference, e.currency, e.minor, e.day
      from bank_statement o join bank_statement s on s.account = o.account and s.currency = o.currency
          and daterange(s.from_day, s.to_day, '[]') && daterange(o.from_day, o.to_day, '[]')
        join bank_entry e on e.statement_uuid = s.statement_uuid and e.day between o.from_day and o.to_day
      where o.statement_uuid = ${statement_uuid}::uuid and e.minor > 0 and not e.returned and e.takes_back is null
        and not exists (select from bank_entry b where b.takes_back = e.entry_uuid)
      order by s.read_at, s.part, s.statement_uuid, e.line`.execute(tx)
  return rows
}

import { type RawBuilder, sql } from 'kysely'
import { NO_REFERENCE } from '#domain/ledger/shared-reference.ts'
import type { Tx } from '../kernel/db.ts'
import { REFUND_OF, type Receipt, type Shown } from '../ledger/index.ts'

/** What came in by the bank, by its reference or that of who paid; and the file that shows it. */
export type ShownReceipt = Pick<
  Receipt,
  'reference' | 'currency' | 'amount_minor' | 'received_on'
> & { readonly file_uuid: string }

/** What an entry `e` is called where it is booked, or an empty text: what banks write where there is no reference is none. */
export const CALLED = sql`coalesce(case when e.bank_reference !~* ${sql.lit(NO_REFERENCE)} then e.bank_reference end, e.reference, '')`

/** Whether an entry `e` is of what we paid and came back: not of a refund of ours, whose money waits for its owner again. */
export const RETURNED = sql`(e.returned and ${REFUND_OF} is null)`

/** What came in of entries `e`, and nothing took back. */
const CAME_IN = sql`e.minor > 0 and not ${RETURNED} and e.takes_back is null
  and not exists (select from bank_entry b where b.takes_back = e.entry_uuid)`

/** The entries that came in on the days of the statement. */
function ofDays(statement_uuid: string): RawBuilder<unknown> {
  return sql`from bank_statement o join bank_statement s on s.account = o.account and s.currency = o.currency
          and daterange(s.from_day, s.to_day, '[]') && daterange(o.from_day, o.to_day, '[]')
        join bank_entry e on e.statement_uuid = s.statement_uuid and e.day between o.from_day and o.to_day
      where o.statement_uuid = ${statement_uuid}::uuid and ${CAME_IN}`
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
    select s.file_uuid, ${CALLED} reference, e.currency, e.minor amount_minor, e.day received_on ${ofDays(statement_uuid)}
      order by s.read_at, s.part, s.statement_uuid, e.line`.execute(tx)
  return rows
}

/** What came in by statements on whichever day, under references as the database folds them. */
export async function listShownUnder(tx: Tx, folded: readonly string[]): Promise<Shown[]> {
  const { rows } = await sql<Shown>`
    select named.folded, e.currency, e.minor amount_minor
      from unnest(${[...folded]}::text[]) named (folded) join bank_entry e on lower(${CALLED}) = named.folded where ${CAME_IN}`.execute(
    tx,
  )
  return rows
}

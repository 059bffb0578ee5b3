import { sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'
import { type Columns, namesOf, rowsOf } from '../kernel/rows.ts'

/** A small first payment whose contractor is to be asked again, and so many days after it arrived. */
export type AskedAgain = {
  readonly payment_uuid: string
  readonly employer_uuid: string
  readonly after_days: number
}

const ASKED: Columns<AskedAgain> = {
  payment_uuid: 'uuid',
  employer_uuid: 'uuid',
  after_days: 'int',
}

/** Notes who is asked again, and answers those payments of which nobody was for that day; each once, however often and by whomever this is run. */
export async function insertAsked(
  tx: Tx,
  asked: readonly AskedAgain[],
  reminded_at: Date,
): Promise<string[]> {
  if (asked.length === 0) return []
  const { rows } = await sql<{ payment_uuid: string }>`
    insert into first_payment_reminder (reminded_at, ${namesOf(ASKED)})
      select ${reminded_at}::timestamptz, ${namesOf(ASKED)} from ${rowsOf('a', asked, ASKED)}
      on conflict (payment_uuid, after_days) do nothing returning payment_uuid`.execute(tx)
  return [...new Set(rows.map(row => row.payment_uuid))]
}

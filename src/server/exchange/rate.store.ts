import { sql } from 'kysely'
import type { Rate } from '#domain/kernel/rate.ts'
import type { Tx } from '../kernel/db.ts'
import { type Columns, namesOf, rowsOf } from '../kernel/rows.ts'

/** The newest rate of every pair that was quoted by an instant. */
export async function latestRates(tx: Tx, at: Date): Promise<Rate[]> {
  const { rows } = await sql<Omit<Rate, 'as_of'> & { as_of: Date }>`
    select distinct on (from_currency, to_currency) from_currency, to_currency, rate, source, as_of
      from fx_rate where as_of <= ${at} order by from_currency, to_currency, as_of desc, source`.execute(
    tx,
  )
  return rows.map(row => ({ ...row, as_of: row.as_of.toISOString() }))
}

const RATE: Columns<Rate> = {
  from_currency: 'text',
  to_currency: 'text',
  rate: 'text',
  source: 'text',
  as_of: 'timestamptz',
}

/** Inserts rates; those that are known are passed over. Answers the new ones by pair, time (UTC) and source. */
export async function saveRates(tx: Tx, rates: readonly Rate[]): Promise<string[]> {
  if (rates.length === 0) return []
  const { rows } = await sql<{ key: string }>`
    insert into fx_rate (${namesOf(RATE)}) select ${namesOf(RATE)} from ${rowsOf('r', rates, RATE)}
      on conflict do nothing
      returning from_currency || ' ' || to_currency || ' ' || to_char(as_of at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS') || '+00:00 ' || source key`.execute(
    tx,
  )
  return rows.map(row => row.key)
}

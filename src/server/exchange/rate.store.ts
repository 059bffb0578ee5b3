import { sql } from 'kysely'
import type { Rate } from '#domain/kernel/rate.ts'
import type { Tx } from '../kernel/db.ts'
import { type Columns, namesOf, rowsOf } from '../kernel/rows.ts'

/** The newest rate that each source quoted of each pair by an instant: pair by pair, the newest first. */
export async function latestRates(tx: Tx, at: Date): Promise<Rate[]> {
  // From one source of a pair to the next along an index, so that what was quoted before costs nothing.
  const { rows } = await sql<Omit<Rate, 'as_of'> & { as_of: Date }>`
    with recursive quoted as (
      (select from_currency, to_currency, source from fx_rate order by 1, 2, 3 limit 1)
      union all
      select n.from_currency, n.to_currency, n.source from quoted q, lateral (select f.from_currency, f.to_currency, f.source from fx_rate f
        where (f.from_currency, f.to_currency, f.source) > (q.from_currency, q.to_currency, q.source) order by 1, 2, 3 limit 1) n)
    select q.from_currency, q.to_currency, r.rate, q.source, r.as_of from quoted q, lateral (select f.rate, f.as_of from fx_rate f
        where f.from_currency = q.from_currency and f.to_currency = q.to_currency and f.source = q.source and f.as_of <= ${at}
        order by f.as_of desc limit 1) r
      order by q.from_currency, q.to_currency, r.as_of desc, q.source`.execute(tx)
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

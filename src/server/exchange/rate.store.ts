import { sql } from 'kysely'
import type { Rate } from '#domain/kernel/rate.ts'
import type { Tx } from '../kernel/db.ts'
import { type Columns, namesOf, rowsOf } from '../kernel/rows.ts'

/**
 * The newest rate of every pair that was quoted by an instant, and beside it what other sources said of the pair in the sixty days before, each the newest:
 * pair by pair, the newest first.
 */
export async function latestRates(tx: Tx, at: Date): Promise<Rate[]> {
  // Pair by pair along the key, so that what was quoted before costs nothing.
  const { rows } = await sql<Omit<Rate, 'as_of'> & { as_of: Date }>`
    with recursive pair as (
      (select from_currency, to_currency from fx_rate order by 1, 2 limit 1)
      union all
      select n.from_currency, n.to_currency from pair p, lateral (select f.from_currency, f.to_currency from fx_rate f
        where (f.from_currency, f.to_currency) > (p.from_currency, p.to_currency) order by 1, 2 limit 1) n)
    , newest as (select r.from_currency, r.to_currency, r.rate, r.source, r.as_of from pair p, lateral (select f.from_currency, f.to_currency, f.rate, f.source, f.as_of from fx_rate f
      where f.from_currency = p.from_currency and f.to_currency = p.to_currency and f.as_of <= ${at}
      order by f.as_of desc, f.source limit 1) r)
    select from_currency, to_currency, rate, source, as_of from newest
    union all
    select o.from_currency, o.to_currency, o.rate, o.source, o.as_of from newest n, lateral (select distinct on (f.source) f.from_currency, f.to_currency, f.rate,
        f.source, f.as_of from fx_rate f where f.from_currency = n.from_currency and f.to_currency = n.to_currency and f.as_of <= n.as_of
          and f.as_of > n.as_of - interval '60 days' and f.source <> n.source order by f.source, f.as_of desc) o
    order by from_currency, to_currency, as_of desc, source`.execute(tx)
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

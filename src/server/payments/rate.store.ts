import { sql } from 'kysely'
import type { Rate } from '#domain/kernel/rate.ts'
import type { Tx } from '../kernel/db.ts'

/** The newest rate of every pair that was quoted by an instant. */
export async function latestRates(tx: Tx, at: Date): Promise<Rate[]> {
  const { rows } = await sql<Omit<Rate, 'as_of'> & { as_of: Date }>`
    select distinct on (from_currency, to_currency) from_currency, to_currency, rate, source, as_of
      from fx_rate where as_of <= ${at} order by from_currency, to_currency, as_of desc, source`.execute(
    tx,
  )
  return rows.map(row => ({ ...row, as_of: row.as_of.toISOString() }))
}

/** Inserts rates; those of an instant that is known are passed over. */
export async function saveRates(tx: Tx, rates: readonly Rate[]): Promise<void> {
  if (rates.length === 0) return
  await tx
    .insertInto('fx_rate')
    .values([...rates])
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

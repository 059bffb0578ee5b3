import { type RawBuilder, sql } from 'kysely'
import type { Money } from '#domain/kernel/money.ts'
import type { Tx } from '../kernel/db.ts'

/** Keeps payments under the digest of what was seen; those that are kept already stay. */
export async function keepInSet(
  tx: Tx,
  digest: string,
  payment_uuids: readonly string[],
): Promise<void> {
  await sql`insert into execution_set (digest, payment_uuid)
    select ${digest}, id from unnest(${[...payment_uuids]}::uuid[]) id on conflict do nothing`.execute(
    tx,
  )
}

/** What the employers pay for what is kept under a digest, per currency; empty where nothing is. */
export async function sumOfSet(
  tx: Tx,
  digest: string,
): Promise<{ payments: number; totals: Money[] }> {
  const { rows } = await sql<Money & { payments: number }>`
    select p.source_currency currency, sum(p.source_minor)::bigint minor, count(*)::int payments
      from execution_set s join payment p using (payment_uuid) where s.digest = ${digest}
      group by 1 order by p.source_currency collate "C"`.execute(tx)
  return {
    payments: rows.reduce((sum, { payments }) => sum + payments, 0),
    totals: rows.map(({ currency, minor }) => ({ currency, minor })),
  }
}

/** The payments that are kept under a digest, as a condition. */
export function inSet(digest: string): RawBuilder<unknown> {
  return sql`payment_uuid in (select payment_uuid from execution_set where digest = ${digest})`
}

/** The ids that are kept under a digest, slice by slice in their order. */
export async function* walkSet(tx: Tx, digest: string, slice: number): AsyncGenerator<string[]> {
  let after: string | undefined
  do {
    const { rows } = await sql<{ payment_uuid: string }>`
      select payment_uuid from execution_set where digest = ${digest} ${after ? sql`and payment_uuid > ${after}::uuid` : sql``}
        order by payment_uuid limit ${sql.lit(slice)}`.execute(tx)
    after = rows.length < slice ? undefined : rows.at(-1)?.payment_uuid
    yield rows.map(row => row.payment_uuid)
  } while (after)
}

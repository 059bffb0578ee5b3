import { sql } from 'kysely'
import type { Money } from '#domain/kernel/money.ts'
import type { Blockchain } from '#domain/kernel/network.ts'
import type { Tx } from '../kernel/db.ts'

export type FundsWorkRow = {
  readonly kind: 'WALLETS_DIFFER' | 'WALLETS_MORE' | 'RECEIPTS' | 'DEPOSITS'
  readonly count: number
  readonly since: Date
  readonly totals: Money[]
}

/** What came in and somebody has to look at: what wallets of these networks lack by the books or hold beyond them, receipts that are nobody's yet, and deposits in doubt; kinds of which there is nothing are left out. */
export async function readFundsWork(
  tx: Tx,
  followed: readonly Blockchain[],
): Promise<FundsWorkRow[]> {
  type Row = Omit<FundsWorkRow, 'totals'> & { currency: string; minor: bigint }
  const { rows } = await sql<Row>`
    select 'RECEIPTS' kind, currency, count(*)::int count, sum(amount_minor)::bigint minor, min(booked_at) since
      from suspense_receipt where status = 'OPEN' group by currency
    union all
    select 'DEPOSITS', coalesce(d.currency, a.currency), count(*)::int, sum(d.amount_minor)::bigint, min(d.noted_at)
      from deposit_doubt d left join deposit_address a using (address) where d.closed_at is null group by 2
    union all
    select case when stops then 'WALLETS_DIFFER' else 'WALLETS_MORE' end, currency, count(*)::int, sum(abs(minor))::bigint, min(since)
      from wallet_reading where minor <> 0 and network = any(${[...followed]}::text[]) group by 1, 2
    order by 1 desc, 2`.execute(tx)
  return [...Map.groupBy(rows, ({ kind }) => kind)].map(([kind, own]) => ({
    kind,
    count: own.reduce((sum, row) => sum + row.count, 0),
    since: own.map(row => row.since).reduce((one, other) => (one < other ? one : other)),
    // What nobody here knows has no amount.
    totals: own.flatMap(({ currency, minor }) => (minor > 0n ? { currency, minor } : [])),
  }))
}

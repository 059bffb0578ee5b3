/** What left the treasury of bitcoin by no transaction of ours (decision 0224). In the rail's books, schema `bitcoin_rail`. */
import { sql } from 'kysely'
import type { Explained } from '../rails/rail.ts'
import type { Books } from './books.store.ts'

/** Each transaction that is none of ours and took coins of the treasury's in a block, with what it did not give back to it; not those that are explained. */
const UNEXPLAINED = sql`
  select c.spent_by txid, (sum(c.value_sat) - coalesce((select sum(b.value_sat) from bitcoin_rail.coin b where b.txid = c.spent_by), 0))::bigint sat
    from bitcoin_rail.coin c
    where c.spent_height is not null
      and not exists (select from bitcoin_rail.transaction t where t.txid = c.spent_by)
      and not exists (select from bitcoin_rail.explained e where e.txid = c.spent_by)
    group by c.spent_by`

/** What is missing and not explained, in satoshi. What a block that the chain left behind took is not missing any more. */
export async function missingSat(books: Books): Promise<bigint> {
  const { rows } = await sql<{ sat: bigint }>`
    select coalesce(sum(sat) filter (where sat > 0), 0)::bigint sat from (${UNEXPLAINED}) u`.execute(
    books,
  )
  return rows[0]?.sat ?? 0n
}

/** Whether nothing new may leave since anything is missing, or the treasury differs from the ledger. */
export async function isMissing(books: Books): Promise<boolean> {
  if ((await missingSat(books)) > 0n) return true
  const { rows } = await sql`select from bitcoin_rail.follow where differs`.execute(books)
  return rows.length > 0
}

/** Keeps whether the treasury differs from the ledger, by the ledger's word (decision 0248). */
export async function keepDiffers(books: Books, differs: boolean): Promise<void> {
  await sql`update bitcoin_rail.follow set differs = ${differs} where differs <> ${differs}`.execute(
    books,
  )
}

/**
 * Keeps how what is missing is explained, as a whole; again changes nothing, and answers true as before. False where it is another amount, or others explained it.
 */
export async function keepExplained(
  books: Books,
  { missing: { minor }, words, asked_by, explained_by, explained_at }: Explained,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    with unexplained as (${UNEXPLAINED}), taken as (select txid from unexplained where sat > 0)
    insert into bitcoin_rail.explained (txid, amount_sat, words, asked_by, explained_by, explained_at)
      select txid, ${minor}, ${words}, ${asked_by}, ${explained_by}, ${explained_at}::timestamptz from taken
        where (select sum(sat) from unexplained where sat > 0) = ${minor}
      on conflict do nothing`.execute(books)
  if (numAffectedRows > 0n) return true
  // Whoever kept it here and was ended before it was kept elsewhere comes again: with the newest explanation, word for word.
  const { rows } = await sql<{ same: boolean }>`
    select (amount_sat, words, asked_by) = (${minor}, ${words}, ${asked_by}) same from bitcoin_rail.explained
      order by explained_at desc, txid limit 1`.execute(books)
  return rows[0]?.same === true
}

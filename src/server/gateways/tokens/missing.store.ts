/** Whether a treasury of tokens holds what it has to: whatever left it by nothing of ours is missing (decision 0197). In the books of the rails, schema `token_rail`. */
import { sql } from 'kysely'
import { assert } from '#domain/kernel/assert.ts'
import type { CurrencyCode } from '#domain/kernel/currency.ts'
import { type Columns, rowsOf } from '../../kernel/rows.ts'
import type { Explained } from '../rails/rail.ts'
import type { Books } from './books.ts'
import type { TokenChain } from './token-chain.ts'

/** Of a row `h` of the purse, what is missing beyond what was explained. */
export const UNEXPLAINED = sql`greatest(h.missing - coalesce(
  (select max(e.missing) from token_rail.explained e where (e.network, e.currency) = (h.network, h.currency)), 0), 0)`

type Moved = { readonly sent: bigint; readonly under_way: bigint }

/** What was sent of each currency for good, and what is under way, in smallest units. */
export async function findMoved(
  books: Books,
  network: string,
): Promise<ReadonlyMap<CurrencyCode, Moved>> {
  const { rows } = await sql<Moved & { currency: CurrencyCode }>`
    select currency, sum(sent)::bigint sent, sum(under_way)::bigint under_way from (
        select currency, amount sent, 0 under_way from token_rail.sent where network = ${network}
        union all select p.currency, 0, p.amount from token_rail.transaction t join token_rail.payout p on (p.network, p.txid) = (t.network, t.txid)
          where t.network = ${network} and t.ended_at is null) moved
      group by currency`.execute(books)
  return new Map(rows.map(({ currency, ...moved }) => [currency, moved]))
}

/** What all that was made may have taken of the coin at the most, what is under way apart; beside that what laying down takes that no books have. */
export async function findSpent(
  books: Books,
  network: string,
): Promise<Moved & { readonly beside: bigint }> {
  const { rows } = await sql<Moved & { beside: bigint }>`
    select coalesce((select s.amount from token_rail.spent s where s.network = ${network}), 0)::bigint sent, coalesce(sum(t.fee + t.account), 0)::bigint under_way,
        coalesce((select f.account from token_rail.follow f where f.network = ${network}), 0) beside
      from token_rail.transaction t where t.network = ${network} and t.ended_at is null`.execute(
    books,
  )
  const [row] = rows
  assert(row, 'a sum is one row')
  return row
}

type Accounted = Moved & { readonly currency: CurrencyCode; readonly amount: bigint }
const ACCOUNTED: Columns<Accounted> = {
  ...{ currency: 'text', amount: 'bigint', sent: 'bigint', under_way: 'bigint' },
}

/**
 * Holds what a treasury has against what is expected of it. What it holds with all that it sent never sinks by anything of ours: it is expected from the second reading on that
 * tells it, and what is less in two readings after one another, also with all that is under way, is missing for good. One reading, of a node that is late say, does neither.
 */
export async function keepAccounted(
  books: Books,
  network: string,
  rows: readonly Accounted[],
): Promise<void> {
  await sql`
    insert into token_rail.purse as h (network, currency, amount, known)
      select ${network}, a.currency, a.amount, a.amount + a.sent from ${rowsOf('a', rows, ACCOUNTED)}
      order by a.currency
      on conflict (network, currency) do nothing`.execute(books)
  await sql`
    with held as (
      -- In the order in which all who write here take them: two at once wait for each other, and never both.
      select currency, expected, known, short, missing from token_rail.purse where network = ${network} order by currency for update
    ), seen as (
      select h.currency, h.expected, h.known before, h.short, h.missing, a.amount + a.sent known,
          greatest(h.expected - (a.amount + a.sent + a.under_way), 0) lacks
        from held h join ${rowsOf('a', rows, ACCOUNTED)} using (currency)
    )
    update token_rail.purse h set known = s.known, short = s.lacks > 0 and not s.short,
        missing = s.missing + case when s.short then s.lacks else 0 end,
        expected = case when s.lacks = 0 then greatest(s.expected, least(s.before, s.known)) when s.short then s.expected - s.lacks else s.expected end
      from seen s where (h.network, h.currency) = (${network}, s.currency)`.execute(books)
  await sql`
    update token_rail.payout set readings_left = readings_left - 1 where network = ${network} and readings_left > 0`.execute(
    books,
  )
}

/** Keeps whether the treasury differs from the ledger, by the ledger's word (decision 0248). */
export async function keepDiffers(books: Books, network: string, differs: boolean): Promise<void> {
  await sql`
    update token_rail.follow set differs = ${differs} where network = ${network} and differs <> ${differs}`.execute(
    books,
  )
}

/** Whether anything is missing of a token that is not explained, or the treasury differs from the ledger; of the coin in which fees are paid it stops nothing. */
export async function isMissing(
  books: Books,
  { network, currencies }: Pick<TokenChain, 'network' | 'currencies'>,
): Promise<boolean> {
  const { rows } = await sql<{ missing: boolean }>`
    select coalesce(bool_or(${UNEXPLAINED} > 0), false) or exists (select from token_rail.follow where network = ${network} and differs) missing
      from token_rail.purse h where h.network = ${network} and h.currency = any(${[...currencies]}::text[])`.execute(
    books,
  )
  return rows[0]?.missing === true
}

/**
 * Keeps how what is missing is explained, as a whole; again changes nothing, and answers true as before. False where it is another amount, or others explained it.
 */
export async function keepExplained(
  books: Books,
  network: string,
  { missing: { currency, minor }, words, asked_by, explained_by, explained_at }: Explained,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into token_rail.explained (network, currency, missing, amount, words, asked_by, explained_by, explained_at)
      select h.network, h.currency, h.missing, ${minor}, ${words}, ${asked_by}, ${explained_by}, ${explained_at}::timestamptz
        from token_rail.purse h where (h.network, h.currency) = (${network}, ${currency}) and ${UNEXPLAINED} > 0 and ${UNEXPLAINED} = ${minor}
      on conflict do nothing`.execute(books)
  if (numAffectedRows === 1n) return true
  // Whoever kept it here and was ended before it was kept elsewhere comes again: with the newest explanation, word for word.
  const { rows } = await sql<{ same: boolean }>`
    select (amount, words, asked_by) = (${minor}, ${words}, ${asked_by}) same from token_rail.explained
      where (network, currency) = (${network}, ${currency}) order by missing desc limit 1`.execute(
    books,
  )
  return rows[0]?.same === true
}

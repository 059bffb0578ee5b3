/** Transactions of ours that wait for a block, with what raising their fee takes: schema `bitcoin_rail` (decision 0168). */
import { sql } from 'kysely'
import type { NotRaised } from '#domain/kernel/chain-problem.ts'
import { type Books, insertTransaction, type Kept, OPEN } from './books.store.ts'
import type { Coin, Unsigned } from './build-payout.ts'

export type Waiting = {
  readonly txid: string
  readonly raw: string
  readonly fee_sat: bigint
  /** The first of those of which one is confirmed at the most; itself where nothing was replaced. */
  readonly root: string
  /** So many blocks came since it was first seen to wait; null before that. */
  readonly blocks: number | null
  /** Whether people are still to sign it, or one that pays more in its place. */
  readonly unsigned: boolean
  readonly is_asked: boolean
  /** Why it could not be raised, where that was tried. */
  readonly not_raised: NotRaised | null
  readonly inputs: readonly Coin[]
  /** What comes back to the treasury by it. */
  readonly change: readonly Coin[]
}

/** Keeps since which block each that waits does so. */
export async function markWaiting(books: Books): Promise<void> {
  await sql`
    update bitcoin_rail.transaction t set waits_since = (select max(height) from bitcoin_rail.block)
      where ${OPEN} and not t.unsigned and waits_since is null and exists (select from bitcoin_rail.block)`.execute(
    books,
  )
}

/** What waits by now, in the order in which they were made: of those that replace each other the newest that is signed, where one is. */
export async function listWaiting(books: Books): Promise<Waiting[]> {
  const { rows } = await sql<Omit<Waiting, 'inputs' | 'change'>>`
    select t.txid, t.raw, t.fee_sat, coalesce(t.replaces, t.txid) root, (select max(height) from bitcoin_rail.block) - t.waits_since blocks, t.not_raised,
        t.unsigned, exists (select from bitcoin_rail.transaction n where n.replaces = coalesce(t.replaces, t.txid) and n.unsigned and n.dead_by is null) is_asked
      from bitcoin_rail.transaction t where ${OPEN}
        and not exists (select from bitcoin_rail.transaction n where coalesce(n.replaces, n.txid) = coalesce(t.replaces, t.txid) and n.dead_by is null
          and (n.unsigned < t.unsigned or n.unsigned = t.unsigned and n.number > t.number))
      order by t.number`.execute(books)
  const txids = rows.map(row => row.txid)
  const coins = await sql<Coin & { readonly of: string; readonly spends: boolean }>`
    select i.txid of, true spends, c.txid, c.vout, c.value_sat from bitcoin_rail.input i
        join bitcoin_rail.coin c on (c.txid, c.vout) = (i.coin_txid, i.coin_vout) where i.txid = any(${txids}::text[])
      union all
      select c.txid, false, c.txid, c.vout, c.value_sat from bitcoin_rail.coin c where c.txid = any(${txids}::text[])
      order by 3, 4`.execute(books)
  const of = Map.groupBy(coins.rows, row => row.of)
  const those = (txid: string, spends: boolean): Coin[] =>
    (of.get(txid) ?? [])
      .filter(row => row.spends === spends)
      .map(({ txid: coin, vout, value_sat }) => ({ txid: coin, vout, value_sat }))
  return rows.map(row => ({
    ...row,
    ...{ inputs: those(row.txid, true), change: those(row.txid, false) },
  }))
}

/** Whether all coins that one spends lie at a locking script: those of a key of before are signed by that key alone. */
export async function areOf(books: Books, txid: string, script: string): Promise<boolean> {
  const { rows } = await sql<{ ours: boolean }>`
    select bool_and(c.script = ${script}) ours from bitcoin_rail.input i
      join bitcoin_rail.coin c on (c.txid, c.vout) = (i.coin_txid, i.coin_vout) where i.txid = ${txid}`.execute(
    books,
  )
  return rows[0]?.ours === true
}

/** Keeps why one that waits cannot be raised. */
export async function keepNotRaised(
  books: Books,
  txid: string,
  not_raised: NotRaised,
): Promise<void> {
  await sql`
    update bitcoin_rail.transaction set not_raised = ${not_raised} where txid = ${txid} and not_raised is distinct from ${not_raised}`.execute(
    books,
  )
}

/** Keeps one that replaces others: from then on it is offered beside them, and what they pay stands by it until a block holds another. */
export async function insertReplacement(
  books: Books,
  unsigned: Unsigned,
  { root, ...kept }: Kept & { readonly root: string },
): Promise<void> {
  await insertTransaction(books, unsigned, { ...kept, replaces: root })
  await markWaiting(books)
}

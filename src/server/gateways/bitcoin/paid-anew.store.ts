/** Which coins keep a dead transaction out of the chain for good: a payment that it was to make is paid anew by spending one of them (decision 0167). */
import { sql } from 'kysely'
import { type Books, spendableBy } from './books.store.ts'
import type { Coin } from './build-payout.ts'

/**
 * The coins that can be spent by now by whoever signs for a locking script, each of which excludes a dead transaction of ours: no block holds it and what spends such a coin, whatever the chain
 * leaves behind. Those are the coins that it (or a dead one whose change it spends) was to spend and that are free, and what descends, by coins of ours, from
 * whatever spent one of these instead. None where a foreign hand spent all of them and paid us nothing of it.
 */
export async function listExcluding(books: Books, txid: string, script: string): Promise<Coin[]> {
  const { rows } = await sql<Coin>`
    with recursive dead (txid) as (
      select ${txid}::text
      union
      select t.txid from dead d join bitcoin_rail.input i on i.txid = d.txid
          join bitcoin_rail.transaction t on t.txid = i.coin_txid where t.dead_by is not null
    ), contested as (
      select i.coin_txid, i.coin_vout from bitcoin_rail.input i join dead d on d.txid = i.txid
        where i.coin_txid not in (select txid from dead)
    ), spender as (
      select c.spent_by txid from contested x join bitcoin_rail.coin c on (c.txid, c.vout) = (x.coin_txid, x.coin_vout) where c.spent_by is not null
      union
      select t.txid from contested x join bitcoin_rail.input i on (i.coin_txid, i.coin_vout) = (x.coin_txid, x.coin_vout)
          join bitcoin_rail.transaction t on t.txid = i.txid where t.dead_by is null
    ), instead (txid) as (
      select txid from spender where txid not in (select txid from dead)
      union
      select next.txid from instead s join lateral (
          select i.txid from bitcoin_rail.input i where i.coin_txid = s.txid
          union all
          select c.spent_by from bitcoin_rail.coin c where c.txid = s.txid and c.spent_by is not null
        ) next on true
    )
    select c.txid, c.vout, c.value_sat from bitcoin_rail.coin c
      where ${spendableBy(script)} and (c.txid in (select txid from instead) or (c.txid, c.vout) in (select coin_txid, coin_vout from contested))
      order by c.height is null, c.value_sat desc, c.txid, c.vout limit 1000`.execute(books)
  return rows
}

/** What wallets hold by the books of their rails, and what the ledger knows of their networks, as of one moment. */
import { sql } from 'kysely'
import type { CurrencyCode } from '#domain/kernel/currency.ts'
import type { Blockchain } from '#domain/kernel/network.ts'
import type { WalletSums } from '#domain/payments/wallet-books.ts'
import type { Tx } from '../kernel/db.ts'
import { type Columns, namesOf, rowsOf } from '../kernel/rows.ts'

/** A wallet of ours in one currency. */
export type Wallet = {
  readonly network: Blockchain
  readonly currency: CurrencyCode
  /** What its rail is called, how transactions of its network are, and whether the currency lies on no other. */
  readonly rail: string
  readonly spelled: string
  readonly only: boolean
}
const WALLET: Columns<Wallet> = {
  ...{ network: 'text', currency: 'text', rail: 'text', spelled: 'text', only: 'boolean' },
}

/** The same of one whose own money nobody has said yet, which is null then. */
export type WalletRow = Pick<Wallet, 'network' | 'currency'> &
  Omit<WalletSums, 'own'> & { readonly own: bigint | null }

/** What the payout of an attempt `c` came to: it left, or it may leave yet. In bitcoin a block says it at once with what the wallet holds. */
const PAYOUT = sql`
  select p.network, p.currency, p.amount, coalesce(t.ended_at is not null and t.failure is null, false) has_left, p.refused is null and t.ended_at is null may_leave
    from token_rail.payout p left join token_rail.transaction t on (t.network, t.txid) = (p.network, p.txid)
    where p.attempt_uuid = c.attempt_uuid
  union all
  select 'bitcoin', 'BTC', p.value_sat, t.height is not null, p.refused is null and t.height is null and t.dead_by is null
    from bitcoin_rail.payout p left join bitcoin_rail.transaction t on t.txid = p.txid
    where p.attempt_uuid = c.attempt_uuid`

/** What the ledger and a rail may say differently, one by one (decision 0258); with the rail's payout, where there is one. */
const COMPARED = sql`
  select c.attempt_uuid, p.network, p.currency, p.amount, p.has_left, p.may_leave
    from compared_attempt c left join lateral (${PAYOUT}) p on true`

/**
 * What was paid: all that left, without what came back by the ledger's word, which has to be there again. Where a rail knows that something left of which the ledger has not
 * heard yet, or says the opposite, which is work by itself, the rail's word counts.
 */
const PAID = sql`
  select network, currency, sum(paid) paid, sum(under_way) under_way from (
      select network, currency, amount paid, 0 under_way from token_rail.sent
      union all select 'bitcoin', 'BTC', value_sat, 0 from bitcoin_rail.sent
      union all select p.network, p.currency, -p.amount, 0 from compared p join payment_attempt a on a.attempt_uuid = p.attempt_uuid and a.outcome = 'RETURNED'
        where p.has_left and not exists (select from attempt_doubt d where d.attempt_uuid = a.attempt_uuid and d.rail_said is not null and d.closed_at is null)
      union all select p.network, p.currency, 0, p.amount
        from token_rail.transaction t join token_rail.payout p on (p.network, p.txid) = (t.network, t.txid) where t.ended_at is null) moved
    group by 1, 2`

/** What the ledger says that it arrived by a rail, and no transaction of that did or may yet. */
const UNSENT = sql`
  select w.network, w.currency, sum(p.amount_minor) unsent, min(p.amount_minor) filter (where p.settled_at > coalesce(o.said_at, '-infinity')) least_unsent
    from compared r join payment_attempt a on a.attempt_uuid = r.attempt_uuid
      join payment p on p.payment_uuid = a.payment_uuid and p.attempt_uuid = a.attempt_uuid and p.is_over and p.network <> 'fiat' and p.status = 'SETTLED' and not p.outside
      join wallet w on (w.network, w.currency, w.rail) = (p.network, p.currency, a.rail)
      left join own o on (o.network, o.currency) = (w.network, w.currency)
    where not coalesce(r.has_left or r.may_leave, false) group by 1, 2`

/** Receipts that no rail knows as deposits, by the networks whose transactions they are called by. */
const BESIDE = sql`
  select w.network, w.currency, sum(r.amount_minor) beside from wallet w join (
      select reference, currency, amount_minor from funding f where currency in ('BTC', 'USDC', 'USDT')
          and not exists (select from funding_reversal v where v.funding_uuid = f.funding_uuid)
      union all select reference, currency, amount_minor from suspense_receipt
        where currency in ('BTC', 'USDC', 'USDT') and (status = 'OPEN' or status = 'REFUNDED' and not apart)) r
      on r.currency = w.currency and (w.only or r.reference ~ w.spelled)
    where not exists (select from token_rail.deposit d where d.network = w.network and d.txid || ':' || d.log_index = r.reference)
      and not exists (select from bitcoin_rail.deposit d where w.network = 'bitcoin' and d.txid || ':' || d.vout = r.reference)
    group by 1, 2`

const REFUNDED = sql`
  select w.network, w.currency, sum(s.amount_minor) refunded from wallet w join suspense_receipt s on s.currency = w.currency
      and s.currency in ('BTC', 'USDC', 'USDT') and s.status = 'REFUNDED' and not s.apart and s.refund_reference ~ w.spelled
    group by 1, 2`

/** A transaction that brings deposits to the treasury, or back to whom they came from, keeps so much for the network at the most, for each output that it spends: 148 bytes at the 500 satoshi that we would pay. */
const MOST_BRINGING_SAT = 74_000

/** What rails have: at the treasuries, at addresses of deposits, and what others ever paid there; and of bitcoin what its network took, ours and of who brings deposits. */
const CHAINS = sql`
  select h.network, h.currency, h.amount held, coalesce(w.deposited, 0) deposited, coalesce(d.paid_in, 0) + coalesce(w.dust, 0) came, 0::numeric fees
    from token_rail.purse h
      left join (select network, currency, sum(came - gone) deposited, sum(dust) dust from token_rail.watched_token group by 1, 2) w using (network, currency)
      left join (select network, currency, sum(amount) paid_in from token_rail.deposit where final group by 1, 2) d using (network, currency)
  union all
  select 'bitcoin', 'BTC', coalesce((select sum(value_sat) from bitcoin_rail.coin where height is not null and spent_height is null), 0),
      coalesce((select sum(value_sat) from bitcoin_rail.deposit where height is not null and spent_height is null), 0),
      coalesce((select sum(value_sat) from bitcoin_rail.deposit where height is not null), 0),
      coalesce((select fee_sat from bitcoin_rail.sent), 0) + coalesce((
        select sum(b.brought - b.arrived) from (
            select sum(d.value_sat) brought, count(*) outputs, (select sum(a.sat) from (
                select c.value_sat sat from bitcoin_rail.coin c where c.txid = d.spent_by and c.height is not null
                union all select s.amount_minor from suspense_receipt s
                  where s.currency = 'BTC' and s.status = 'REFUNDED' and not s.apart and s.refund_reference = d.spent_by) a) arrived
              from bitcoin_rail.deposit d where d.height is not null and d.spent_height is not null group by d.spent_by) b
          where b.brought - b.arrived between 1 and b.outputs * ${sql.lit(MOST_BRINGING_SAT)}), 0)`

/** What is known of each of these wallets whose chain was read, by one statement. */
export async function readWalletSums(tx: Tx, wallets: readonly Wallet[]): Promise<WalletRow[]> {
  if (wallets.length === 0) return []
  const { rows } = await sql<WalletRow>`
    with wallet as materialized (select ${namesOf(WALLET)} from ${rowsOf('w', wallets, WALLET)}),
      compared as materialized (${COMPARED}),
      own as (select network, currency, sum(minor) minor, max(said_at) said_at from wallet_own group by 1, 2),
      paid as (${PAID}), unsent as (${UNSENT}), beside as (${BESIDE}), refunded as (${REFUNDED}), chain as (${CHAINS})
    select w.network, w.currency, c.held::bigint held, c.deposited::bigint deposited, o.minor::bigint own,
        (c.came + coalesce(b.beside, 0))::bigint received, (coalesce(p.paid, 0) + coalesce(u.unsent, 0))::bigint paid, coalesce(u.least_unsent, 0)::bigint least_unsent,
        coalesce(p.under_way, 0)::bigint under_way, coalesce(r.refunded, 0)::bigint refunded, c.fees::bigint fees
      from wallet w join chain c using (network, currency) left join own o using (network, currency) left join paid p using (network, currency)
        left join unsent u using (network, currency) left join beside b using (network, currency) left join refunded r using (network, currency)
      order by 1, 2`.execute(tx)
  return rows
}

/** An attempt that was held against its rail, with how often it was to be looked at anew by then. */
export type Agreed = { readonly attempt_uuid: string; readonly again: bigint }

/** What the rail sent for good where the ledger does not say that it came back: both say the same, and it is in the rail's sum. At most `limit`. */
export async function listAgreed(tx: Tx, limit: number): Promise<Agreed[]> {
  const { rows } = await sql<Agreed>`
    with compared as materialized (${COMPARED})
    select c.attempt_uuid, c.again from compared p join compared_attempt c using (attempt_uuid)
      where p.has_left and not exists (select from payment_attempt a where a.attempt_uuid = p.attempt_uuid and a.outcome = 'RETURNED')
      limit ${limit}`.execute(tx)
  return rows
}

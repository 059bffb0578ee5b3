/** What rails sent, as it is kept, against what their books come to. */
import { sql } from 'kysely'
import { type Invariant, invariant } from './invariant.store.ts'

export const railSums: readonly Invariant[] = [
  invariant(
    'what-rails-sent-is-kept',
    scope => sql`with kept as (
        select network || ' ' || currency of, amount from token_rail.sent
        union all select network || ' for the network', amount from token_rail.spent
        union all select 'bitcoin', value_sat from bitcoin_rail.sent
        union all select 'bitcoin for the network', fee_sat from bitcoin_rail.sent
      ), counted as (
        select p.network || ' ' || p.currency of, sum(p.amount) amount from token_rail.payout p
          join token_rail.transaction t on (t.network, t.txid) = (p.network, p.txid) where t.ended_at is not null and t.failure is null group by 1
        union all select network || ' for the network', sum(fee + account) from token_rail.transaction where ended_at is not null group by 1
        union all select 'bitcoin', sum(p.value_sat) from bitcoin_rail.payout p join bitcoin_rail.transaction t on t.txid = p.txid where t.height is not null
        union all select 'bitcoin for the network', sum(fee_sat) from bitcoin_rail.transaction where height is not null
      )
      select of || ': what was sent is kept as ' || coalesce(k.amount, 0) || ' and comes to ' || coalesce(c.amount, 0) violation
        from kept k full join counted c using (of)
        where ${scope.touched ? sql`false` : sql`true`} and coalesce(k.amount, 0) <> coalesce(c.amount, 0)`,
  ),
  invariant(
    'what-is-not-agreed-is-compared',
    scope => sql`
      select 'attempt ' || a.attempt_uuid || ' is called ' || lower(p.status) || ', and is not held against what ' || a.rail || ' sent' violation
        from payment p join payment_attempt a on a.attempt_uuid = p.attempt_uuid and a.rail not in ('Recorded by hand', 'Simulated')
        where ${scope.touched ? sql`false` : sql`p.is_over`} and p.status = 'SETTLED' and p.network <> 'fiat'
          and not exists (select from compared_attempt c where c.attempt_uuid = a.attempt_uuid)
          and not exists (select from token_rail.payout r join token_rail.transaction t on (t.network, t.txid) = (r.network, r.txid)
            where r.attempt_uuid = a.attempt_uuid and t.ended_at is not null and t.failure is null)
          and not exists (select from bitcoin_rail.payout r join bitcoin_rail.transaction t on t.txid = r.txid
            where r.attempt_uuid = a.attempt_uuid and t.height is not null)
      union all
      select 'attempt ' || a.attempt_uuid || ' is called returned, and is not held against what ' || a.rail || ' sent' from payment_attempt a
        where ${scope.touched ? sql`false` : sql`a.outcome = 'RETURNED'`} and not exists (select from compared_attempt c where c.attempt_uuid = a.attempt_uuid)
          and (exists (select from token_rail.payout r where r.attempt_uuid = a.attempt_uuid) or exists (select from bitcoin_rail.payout r where r.attempt_uuid = a.attempt_uuid))`,
  ),
]

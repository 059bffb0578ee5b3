/** The invariants of payments that others made, that were given back, and of which nobody knows (decisions 0080, 0081). */
import { sql } from 'kysely'
import { type Invariant, invariant, touched } from './invariant.store.ts'

export const mendedInvariants: readonly Invariant[] = [
  invariant(
    'outside-never-left',
    scope => sql`select 'payment ' || p.payment_uuid || ' (' || p.status || ') was paid outside and left' violation from payment p
      where ${touched(scope, 'payment', 'p.payment_uuid')} and p.outside and (p.status <> 'SETTLED' or p.funded or p.attempt > 0
        or exists (select from payment_attempt a where a.payment_uuid = p.payment_uuid)
        or exists (select from ledger_transfer t where t.subject_uuid = p.payment_uuid and t.code in ('payment_executed', 'payment_settled')))`,
  ),
  invariant(
    'given-back-is-over',
    scope => sql`select 'payment ' || p.payment_uuid || ' (' || p.status || ') was given back, and holds ' || h.minor violation from payment p
      cross join lateral (select coalesce(sum(case when o.kind = 'held' then t.amount_minor else -t.amount_minor end), 0) minor
        from ledger_transfer t join ledger_account f on f.account_id = t.from_account join ledger_account o on o.account_id = t.to_account
        where t.subject_uuid = p.payment_uuid and (o.kind = 'held') <> (f.kind = 'held')) h
      where ${touched(scope, 'payment', 'p.payment_uuid')} and (p.given_back_at is not null or p.stays_unpaid)
        and (p.status <> 'CANCELLED' or p.given_back_at is null or h.minor <> 0)`,
  ),
  invariant(
    'unknown-is-in-doubt',
    scope => sql`select 'payment ' || p.payment_uuid || ' is UNKNOWN, and nobody doubts it' violation from payment p
        left join attempt_doubt d on d.attempt_uuid = p.attempt_uuid
        where ${touched(scope, 'payment', 'p.payment_uuid')} and p.status = 'UNKNOWN' and (d.lost_at is null or d.word is not null)
      union all
      select 'payment ' || p.payment_uuid || case when p.contradicted_at is null then ' is contradicted and goes on' else ' waits for nothing' end
        from payment p where ${touched(scope, 'payment', 'p.payment_uuid')} and (p.contradicted_at is not null)
          <> exists (select from attempt_doubt d where d.payment_uuid = p.payment_uuid and d.contradicted_at is not null and d.closed_at is null)`,
  ),
]

/** What must be true of money that comes in, waits and is exchanged. */
import { sql } from 'kysely'
import { type Invariant, invariant, touched } from './invariant.store.ts'

export const fundsInvariants: readonly Invariant[] = [
  invariant(
    'funding-booked-once',
    scope => sql`select 'funding ' || f.reference || ': ' || t.n || ' transfers' violation from funding f
      left join lateral (select count(*) n, sum(amount_minor) minor from ledger_transfer where subject_uuid = f.funding_uuid and code in ('funding_received', 'receipt_matched')) t on true
      where ${touched(scope, 'funding', 'f.funding_uuid')} and (t.n <> 1 or t.minor <> f.amount_minor)`,
  ),
  invariant(
    'suspense-is-what-waits',
    () => sql`select coalesce(a.currency, r.currency) || ': suspense ' || coalesce(a.minor, 0) || ', receipts ' || coalesce(r.minor, 0) violation
      from (select currency, posted_in - posted_out minor from ledger_account where kind = 'suspense') a
        full join (select currency, sum(amount_minor) minor from suspense_receipt where status = 'OPEN' group by 1) r using (currency)
      where coalesce(a.minor, 0) <> coalesce(r.minor, 0)`,
  ),
  invariant(
    'conversions-have-both-legs',
    scope => sql`select 'conversion ' || c.conversion_uuid || ' (' || c.status || '): ' || t.n || ' legs' violation from conversion c
      left join lateral (select count(*) n from ledger_transfer where subject_uuid = c.conversion_uuid) t on true
      where ${touched(scope, 'conversion', 'c.conversion_uuid')} and t.n <> case c.status when 'EXECUTED' then 2 else 0 end`,
  ),
  invariant(
    'bank-movements-are-the-ledgers',
    () => sql`select b.currency || ': ledger ' || coalesce(a.minor, 0) || ', movements ' || b.before_minor + coalesce(m.minor, 0) violation from bank_book b
      left join (select currency, sum(posted_out - posted_in) minor from ledger_account where kind = 'outside' group by 1) a using (currency)
      left join (select currency, sum(minor) minor from bank_movement group by 1) m using (currency)
      where coalesce(a.minor, 0) <> b.before_minor + coalesce(m.minor, 0)`,
  ),
  invariant(
    'what-is-matched-is-equal',
    () => sql`select 'match ' || match_uuid || ': ' || sum(minor) violation from (
        select match_uuid, minor from bank_entry where match_uuid is not null union all select match_uuid, -minor from bank_movement where match_uuid is not null) s
      group by match_uuid having sum(minor) <> 0`,
  ),
  invariant(
    'statements-come-to-their-entries',
    // What was read before days were told anew (0149) tells by itself, and is not asked.
    scope => sql`select 'statement ' || s.statement_uuid || ': ' || s.opening_minor || ' and ' || e.minor || ' are not ' || s.closing_minor violation
      from bank_statement s cross join lateral (select coalesce(sum(b.minor), 0) minor from bank_statement o join bank_entry b using (statement_uuid)
        where o.statement_uuid = s.statement_uuid or s.anew and o.account = s.account and o.currency = s.currency and o.part < s.part
          and o.from_day >= s.from_day and o.to_day <= s.to_day) e
      where ${touched(scope, 'bank_statement', 's.statement_uuid')} and s.anew is not null and s.opening_minor + e.minor <> s.closing_minor`,
  ),
]

/**
 * The invariants of a live database, each a query that names its violations (design: Ledger, 'Always true'). Empty answers
 * mean that it holds.
 */
import { sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'

export type Invariant = {
  readonly name: string
  readonly meaning: string
  violations(tx: Tx): Promise<string[]>
}

const MOST_NAMED = 20

function invariant(
  name: string,
  meaning: string,
  query: ReturnType<typeof sql<{ violation: string }>>,
): Invariant {
  return {
    name,
    meaning,
    violations: async tx => {
      const { rows } = await sql<{
        violation: string
      }>`select violation from (${query}) v limit ${MOST_NAMED}`.execute(tx)
      return rows.map(row => row.violation)
    },
  }
}

/** Tables whose rows live by a state machine: each change raises `version` and writes one audit row about the id. */
const AUDITED = [
  { table: 'line_item', id: 'line_item_uuid', status: 'status', born: 'create' },
  { table: 'payment', id: 'payment_uuid', status: 'status', born: 'plan' },
] as const

export const invariants: readonly Invariant[] = [
  invariant(
    'ledger-sums-to-zero',
    'The balances of each currency sum to zero: no money was made or lost.',
    sql`select currency || ': ' || sum(posted_in - posted_out) violation from ledger_account group by currency having sum(posted_in - posted_out) <> 0`,
  ),
  invariant(
    'balances-equal-replay',
    'Every balance equals the replay of its transfers.',
    sql`with legs as (
        select from_account account_id, 0::bigint p_in, case when state in ('POSTED', 'POST') then amount_minor else 0 end p_out, 0::bigint n_in,
            case state when 'PENDING' then amount_minor else 0 end n_out from ledger_transfer
        union all select to_account, case when state in ('POSTED', 'POST') then amount_minor else 0 end, 0,
            case state when 'PENDING' then amount_minor else 0 end, 0 from ledger_transfer
        union all select p.from_account, 0, 0, 0, -p.amount_minor from ledger_transfer r join ledger_transfer p on p.transfer_uuid = r.of_uuid
        union all select p.to_account, 0, 0, -p.amount_minor, 0 from ledger_transfer r join ledger_transfer p on p.transfer_uuid = r.of_uuid
      ), replay as (
        select account_id, sum(p_in) p_in, sum(p_out) p_out, sum(n_in) n_in, sum(n_out) n_out from legs group by account_id
      )
      select a.owner || ' ' || a.kind || ' ' || a.currency || ': balance ' || (a.posted_in - a.posted_out) || ', replay ' || coalesce(r.p_in - r.p_out, 0) violation
        from ledger_account a left join replay r using (account_id)
        where (a.posted_in, a.posted_out, a.pending_in, a.pending_out)
          is distinct from (coalesce(r.p_in, 0), coalesce(r.p_out, 0), coalesce(r.n_in, 0), coalesce(r.n_out, 0))`,
  ),
  invariant(
    'no-overdraft',
    'No account that may not go negative is negative.',
    sql`select owner || ' ' || kind || ' ' || currency || ': ' || (posted_in - posted_out - pending_out) violation
      from ledger_account where not may_go_negative and posted_in - posted_out - pending_out < 0`,
  ),
  invariant(
    'paid-at-most-once',
    'A payment has at most one attempt that went through, and settled exactly once in the ledger while it is settled.',
    sql`select 'payment ' || payment_uuid || ': ' || count(*) || ' attempts went through' violation from payment_attempt
        where outcome in ('SENT') group by payment_uuid having count(*) > 1
      union all
      select 'payment ' || p.payment_uuid || ': settled ' || coalesce(t.n, 0) || ' times in the ledger' from payment p
        left join (select subject_uuid, count(*) filter (where code = 'payment_settled') - count(*) filter (where code = 'payment_unsettled') n
          from ledger_transfer group by subject_uuid) t on t.subject_uuid = p.payment_uuid
        where coalesce(t.n, 0) <> (case when p.status = 'SETTLED' then 1 else 0 end)`,
  ),
  invariant(
    'payments-add-up',
    'The payments of an approved or paid line item add up to it; others have none that live.',
    sql`select 'line item ' || i.line_item_uuid || ' (' || i.status || '): ' || i.amount_minor || ', payments ' || coalesce(p.sum, 0) violation
      from line_item i left join (select line_item_uuid, sum(source_minor) sum from payment where status <> 'CANCELLED' group by line_item_uuid) p
        using (line_item_uuid)
      where coalesce(p.sum, 0) <> (case when i.status in ('APPROVED', 'PAID') then i.amount_minor else 0 end)`,
  ),
  invariant(
    'paid-items-are-settled',
    'A line item is PAID exactly when all its payments are settled.',
    sql`select 'line item ' || i.line_item_uuid || ' is ' || i.status || ' with payments ' || p.statuses violation
      from line_item i join (select line_item_uuid, bool_and(status = 'SETTLED') settled, string_agg(distinct status, ', ') statuses
        from payment where status <> 'CANCELLED' group by line_item_uuid) p using (line_item_uuid)
      where (i.status = 'PAID') <> p.settled`,
  ),
  invariant(
    'reserved-equals-promised',
    "What an employer's ledger holds reserved, in flight and for contractors is what its live payments say.",
    sql`with promised as (
        select employer_uuid, case when status in ('SCHEDULED', 'HELD', 'FROZEN') and attempt = 0 then 'reserved'
            when status in ('EXECUTING', 'SENT', 'UNKNOWN') then 'in_flight' else 'held' end kind,
            case when attempt = 0 then source_currency else currency end currency,
            sum(case when attempt = 0 then source_minor else amount_minor end) minor
          from payment where funded and status not in ('SETTLED', 'CANCELLED') group by 1, 2, 3
      )
      select coalesce(a.owner, 'employer:' || p.employer_uuid) || ' ' || coalesce(a.kind, p.kind) || ' ' || coalesce(a.currency, p.currency)
          || ': ledger ' || coalesce(a.posted_in - a.posted_out, 0) || ', payments ' || coalesce(p.minor, 0) violation
        from (select * from ledger_account where kind in ('reserved', 'in_flight', 'held')) a
          full join promised p on p.employer_uuid = a.employer_uuid and p.kind = a.kind and p.currency = a.currency
        where coalesce(a.posted_in - a.posted_out, 0) <> coalesce(p.minor, 0)`,
  ),
  invariant(
    'funding-booked-once',
    'Every funding stands in the ledger once, with its amount.',
    sql`select 'funding ' || f.reference || ': ' || coalesce(t.n, 0) || ' transfers' violation from funding f
      left join (select subject_uuid, count(*) n, sum(amount_minor) minor from ledger_transfer where code = 'funding_received' group by subject_uuid) t
        on t.subject_uuid = f.funding_uuid
      where coalesce(t.n, 0) <> 1 or t.minor <> f.amount_minor`,
  ),
  invariant(
    'periods-tile',
    'The cycles of a policy follow each other without gap or overlap.',
    sql`select 'policy ' || policy_uuid || ': after ' || end_date || ' comes ' || next_start violation from (
        select policy_uuid, end_date, lead(start_date) over (partition by policy_uuid order by start_date) next_start from pay_cycle) c
      where next_start is not null and next_start <> end_date + 1`,
  ),
  ...AUDITED.map(({ table, id, status }) =>
    invariant(
      `${table.replace('_', '-')}-changes-are-audited`,
      `Every change of a ${table.replace('_', ' ')} has its audit row, and the last one says the status it has.`,
      sql`with said as (
          select entity_id, count(*) n, (array_agg(after ->> 'status' order by seq desc))[1] status
            from audit_entry, unnest(entity_uuids) entity_id where entity = ${sql.lit(table)} group by entity_id
        )
        select ${sql.lit(table)} || ' ' || t.${sql.ref(id)} || ': version ' || t.version || ', ' || coalesce(s.n, 0) || ' audit rows; ' || t.${sql.ref(status)}
            || ', audited ' || coalesce(s.status, 'nothing') violation
          from ${sql.table(table)} t left join said s on s.entity_id = t.${sql.ref(id)}::text
          where coalesce(s.n, 0) <> t.version or s.status is distinct from t.${sql.ref(status)}`,
    ),
  ),
  invariant(
    'audit-chain-unbroken',
    'Every audit entry carries the hash of the one before it, numbered without gaps, up to the head of its chain.',
    sql`select e.chain || ' ' || e.seq || ': the hash does not follow' violation from (
          select entry, entry.chain, entry.seq, entry.hash, lag(entry.hash, 1, ''::bytea) over w previous, lag(entry.seq, 1, 0::bigint) over w before
            from audit_entry entry window w as (partition by entry.chain order by entry.seq)) e
        where e.seq <> e.before + 1 or e.hash <> app.audit_hash(e.previous, e.entry)
          -- The tenant is said by the chain, which the hash covers.
          or (e.entry).employer_uuid is distinct from case when e.chain <> 'platform' then e.chain::uuid end
      union all
      select c.chain || ': the head is ' || c.head_seq || ', the last entry ' || coalesce(e.seq, 0) from audit_chain c
        left join lateral (select seq, hash from audit_entry where chain = c.chain order by seq desc limit 1) e on true
        where c.head_seq <> coalesce(e.seq, 0) or c.head_hash is distinct from coalesce(e.hash, ''::bytea)`,
  ),
]

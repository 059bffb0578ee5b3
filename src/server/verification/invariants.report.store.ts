/**
 * The invariants of a live database, each a query that names its violations (design: Ledger, 'Always true'). Empty answers mean that it
 * holds. Asked of everything, or of what was touched since the check last held.
 */
import { type RawBuilder, sql } from 'kysely'
import { rowsOf } from '../kernel/rows.ts'
import { batchesPayTheirRows } from './batch-laws.report.store.ts'
import { filesAreWhole, inOneFile } from './file-laws.report.store.ts'
import { fundsInvariants } from './funds-invariants.report.store.ts'
import { fresh, type Invariant, invariant, type Scope, touched } from './invariant.store.ts'
import { mendedInvariants } from './mended.report.store.ts'
import { daysArePaidOnce } from './paid-once.report.store.ts'
import { railSums } from './rail-sums.report.store.ts'

export { EVERYTHING, type Invariant, type Scope } from './invariant.store.ts'

/** Tables whose rows live by a state machine: each change raises `version` and writes one audit row about the id. */
const AUDITED = [
  { table: 'line_item', id: 'line_item_uuid', law: 'line-item-changes-are-audited' },
  { table: 'payment', id: 'payment_uuid', law: 'payment-changes-are-audited' },
] as const

export const invariants: readonly Invariant[] = [
  invariant(
    'ledger-sums-to-zero',
    () =>
      sql`select currency || ': ' || sum(posted_in - posted_out) violation from ledger_account group by currency having sum(posted_in - posted_out) <> 0`,
  ),
  invariant(
    'balances-equal-replay',
    scope => sql`with legs as (
        select from_account account_id, 0::bigint p_in, case when state in ('POSTED', 'POST') then amount_minor else 0 end p_out, 0::bigint n_in,
            case state when 'PENDING' then amount_minor else 0 end n_out from ledger_transfer t where ${fresh(scope, 't')}
        union all select to_account, case when state in ('POSTED', 'POST') then amount_minor else 0 end, 0,
            case state when 'PENDING' then amount_minor else 0 end, 0 from ledger_transfer t where ${fresh(scope, 't')}
        union all select p.from_account, 0, 0, 0, -p.amount_minor from ledger_transfer r join ledger_transfer p on p.transfer_uuid = r.of_uuid where ${fresh(scope, 'r')}
        union all select p.to_account, 0, 0, -p.amount_minor, 0 from ledger_transfer r join ledger_transfer p on p.transfer_uuid = r.of_uuid where ${fresh(scope, 'r')}
        ${scope.snapshot ? sql`union all select account_id, posted_in, posted_out, pending_in, pending_out from balance_mark` : sql``}
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
    () => sql`select owner || ' ' || kind || ' ' || currency || ': ' || (posted_in - posted_out - pending_out) violation
      from ledger_account where not may_go_negative and posted_in - posted_out - pending_out < 0`,
  ),
  invariant(
    'transfers-are-explained',
    scope => sql`select 'transfer ' || t.transfer_uuid || ' (' || t.code || ')' violation from ledger_transfer t
      join ledger_account f on f.account_id = t.from_account join ledger_account o on o.account_id = t.to_account
      left join funding_reversal v on t.code = 'funding_reversed' and v.funding_uuid = t.subject_uuid
      left join funding u on t.code in ('funding_received', 'receipt_matched') and u.funding_uuid = t.subject_uuid
      left join suspense_receipt r on t.code in ('receipt_suspended', 'receipt_refunded') and r.receipt_uuid = t.subject_uuid
      left join line_item i on t.code in ('item_approved', 'item_funded', 'item_withdrawn') and i.line_item_uuid = t.subject_uuid
      left join fee c on t.code = 'fee_taken' and c.fee_uuid = t.subject_uuid
      left join conversion x on t.code in ('conversion_sold', 'conversion_bought') and x.conversion_uuid = t.subject_uuid and x.status = 'EXECUTED'
      left join bank_booking k on t.code in ('bank_cost', 'bank_exchanged') and k.entry_uuid = t.subject_uuid
      left join bank_entry b on b.entry_uuid = k.entry_uuid
      left join payment p on t.code not in ('bank_cost', 'bank_exchanged', 'funding_received', 'funding_reversed', 'receipt_matched', 'receipt_suspended', 'receipt_refunded', 'item_approved', 'item_funded', 'item_withdrawn', 'fee_taken', 'conversion_sold', 'conversion_bought')
        and p.payment_uuid = t.subject_uuid
      where ${fresh(scope, 't')} and coalesce(case t.code
        when 'funding_received' then f.kind = 'outside' and o.kind = 'available' and o.employer_uuid = u.employer_uuid
          and u.amount_minor = t.amount_minor and u.currency = t.currency
        when 'funding_reversed' then f.kind = 'available' and o.kind = 'outside' and f.employer_uuid = v.employer_uuid
          and v.amount_minor = t.amount_minor and v.currency = t.currency
        when 'receipt_matched' then f.kind = 'suspense' and o.kind = 'available' and o.employer_uuid = u.employer_uuid
          and u.amount_minor = t.amount_minor and u.currency = t.currency
        when 'receipt_suspended' then f.kind = 'outside' and o.kind = 'suspense' and r.amount_minor = t.amount_minor and r.currency = t.currency
        when 'receipt_refunded' then f.kind = 'suspense' and o.kind = 'outside' and r.amount_minor = t.amount_minor and r.currency = t.currency
          and r.status = 'REFUNDED'
        when 'bank_cost' then k.booked_as = 'COST' and b.currency = t.currency and abs(b.minor) = t.amount_minor
          and case when b.minor > 0 then f.kind = 'outside' and o.kind = 'costs' else f.kind = 'costs' and o.kind = 'outside' end
        when 'bank_exchanged' then k.booked_as = 'EXCHANGE' and b.currency = t.currency and abs(b.minor) = t.amount_minor
          and case when b.minor > 0 then f.kind = 'outside' and o.kind = 'fx' else f.kind = 'fx' and o.kind = 'outside' end
        when 'item_approved' then f.kind = 'available' and o.kind = 'reserved' and i.employer_uuid = f.employer_uuid and i.employer_uuid = o.employer_uuid and i.currency = t.currency
        when 'item_funded' then f.kind = 'available' and o.kind = 'reserved' and i.employer_uuid = f.employer_uuid and i.employer_uuid = o.employer_uuid and i.currency = t.currency
        when 'item_withdrawn' then f.kind = 'reserved' and o.kind = 'available' and i.employer_uuid = f.employer_uuid and i.employer_uuid = o.employer_uuid and i.currency = t.currency
        when 'fee_taken' then f.kind = 'available' and o.kind = 'fees' and c.employer_uuid = f.employer_uuid and c.net_minor + c.tax_minor = t.amount_minor
          and c.currency = t.currency and c.taken_at is not null
        when 'conversion_sold' then f.kind = 'available' and o.kind = 'fx' and x.employer_uuid = f.employer_uuid
          and x.from_currency = t.currency and x.sold_minor = t.amount_minor
        when 'conversion_bought' then f.kind = 'fx' and o.kind = 'available' and x.employer_uuid = o.employer_uuid
          and x.to_currency = t.currency and x.bought_minor = t.amount_minor
        when 'payment_executed' then f.kind in ('reserved', 'held', 'fx') and o.kind = 'in_flight' and o.employer_uuid = p.employer_uuid and t.currency = p.currency
        when 'converted' then f.kind = 'reserved' and o.kind = 'fx' and f.employer_uuid = p.employer_uuid and t.amount_minor = p.source_minor and t.currency = p.source_currency
        when 'payment_failed' then f.kind = 'in_flight' and o.kind = 'held' and f.employer_uuid = p.employer_uuid and o.employer_uuid = p.employer_uuid and t.currency = p.currency
        when 'payment_settled' then f.kind = 'in_flight' and o.kind = 'outside' and f.employer_uuid = p.employer_uuid and t.currency = p.currency
        when 'payment_returned' then f.kind = 'in_flight' and o.kind = 'held' and f.employer_uuid = p.employer_uuid and o.employer_uuid = p.employer_uuid and t.currency = p.currency
        when 'payment_unsettled' then f.kind = 'outside' and o.kind = 'held' and o.employer_uuid = p.employer_uuid and t.currency = p.currency
        when 'given_back' then t.currency in (p.currency, p.source_currency) and p.given_back_at is not null
          and (f.kind = 'held' and f.employer_uuid = p.employer_uuid and t.currency = p.currency and t.amount_minor = p.amount_minor
              and (o.kind = 'fx' and p.currency <> p.source_currency
                or o.kind = 'available' and o.employer_uuid = p.employer_uuid and p.currency = p.source_currency)
            or f.kind = 'fx' and o.kind = 'available' and o.employer_uuid = p.employer_uuid and t.currency = p.source_currency
              and p.currency <> p.source_currency and t.amount_minor = p.source_minor)
        when 'paid_outside' then f.kind = 'reserved' and o.kind = 'available' and f.employer_uuid = p.employer_uuid
          and o.employer_uuid = p.employer_uuid and t.amount_minor = p.source_minor and t.currency = p.source_currency
        else false end, false) is not true`,
  ),
  invariant('available-equals-funded', scope =>
    // The sums of a whole life: asked when everything is. Between, every new transfer is explained.
    scope.touched
      ? sql`select null::text violation where false`
      : sql`with said as (
          select employer_uuid, currency, amount_minor minor from funding
          union all select employer_uuid, source_currency, -source_minor from payment where funded and status <> 'CANCELLED'
          union all select employer_uuid, currency, -(net_minor + tax_minor) from fee where taken_at is not null
          union all select employer_uuid, currency, -amount_minor from funding_reversal
          union all select employer_uuid, from_currency, -sold_minor from conversion where status = 'EXECUTED'
          union all select employer_uuid, to_currency, bought_minor from conversion where status = 'EXECUTED'
        ), sums as (select employer_uuid, currency, sum(minor) minor from said group by 1, 2)
        select coalesce(a.owner, 'employer:' || s.employer_uuid) || ' ' || coalesce(a.currency, s.currency) || ': available '
            || coalesce(a.posted_in - a.posted_out, 0) || ', by fundings and payments ' || coalesce(s.minor, 0) violation
          from (select owner, employer_uuid, currency, posted_in, posted_out from ledger_account where kind = 'available') a
            full join sums s on s.employer_uuid = a.employer_uuid and s.currency = a.currency
          where coalesce(a.posted_in - a.posted_out, 0) <> coalesce(s.minor, 0)`,
  ),
  invariant(
    'paid-at-most-once',
    scope => sql`select 'payment ' || payment_uuid || ': ' || count(*) || ' attempts went through' violation from payment_attempt
        where outcome in ('SENT') and ${touched(scope, 'payment', 'payment_uuid')} group by payment_uuid having count(*) > 1
      union all
      select 'payment ' || p.payment_uuid || ': settled ' || coalesce(t.n, 0) || ' times in the ledger' from payment p
        left join lateral (select count(*) filter (where code = 'payment_settled') - count(*) filter (where code = 'payment_unsettled') n
          from ledger_transfer where subject_uuid = p.payment_uuid) t on true
        where ${touched(scope, 'payment', 'p.payment_uuid')} and coalesce(t.n, 0) <> (case when p.status = 'SETTLED' and not p.outside then 1 else 0 end)`,
  ),
  ...mendedInvariants,
  invariant(
    'attempts-are-payments',
    scope => sql`select 'payment ' || p.payment_uuid || ': attempt ' || a.attempt_uuid || ' asks for ' || a.amount_minor || ' ' || a.currency violation
        from payment_attempt a join payment p on p.payment_uuid = a.payment_uuid
        where ${touched(scope, 'payment', 'p.payment_uuid')}
          and (a.currency <> p.currency or a.amount_minor <> p.amount_minor or (a.number = p.attempt) <> (a.attempt_uuid = p.attempt_uuid)
            or (a.number = p.attempt and coalesce(a.outcome, '') <> (case p.status when 'EXECUTING' then '' when 'SENT' then 'SENT' when 'SETTLED' then 'SENT'
              when 'FAILED' then 'FAILED' when 'UNKNOWN' then 'UNKNOWN' else coalesce(a.outcome, '') end)))
      union all
      select 'payment ' || p.payment_uuid || ' goes to another person' from payment p join destination d using (destination_uuid)
        where ${touched(scope, 'payment', 'p.payment_uuid')} and d.contractor_sub <> p.contractor_sub
      union all
      select 'payment ' || p.payment_uuid || ' is of another person than its line item' from payment p join line_item i using (line_item_uuid)
        where ${touched(scope, 'payment', 'p.payment_uuid')} and (i.contractor_sub, i.employer_uuid, i.cycle_uuid) is distinct from (p.contractor_sub, p.employer_uuid, p.cycle_uuid)`,
  ),
  invariant(
    'items-sum-their-entries',
    scope => sql`select 'line item ' || i.line_item_uuid || ': ' || i.amount_minor || ' is not the sum of its entries' violation from line_item i
      where ${touched(scope, 'line_item', 'i.line_item_uuid')}
        and i.amount_minor <> app.pay_for(i.hourly_rate_minor, i.hours_hundredths) + coalesce(app.entries_minor(i.entries), 0)`,
  ),
  invariant(
    'reported-time-is-answered',
    scope => sql`select 'line item ' || i.line_item_uuid || ': reported time that nobody answered' violation
      from line_item i cross join lateral jsonb_array_elements(i.entries) e
      where ${touched(scope, 'line_item', 'i.line_item_uuid')} and e ->> 'kind' = 'REPORTED_TIME' and not exists (
        select from timesheet t where t.timesheet_uuid = (e ->> 'entry_uuid')::uuid and t.contract_uuid = i.contract_uuid
          and t.status in ('ACCEPTED', 'CORRECTED') and t.hours_hundredths - i.scheduled_hours_hundredths = (e ->> 'hours_hundredths')::int)`,
  ),
  invariant('days-are-paid-once', scope =>
    daysArePaidOnce(
      scope.touched
        ? sql<boolean>`i.contractor_sub in (select contractor_sub from line_item where ${touched(scope, 'line_item', 'line_item_uuid')})`
        : sql<boolean>`true`,
    ),
  ),
  invariant(
    'payments-add-up',
    scope => sql`select 'line item ' || i.line_item_uuid || ' (' || i.status || '): ' || i.amount_minor || ', payments ' || coalesce(p.sum, 0) violation
      from line_item i left join lateral (select sum(source_minor) sum from payment where line_item_uuid = i.line_item_uuid
          and (status <> 'CANCELLED' or stays_unpaid)) p on true
      where ${touched(scope, 'line_item', 'i.line_item_uuid')}
        and coalesce(p.sum, 0) <> (case when i.status in ('APPROVED', 'PAID') then i.amount_minor else 0 end)`,
  ),
  invariant(
    'approved-as-it-was-seen',
    scope => sql`with asked as (
        select line_item_uuid, approval_uuid, amount_minor from line_item
          where ${touched(scope, 'line_item', 'line_item_uuid')} and status in ('APPROVED', 'PAID')
      ), line as materialized (
        select p.approval_uuid, p.part, l.n, l.line, (l.line::jsonb ->> 'line_item_uuid')::uuid line_item_uuid,
            (l.line::jsonb -> 'amount' ->> 'minor')::bigint amount_minor
          from approval_part p cross join string_to_table(p.content, E'\n') with ordinality l(line, n)
          where p.approval_uuid in (select approval_uuid from asked)
      ), digest as (
        select a.approval_uuid, encode(sha256(convert_to(a.content || encode(sha256(l.digests), 'hex'), 'UTF8')), 'hex') = a.digest as holds
          from approval a join (select approval_uuid, string_agg(sha256(convert_to(line, 'UTF8')), ''::bytea order by part, n) digests
            from line group by 1) l using (approval_uuid)
        -- Approved before an approval was kept in parts: its content is all of it.
        union all select approval_uuid, encode(sha256(convert_to(content, 'UTF8')), 'hex') = digest from approval a
          where approval_uuid in (select approval_uuid from asked) and not exists (select from line where line.approval_uuid = a.approval_uuid)
      )
      select 'line item ' || i.line_item_uuid || ': ' || i.amount_minor || ' is not what was approved' violation
        from asked i left join digest d using (approval_uuid) left join line l using (approval_uuid, line_item_uuid)
          left join approval a using (approval_uuid)
        where d.holds is distinct from true
          or (l.line_item_uuid is null and position('"' || i.line_item_uuid || '"' in a.content) = 0)
          or l.amount_minor <> i.amount_minor`,
  ),
  invariant(
    'counts-are-kept',
    scope => sql`with counted as (
        select cycle_uuid, 'ITEM ' || status mark, currency, count(*) items, sum(amount_minor) minor from line_item group by 1, 2, 3
        union all
        select cycle_uuid, mark, currency, count(*), 0 from item_review, unnest(marks) mark group by 1, 2, 3
        union all
        select cycle_uuid, 'DIFFERENCE ' || code, currency, count(*), sum(difference_minor) from cycle_difference group by 1, 2, 3
      )
      select 'cycle ' || coalesce(k.cycle_uuid, c.cycle_uuid) || ': ' || coalesce(k.mark, c.mark) || ' ' || coalesce(k.currency, c.currency)
          || ' is kept as ' || coalesce(k.items, 0) || ' of ' || coalesce(k.amount_minor, 0) || ' and counted as ' || coalesce(c.items, 0)
          || ' of ' || coalesce(c.minor, 0) violation
        from cycle_count k full join counted c using (cycle_uuid, mark, currency)
        where ${scope.touched ? sql`false` : sql`true`} and (coalesce(k.items, 0), coalesce(k.amount_minor, 0)) <> (coalesce(c.items, 0), coalesce(c.minor, 0))`,
  ),
  invariant(
    'executions-are-counted',
    scope => sql`with counted as (
        select execution_uuid, network, currency, status, count(*) payments, sum(amount_minor) minor from payment
          where execution_uuid is not null group by 1, 2, 3, 4
      )
      select 'execution ' || execution_uuid || ': ' || network || ' ' || currency || ' ' || status || ' is kept as '
          || coalesce(k.payments, 0) || ' of ' || coalesce(k.total_minor, 0) || ' and counted as ' || coalesce(c.payments, 0) || ' of '
          || coalesce(c.minor, 0) violation
        from execution_count k full join counted c using (execution_uuid, network, currency, status)
        where ${scope.touched ? sql`false` : sql`true`} and (coalesce(k.payments, 0), coalesce(k.total_minor, 0)) <> (coalesce(c.payments, 0), coalesce(c.minor, 0))`,
  ),
  invariant(
    'payments-are-counted',
    scope => sql`with counted as (
        select cycle_uuid, status, coalesce(hold_reason, '') hold_reason, source_currency currency, count(*) payments, sum(source_minor) minor,
            coalesce(sum(source_minor) filter (where not funded and not is_over), 0) unfunded from payment group by 1, 2, 3, 4
      )
      select 'cycle ' || cycle_uuid || ': ' || status || ' ' || hold_reason || ' ' || currency || ' is kept as ' || coalesce(k.payments, 0)
          || ' of ' || coalesce(k.total_minor, 0) || ' and counted as ' || coalesce(c.payments, 0) || ' of ' || coalesce(c.minor, 0)
          || ', without money ' || coalesce(k.unfunded_minor, 0) || ' and ' || coalesce(c.unfunded, 0) violation
        from payment_count k full join counted c using (cycle_uuid, status, hold_reason, currency)
        where ${scope.touched ? sql`false` : sql`true`} and (coalesce(k.payments, 0), coalesce(k.total_minor, 0), coalesce(k.unfunded_minor, 0))
          <> (coalesce(c.payments, 0), coalesce(c.minor, 0), coalesce(c.unfunded, 0))`,
  ),
  invariant(
    'refusals-are-counted',
    scope => sql`with counted as (
        select destination_uuid, count(*) n from payment where is_wrong and status in ('FAILED', 'RETURNED') group by 1
      )
      select 'destination ' || destination_uuid || ' is kept with ' || coalesce(k.payments, 0) || ' that did not arrive and counted with '
          || coalesce(c.n, 0) violation
        from destination_refusal k full join counted c using (destination_uuid)
        where ${scope.touched ? sql`false` : sql`destination_uuid is not null`} and coalesce(k.payments, 0) <> coalesce(c.n, 0)`,
  ),
  invariant(
    'people-are-counted',
    scope => sql`with counted as (
        select employer_uuid, status, coalesce(country_code, '') country_code, coalesce(need, '') need, count(*) n from contractor_listing group by 1, 2, 3, 4
      ), needed as (
        select l.employer_uuid, l.need, case when l.status <> 'ACCEPTED' or k.stands then null when k.stands is null then 'TO_DRAFT'
            when k.drafted then 'TO_SIGN' end needs
          from contractor_listing l join invitation i using (invitation_uuid)
            left join (select employer_uuid, contractor_sub, bool_or(status = 'DRAFT') drafted, bool_or(status in ('AWAITING_SIGNATURE', 'ACTIVE')) stands
              from contract where status <> 'DISCARDED' group by 1, 2) k on k.employer_uuid = i.employer_uuid and k.contractor_sub = i.contractor_sub
      )
      select 'people of ' || employer_uuid || ': ' || status || ' ' || country_code || ' ' || need || ' are kept as ' || coalesce(k.contractors, 0)
          || ' and counted as ' || coalesce(c.n, 0) violation
        from contractor_count k full join counted c using (employer_uuid, status, country_code, need)
        where ${scope.touched ? sql`false` : sql`true`} and coalesce(k.contractors, 0) <> coalesce(c.n, 0)
      union all select 'who was invited by ' || employer_uuid || ' is kept as ' || coalesce(need, 'nothing') || ' and needs ' || coalesce(needs, 'nothing')
        from needed where ${scope.touched ? sql`false` : sql`true`} and need is distinct from needs`,
  ),
  invariant(
    'holds-are-kept',
    () => sql`select 'payments of ' || party || case when h.since is null then ' do not wait' else ' wait' end violation
      from (select coalesce(contractor_sub, employer_uuid::text) party, min(found_at) found_at from screening_hit
          where status in ('OPEN', 'CLAIMED', 'CONFIRMED') group by 1) s
        full join compliance_hold h using (party) where s.found_at is null or h.since is null`,
  ),
  invariant(
    'what-waits-is-reviewed',
    scope => sql`select 'line item ' || coalesce(i.line_item_uuid, r.line_item_uuid) || ': ' || coalesce(i.status, 'another') || case when r.line_item_uuid is null
          then ' without a review' else ' with a review' end violation
      from (select line_item_uuid, cycle_uuid, contractor_sub, status from line_item where status = 'PENDING_APPROVAL') i
        full join item_review r using (line_item_uuid)
      where ${scope.touched ? sql`false` : sql`true`} and (i.line_item_uuid is null or r.line_item_uuid is null and not exists (
        select from review_due d where d.cycle_uuid = i.cycle_uuid and d.contractor_sub = i.contractor_sub))`,
  ),
  invariant(
    'nothing-frozen-left',
    scope => sql`select 'payment ' || p.payment_uuid || ' was begun while ' || f.freeze_uuid || ' froze it' violation
      from payment p join payment_attempt a using (attempt_uuid)
        join payment_freeze f on p.pay_date < f.before and a.requested_at > f.frozen_at and (f.lifted_at is null or a.requested_at < f.lifted_at)
          and (f.employer_uuid is null or f.employer_uuid = p.employer_uuid) and (f.contractor_sub is null or f.contractor_sub = p.contractor_sub)
          and (f.currency is null or f.currency = p.currency) and (f.network is null or f.network = p.network)
      where ${touched(scope, 'payment', 'p.payment_uuid')}`,
  ),
  invariant('batches-pay-their-rows', scope =>
    batchesPayTheirRows(touched(scope, 'line_item', 'i.line_item_uuid')),
  ),
  invariant('files-are-whole', scope =>
    filesAreWhole(touched(scope, 'bank_batch', 'b.batch_uuid')),
  ),
  invariant('in-one-file', scope =>
    inOneFile(
      touched(scope, 'payment', 'a.payment_uuid'),
      touched(scope, 'bank_batch', 'b.batch_uuid'),
    ),
  ),
  invariant(
    'paid-items-are-settled',
    scope => sql`select 'line item ' || i.line_item_uuid || ' is ' || i.status || ' with payments ' || p.statuses violation
      from line_item i join lateral (select bool_and(status = 'SETTLED') settled, string_agg(distinct status, ', ') statuses, count(*) n
        from payment where line_item_uuid = i.line_item_uuid and status <> 'CANCELLED') p on p.n > 0
      where (${touched(scope, 'line_item', 'i.line_item_uuid')}
          ${scope.touched ? sql`or i.line_item_uuid in (select line_item_uuid from payment where ${touched(scope, 'payment', 'payment_uuid')})` : sql``})
        and (i.status = 'PAID') <> p.settled`,
  ),
  invariant(
    'reserved-equals-promised',
    () => sql`with promised as (
        select employer_uuid, case when status in ('SCHEDULED', 'HELD', 'FROZEN') and attempt = 0 then 'reserved'
            when status in ('EXECUTING', 'SENT', 'UNKNOWN') then 'in_flight' else 'held' end kind,
            case when attempt = 0 then source_currency else currency end currency,
            sum(case when attempt = 0 then source_minor else amount_minor end) minor
          from payment where funded and not is_over group by 1, 2, 3
      )
      select coalesce(a.owner, 'employer:' || p.employer_uuid) || ' ' || coalesce(a.kind, p.kind) || ' ' || coalesce(a.currency, p.currency)
          || ': ledger ' || coalesce(a.posted_in - a.posted_out, 0) || ', payments ' || coalesce(p.minor, 0) violation
        from (select owner, employer_uuid, kind, currency, posted_in, posted_out from ledger_account where kind in ('reserved', 'in_flight', 'held')) a
          full join promised p on p.employer_uuid = a.employer_uuid and p.kind = a.kind and p.currency = a.currency
        where coalesce(a.posted_in - a.posted_out, 0) <> coalesce(p.minor, 0)`,
  ),
  ...fundsInvariants,
  ...railSums,
  invariant(
    'periods-tile',
    scope => sql`select 'policy ' || policy_uuid || ': after ' || end_date || ' comes ' || next_start violation from (
        select policy_uuid, end_date, lead(start_date) over (partition by policy_uuid order by start_date) next_start from pay_cycle
          where policy_uuid in (select policy_uuid from pay_cycle where ${touched(scope, 'pay_cycle', 'cycle_uuid')})) c
      where next_start is not null and next_start <> end_date + 1`,
  ),
  ...AUDITED.map(({ table, id, law }) =>
    invariant(law, scope => {
      const said = scope.touched ? saidSince(scope, table) : saidEver(table)
      return sql`with said as (${said})
        select ${sql.lit(table)} || ' ' || t.${sql.ref(id)} || ': version ' || t.version || ', ' || coalesce(s.n, 0) || ' audit rows; ' || t.status
            || ', audited ' || coalesce(s.status, 'nothing') violation
          from ${sql.table(table)} t ${scope.touched ? sql`join` : sql`left join`} said s on s.entity_id = t.${sql.ref(id)}
          where coalesce(s.n, 0) <> t.version or (s.status is not null or ${sql.lit(!scope.touched)}) and s.status is distinct from t.status`
    }),
  ),
  invariant('audit-chain-unbroken', scope => {
    const mark = scope.touched
      ? sql`left join chain_mark m on m.chain = entry.chain where entry.seq > coalesce(m.seq, 0)`
      : sql`left join chain_mark m on false`
    return sql`select e.chain || ' ' || e.seq || ': the hash does not follow' violation from (
          select entry, entry.chain, entry.seq, entry.hash, lag(entry.hash, 1, coalesce(m.hash, ''::bytea)) over w previous,
              lag(entry.seq, 1, coalesce(m.seq, 0::bigint)) over w before
            from audit_entry entry ${mark} window w as (partition by entry.chain order by entry.seq)) e
        where e.seq <> e.before + 1 or e.hash <> app.audit_hash(e.previous, e.entry)
          -- The tenant is said by the chain, which the hash covers.
          or (e.entry).employer_uuid is distinct from case when e.chain <> 'platform' then e.chain::uuid end
      union all
      select c.chain || ': the head is ' || c.head_seq || ', the last entry ' || coalesce(e.seq, 0) from audit_chain c
        left join lateral (select seq, hash from audit_entry where chain = c.chain order by seq desc limit 1) e on true
        where c.head_seq <> coalesce(e.seq, 0) or c.head_hash is distinct from coalesce(e.hash, ''::bytea)
      union all
      select m.chain || ' ' || m.seq || ': is not the entry that was there' from chain_mark m
        left join audit_entry e on e.chain = m.chain and e.seq = m.seq
        where e.hash is distinct from m.hash or not exists (select from audit_chain c where c.chain = m.chain and c.head_seq >= m.seq)`
  }),
]

/** What all audit entries say of the rows of a table. */
function saidEver(table: string): RawBuilder<unknown> {
  return sql`select entity_id::uuid entity_id, count(*) n, (array_agg(after ->> 'status' order by seq desc))[1] status
    from audit_entry, unnest(entity_uuids) entity_id where entity = ${sql.lit(table)} group by entity_id`
}

/** What audit entries since the mark say, on top of the version that the row's seal has. */
function saidSince({ touched: all }: Scope, table: string): RawBuilder<unknown> {
  const rows = [...(all?.get(table) ?? [])].map(([id, said]) => ({ id, ...said }))
  return sql`select r.id entity_id, r.entries + coalesce(s.version, 0) n, r.status
    from ${rowsOf('r', rows, { id: 'uuid', entries: 'int', status: 'text' })}
      left join row_seal s on s.table_name = ${sql.lit(table)} and s.row_key = r.id::text`
}

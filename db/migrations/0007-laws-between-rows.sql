-- Laws that span rows, kept by the database where it can hold them: a person's days are earned once, a contract has one offer and
-- one running revision, cycles follow each other, a calendar with cycles stays, a balance fits the wire. What the code locks and in
-- which order is in ARCHITECTURE ("Lock order"); these hold when a lock was forgotten.

-- The days from one to another, both included; none when they are the wrong way round.
create function app.days(first_day date, last_day date) returns daterange language sql immutable parallel safe
  return case when last_day < first_day then 'empty'::daterange else daterange(first_day, last_day, '[]') end;

-- Contracts. A draft may lack anything, and an unpaid engagement has no pay (design: Second reading).
alter table contract
  add column paid boolean not null default true,
  -- The day from which a signed successor of the same role takes its place; its own terms stay as they were signed.
  add column superseded_from date;
alter table contract
  alter column hourly_rate_minor drop not null,
  alter column scheduled_hours_hundredths drop not null,
  alter column pay_policy_uuid drop not null,
  add constraint contract_has_pay check (status in ('DRAFT', 'DISCARDED')
    or case when paid then hourly_rate_minor is not null and scheduled_hours_hundredths is not null and pay_policy_uuid is not null
      else hourly_rate_minor is null and scheduled_hours_hundredths is null and pay_policy_uuid is null end);

-- Before the law: of contracts of one pair and role that were signed, the later one takes the place of those before it.
update contract c set superseded_from = successor.first_day
  from (
    select contract_uuid, min(greatest(effective_date, contract_start_date)) over (partition by employer_uuid, contractor_sub, lower(btrim(role))
        order by coalesce(approved_at, created_at), revision, contract_uuid rows between 1 following and unbounded following) first_day
      from contract where status in ('ACTIVE', 'COMPLETED')
  ) successor
  where successor.contract_uuid = c.contract_uuid and successor.first_day is not null;

-- The days for which a signed contract pays (docs/rules/pay-dates.md, Proration): none before it is signed.
alter table contract add column earns daterange not null generated always as (
  case when paid and status in ('ACTIVE', 'COMPLETED')
    then app.days(greatest(effective_date, contract_start_date), least(contract_end_date, superseded_from - 1))
    else 'empty'::daterange end) stored;
alter table contract add constraint contract_earns_once
  exclude using gist (employer_uuid with =, contractor_sub with =, lower(btrim(role)) with =, earns with &&);

-- One offer of a role waits for its signature at a time: of older ones the newest stays.
update contract c set status = 'DISCARDED', version = version + 1
  where status = 'AWAITING_SIGNATURE' and exists (select from contract n where n.employer_uuid = c.employer_uuid
    and n.contractor_sub = c.contractor_sub and lower(btrim(n.role)) = lower(btrim(c.role)) and n.status = 'AWAITING_SIGNATURE'
    and (n.approved_at, n.contract_uuid) > (c.approved_at, c.contract_uuid));
create unique index contract_one_offer on contract (employer_uuid, contractor_sub, lower(btrim(role))) where status = 'AWAITING_SIGNATURE';
create index contract_by_pair on contract (employer_uuid, contractor_sub);

-- Line items: which days of its period an item pays. A person earns a day of a role once, whatever cycle or revision.
alter table line_item add column earned daterange;
update line_item i set earned = case when period.days * k.earns = 'empty' then period.days else period.days * k.earns end
  from contract k, (select cycle_uuid, app.days(start_date, end_date) days from pay_cycle) period
  where k.contract_uuid = i.contract_uuid and period.cycle_uuid = i.cycle_uuid;
-- Days that were paid twice before the law stay with the item that came first.
update line_item i set earned = 'empty' where status not in ('ARCHIVED', 'CANCELLED') and exists (
  select from line_item o where o.employer_uuid = i.employer_uuid and o.contractor_sub = i.contractor_sub
    and lower(btrim(o.role)) = lower(btrim(i.role)) and o.earned && i.earned and o.status not in ('ARCHIVED', 'CANCELLED')
    and (o.created_at, o.line_item_uuid) < (i.created_at, i.line_item_uuid));
alter table line_item alter column earned set not null;
-- An archived or cancelled item claims no day. Approving and paying do not change it, so those updates stay cheap (HOT).
alter table line_item add column earning daterange not null generated always as (
  case when status in ('ARCHIVED', 'CANCELLED') then 'empty'::daterange else earned end) stored;
-- Checked at the end of the statement: one statement may shorten one item and lengthen the next.
alter table line_item add constraint line_item_earned_once
  exclude using gist (employer_uuid with =, contractor_sub with =, lower(btrim(role)) with =, earning with &&) deferrable initially immediate;

-- Cycles follow each other: a new one begins the day after the last, or fills exactly a gap that an older version left.
create function app.cycles_follow() returns trigger language plpgsql as $$
begin
  if exists (select from pay_cycle where policy_uuid = new.policy_uuid)
      and new.start_date <> (select max(end_date) + 1 from pay_cycle where policy_uuid = new.policy_uuid)
      and not (exists (select from pay_cycle where policy_uuid = new.policy_uuid and end_date = new.start_date - 1)
        and exists (select from pay_cycle where policy_uuid = new.policy_uuid and start_date = new.end_date + 1)) then
    raise exception 'the cycles of a policy follow each other without a gap'
      using errcode = 'check_violation', constraint = 'pay_cycle_follows', table = 'pay_cycle';
  end if;
  return new;
end $$;
create trigger cycles_follow before insert on pay_cycle for each row execute function app.cycles_follow();

-- A calendar that cycles or signed terms go by stays as it is; another calendar is another policy.
create function app.keep_calendar() returns trigger language plpgsql as $$
begin
  if exists (select from pay_cycle where policy_uuid = old.policy_uuid)
      or exists (select from contract where pay_policy_uuid = old.policy_uuid and status in ('AWAITING_SIGNATURE', 'ACTIVE')) then
    raise exception 'a policy in use keeps its dates'
      using errcode = 'check_violation', constraint = 'payroll_policy_in_use', table = 'payroll_policy';
  end if;
  return new;
end $$;
create trigger keep_calendar before update on payroll_policy for each row
  when ((old.period_type, old.first_period_end_date, old.pay_date_rule, old.preferred_pay_day, old.week_of_month, old.day_of_week,
      old.monthly_business_day, old.semi_monthly_preferred_pay_day, old.holiday_policy, old.after_holiday)
    is distinct from (new.period_type, new.first_period_end_date, new.pay_date_rule, new.preferred_pay_day, new.week_of_month,
      new.day_of_week, new.monthly_business_day, new.semi_monthly_preferred_pay_day, new.holiday_policy, new.after_holiday))
  execute function app.keep_calendar();

-- An amount on the wire is a whole number that JSON carries exactly, up to 2^53 - 1 (design: Money); so are all sums of balances.
alter table ledger_account add constraint balance_fits_json
  check (abs(posted_in - posted_out) <= 9007199254740991 and pending_in <= 9007199254740991 and pending_out <= 9007199254740991);

-- What an employer has available in currencies, held until the transaction ends: whoever decides by a balance decides alone. Locks
-- the accounts that reserving touches, in id order, as app.post_transfers does.
create function app.lock_balances(owner_uuid uuid, codes text[]) returns table (currency text, available bigint)
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if not (app.sees_all() or owner_uuid = app.acting_employer()) then return; end if;
  perform 1 from ledger_account a
    where a.employer_uuid = owner_uuid and a.kind in ('available', 'reserved') and a.currency = any(codes)
    order by a.account_id for no key update;
  return query select a.currency, a.posted_in - a.posted_out - a.pending_out from ledger_account a
    where a.employer_uuid = owner_uuid and a.kind = 'available' and a.currency = any(codes);
end $$;
revoke execute on function app.lock_balances(uuid, text[]) from public;
grant execute on function app.lock_balances(uuid, text[]) to corridor_app;

-- A reference is one receipt however it is spelled. Where an older version booked two spellings the index cannot be made; then the
-- books tell them apart as they stand.
do $$ begin
  create unique index funding_reference_once on funding (lower(reference));
exception when unique_violation then raise notice 'references that differ in case alone were booked before';
end $$;

-- A rate is of one source; two sources of one instant are two rates.
alter table fx_rate drop constraint fx_rate_pkey, add primary key (from_currency, to_currency, as_of, source);

-- One row for each reaction to an event, so that a mail that fails keeps no payroll from going on. Rows without a reaction are of a
-- version that knew events alone: they stand for all of them.
alter table outbox_event add column reaction text;

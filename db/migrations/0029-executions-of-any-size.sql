-- An execution may be of any size: it names what was seen by a digest, and its progress is counted by the statements that make it.

alter table execution add column digest text check (digest ~ '^[0-9a-f]{64}$');
-- What was seen is executed once.
create unique index execution_of_digest on execution (digest) where digest is not null;
grant update (payments) on execution to corridor_operations;

-- Payments that a second operator was asked about, by the digest of what was seen: they are kept as they were meant, however many.
create table execution_set (
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  payment_uuid uuid not null references payment (payment_uuid),
  primary key (digest, payment_uuid)
);
call app.protect('execution_set', 'false');
call app.append_only('execution_set');
grant select, insert on execution_set to corridor_operations;

-- How many payments of an execution stand where, per rail.
create table execution_count (
  execution_uuid uuid not null references execution (execution_uuid),
  network text not null,
  currency text not null,
  status text not null,
  payments bigint not null,
  total_minor bigint not null,
  primary key (execution_uuid, network, currency, status)
) with (fillfactor = 50);
call app.protect('execution_count', 'false');
grant select on execution_count to corridor_operations;
create policy writer on execution_count to current_user using (true) with check (true);

create function app.count_executed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into execution_count as c (execution_uuid, network, currency, status, payments, total_minor)
    select execution_uuid, network, currency, status, sum(n), sum(n * amount_minor) from (
        select execution_uuid, network, currency, status, amount_minor, 1 n from new_rows where execution_uuid is not null
        union all select execution_uuid, network, currency, status, amount_minor, -1 from old_rows where execution_uuid is not null) moved
      group by 1, 2, 3, 4 having sum(n) <> 0 or sum(n * amount_minor) <> 0 order by 1, 2, 3, 4
    on conflict (execution_uuid, network, currency, status) do update
      set payments = c.payments + excluded.payments, total_minor = c.total_minor + excluded.total_minor;
  return null;
end $$;
create trigger executed after update on payment referencing old table as old_rows new table as new_rows
  for each statement execute function app.count_executed();

insert into execution_count select execution_uuid, network, currency, status, count(*), sum(amount_minor) from payment
  where execution_uuid is not null group by 1, 2, 3, 4;

-- No index on what every step of a payment changes, so that its rows are updated in place: whether it is over changes once, and which
-- attempt and execution it is in stands in the attempts, which are inserted.
alter table payment add column is_over boolean not null generated always as (status in ('SETTLED', 'CANCELLED')) stored;
drop index payment_unpaid, payment_history, payment_by_execution, payment_attempt_of;
create index payment_unpaid on payment (pay_date, payment_uuid) where not is_over;
create index payment_history on payment (pay_date, payment_uuid) where is_over;

alter table payment_attempt
  add column execution_uuid uuid references execution (execution_uuid),
  add column is_live boolean not null generated always as (outcome is null or outcome in ('SENT', 'UNKNOWN')) stored,
  set (fillfactor = 50);
-- At most one attempt of a payment is live or went through: a payment is paid once.
drop index payment_attempt_live;
create unique index payment_attempt_live on payment_attempt (payment_uuid) where is_live;
update payment_attempt a set execution_uuid = p.execution_uuid from payment p where p.attempt_uuid = a.attempt_uuid and not p.is_over;
create index payment_attempt_by_execution on payment_attempt (execution_uuid, payment_uuid);

-- A process of an older version says it of the payment alone.
create function app.attempt_is_of_execution() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  new.execution_uuid := (select execution_uuid from payment where payment_uuid = new.payment_uuid);
  return new;
end $$;
create trigger of_execution before insert on payment_attempt for each row when (new.execution_uuid is null)
  execute function app.attempt_is_of_execution();

-- Of the contracts that may have unpaid days these are looked at, and not all of the policy.
create or replace function app.cycle_is_filled() returns trigger language plpgsql security definer set search_path = public, app, pg_temp as $$
declare
  period daterange := app.days(new.start_date, new.end_date);
begin
  perform from maybe_unpaid u join contract k using (employer_uuid, contract_uuid)
    where u.employer_uuid = new.employer_uuid and k.pay_policy_uuid = new.policy_uuid order by contract_uuid for update of u;
  -- Whoever begins in this period and is paid all of it is looked at no further; of the others each is looked at.
  delete from maybe_unpaid u using contract k
    where u.employer_uuid = new.employer_uuid and k.contract_uuid = u.contract_uuid and k.pay_policy_uuid = new.policy_uuid
      and lower(k.earns) >= new.start_date
      and exists (select from line_item i where i.cycle_uuid = new.cycle_uuid and i.contract_uuid = k.contract_uuid and i.earned @> k.earns * period);
  with looked_at as materialized (
    select k.contract_uuid, k from maybe_unpaid u join contract k using (employer_uuid, contract_uuid)
      where u.employer_uuid = new.employer_uuid and k.pay_policy_uuid = new.policy_uuid
  )
  delete from maybe_unpaid u using looked_at l
    where u.employer_uuid = new.employer_uuid and u.contract_uuid = l.contract_uuid and isempty(app.unpaid_days(l.k));
  insert into maybe_unpaid select k.employer_uuid, k.contract_uuid from contract k
    where k.employer_uuid = new.employer_uuid and k.pay_policy_uuid = new.policy_uuid and k.earns && period
      and not exists (select from line_item i where i.cycle_uuid = new.cycle_uuid and i.contract_uuid = k.contract_uuid
        and i.earned @> k.earns * period)
    on conflict do nothing;
  return null;
end $$;

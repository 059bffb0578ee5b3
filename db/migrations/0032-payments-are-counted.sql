-- How many payments of a cycle stand where, kept by the statements that change them: what is said of a cycle's pay costs the same for ten
-- people and for a hundred thousand. `npm run verify` compares.
create table payment_count (
  cycle_uuid uuid not null,
  status text not null,
  -- Of what is HELD; empty otherwise.
  hold_reason text not null,
  -- Of the contract, in which `total_minor` is.
  currency text not null,
  employer_uuid uuid not null,
  payments bigint not null,
  total_minor bigint not null,
  primary key (cycle_uuid, status, hold_reason, currency),
  foreign key (cycle_uuid, employer_uuid) references pay_cycle (cycle_uuid, employer_uuid)
) with (fillfactor = 50);
call app.protect('payment_count', 'employer_uuid = (select app.acting_employer())');
grant select on payment_count to corridor_app, corridor_operations;
create policy writer on payment_count to current_user using (true) with check (true);

create function app.count_payments() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into payment_count as c (cycle_uuid, status, hold_reason, currency, employer_uuid, payments, total_minor)
    select cycle_uuid, status, coalesce(hold_reason, ''), source_currency, employer_uuid, count(*), sum(source_minor) from new_rows
      group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4
    on conflict (cycle_uuid, status, hold_reason, currency) do update
      set payments = c.payments + excluded.payments, total_minor = c.total_minor + excluded.total_minor;
  return null;
end $$;
create trigger counted after insert on payment referencing new table as new_rows
  for each statement execute function app.count_payments();

create function app.count_payments_again() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into payment_count as c (cycle_uuid, status, hold_reason, currency, employer_uuid, payments, total_minor)
    select cycle_uuid, status, hold_reason, source_currency, employer_uuid, sum(n), sum(n * source_minor) from (
        select cycle_uuid, status, coalesce(hold_reason, '') hold_reason, source_currency, employer_uuid, source_minor, 1 n from new_rows
        union all
        select cycle_uuid, status, coalesce(hold_reason, ''), source_currency, employer_uuid, source_minor, -1 from old_rows) moved
      group by 1, 2, 3, 4, 5 having sum(n) <> 0 or sum(n * source_minor) <> 0 order by 1, 2, 3, 4
    on conflict (cycle_uuid, status, hold_reason, currency) do update
      set payments = c.payments + excluded.payments, total_minor = c.total_minor + excluded.total_minor;
  return null;
end $$;
create trigger counted_again after update on payment referencing old table as old_rows new table as new_rows
  for each statement execute function app.count_payments_again();

-- What was there before.
insert into payment_count select cycle_uuid, status, coalesce(hold_reason, ''), source_currency, employer_uuid, count(*), sum(source_minor)
  from payment group by 1, 2, 3, 4, 5;

-- What has no money yet, whatever else it waits for: a payment that waits for a new account as well is held for that alone, and was counted
-- as if its money were there. `npm run verify` compares.
alter table payment_count add column unfunded_minor bigint not null default 0;

create or replace function app.count_payments() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into payment_count as c (cycle_uuid, status, hold_reason, currency, employer_uuid, payments, total_minor, unfunded_minor)
    select cycle_uuid, status, coalesce(hold_reason, ''), source_currency, employer_uuid, count(*), sum(source_minor),
        coalesce(sum(source_minor) filter (where not funded and status not in ('SETTLED', 'CANCELLED')), 0) from new_rows
      group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4
    on conflict (cycle_uuid, status, hold_reason, currency) do update
      set payments = c.payments + excluded.payments, total_minor = c.total_minor + excluded.total_minor,
          unfunded_minor = c.unfunded_minor + excluded.unfunded_minor;
  return null;
end $$;

create or replace function app.count_payments_again() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into payment_count as c (cycle_uuid, status, hold_reason, currency, employer_uuid, payments, total_minor, unfunded_minor)
    select cycle_uuid, status, hold_reason, source_currency, employer_uuid, sum(n), sum(n * source_minor), sum(n * unfunded) from (
        select cycle_uuid, status, coalesce(hold_reason, '') hold_reason, source_currency, employer_uuid, source_minor,
            case when funded or status in ('SETTLED', 'CANCELLED') then 0 else source_minor end unfunded, 1 n from new_rows
        union all
        select cycle_uuid, status, coalesce(hold_reason, ''), source_currency, employer_uuid, source_minor,
            case when funded or status in ('SETTLED', 'CANCELLED') then 0 else source_minor end, -1 from old_rows) moved
      group by 1, 2, 3, 4, 5 having sum(n) <> 0 or sum(n * source_minor) <> 0 or sum(n * unfunded) <> 0 order by 1, 2, 3, 4
    on conflict (cycle_uuid, status, hold_reason, currency) do update
      set payments = c.payments + excluded.payments, total_minor = c.total_minor + excluded.total_minor,
          unfunded_minor = c.unfunded_minor + excluded.unfunded_minor;
  return null;
end $$;

-- What was there before.
update payment_count c set unfunded_minor = p.minor from (
    select cycle_uuid, status, coalesce(hold_reason, '') hold_reason, source_currency, sum(source_minor) minor from payment
      where not funded and not is_over group by 1, 2, 3, 4) p
  where (c.cycle_uuid, c.status, c.hold_reason, c.currency) = (p.cycle_uuid, p.status, p.hold_reason, p.source_currency);

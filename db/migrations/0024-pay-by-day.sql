-- How many contracts of a policy begin and end to pay on which day, and what they pay for a whole period: kept, so that what comes is
-- estimated from a few days and not from every contract.

-- Rate times hours, rounded half-even once (domain/kernel/hours.ts, payFor; held equal by a test).
create function app.pay_for(hourly_rate_minor bigint, hours_hundredths integer) returns bigint language sql immutable parallel safe
  return (select (case when p % 100 = 50 and div(p, 100) % 2 = 0 then div(p, 100) else div(p + 50, 100) end)::bigint
    from (select hourly_rate_minor::numeric * hours_hundredths) product(p));

create table policy_day (
  policy_uuid uuid not null,
  currency text not null,
  -- The first day that a contract pays, or the first that it does not pay any more.
  day date not null,
  employer_uuid uuid not null,
  beginning integer not null,
  beginning_minor bigint not null,
  ending integer not null,
  ending_minor bigint not null,
  primary key (policy_uuid, currency, day),
  foreign key (policy_uuid, employer_uuid) references payroll_policy (policy_uuid, employer_uuid)
);
call app.protect('policy_day', 'employer_uuid = (select app.acting_employer())');
-- Contractors sign, and see nothing of it.
create policy writer on policy_day to current_user using (true) with check (true);
grant select on policy_day to corridor_app;

-- By statement: a day on which a hundred thousand contracts begin is one row, and is changed once.
create function app.contracts_pay_days() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into policy_day as d (policy_uuid, currency, day, employer_uuid, beginning, beginning_minor, ending, ending_minor)
    select pay_policy_uuid, currency, day, employer_uuid, sum(b), sum(b * minor), sum(e), sum(e * minor)
      from new_rows, lateral (select app.pay_for(hourly_rate_minor, scheduled_hours_hundredths)) pay(minor),
        lateral (select lower(earns) as day, 1 b, 0 e union all select upper(earns), 0, 1 where not upper_inf(earns)) moved
      where not isempty(earns) group by 1, 2, 3, 4 order by 1, 2, 3
    on conflict (policy_uuid, currency, day) do update set beginning = d.beginning + excluded.beginning,
      beginning_minor = d.beginning_minor + excluded.beginning_minor, ending = d.ending + excluded.ending,
      ending_minor = d.ending_minor + excluded.ending_minor;
  return null;
end $$;
create function app.contracts_pay_other_days() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into policy_day as d (policy_uuid, currency, day, employer_uuid, beginning, beginning_minor, ending, ending_minor)
    select pay_policy_uuid, currency, day, employer_uuid, sum(n * b), sum(n * b * minor), sum(n * e), sum(n * e * minor)
      from (select pay_policy_uuid, currency, employer_uuid, earns, hourly_rate_minor, scheduled_hours_hundredths, 1 n from new_rows
          union all select pay_policy_uuid, currency, employer_uuid, earns, hourly_rate_minor, scheduled_hours_hundredths, -1 from old_rows) k,
        lateral (select app.pay_for(hourly_rate_minor, scheduled_hours_hundredths)) pay(minor),
        lateral (select lower(earns) as day, 1 b, 0 e union all select upper(earns), 0, 1 where not upper_inf(earns)) moved
      where not isempty(earns) group by 1, 2, 3, 4
      having sum(n * b) <> 0 or sum(n * b * minor) <> 0 or sum(n * e) <> 0 or sum(n * e * minor) <> 0 order by 1, 2, 3
    on conflict (policy_uuid, currency, day) do update set beginning = d.beginning + excluded.beginning,
      beginning_minor = d.beginning_minor + excluded.beginning_minor, ending = d.ending + excluded.ending,
      ending_minor = d.ending_minor + excluded.ending_minor;
  return null;
end $$;
create trigger pays_days_at_first after insert on contract referencing new table as new_rows
  for each statement execute function app.contracts_pay_days();
create trigger pays_days after update on contract referencing old table as old_rows new table as new_rows
  for each statement execute function app.contracts_pay_other_days();

insert into policy_day (policy_uuid, currency, day, employer_uuid, beginning, beginning_minor, ending, ending_minor)
  select pay_policy_uuid, currency, day, employer_uuid, sum(b), sum(b * minor), sum(e), sum(e * minor) from (
      select pay_policy_uuid, currency, employer_uuid, lower(earns) as day, 1 b, 0 e, app.pay_for(hourly_rate_minor, scheduled_hours_hundredths) minor
        from contract where not isempty(earns)
      union all
      select pay_policy_uuid, currency, employer_uuid, upper(earns), 0, 1, app.pay_for(hourly_rate_minor, scheduled_hours_hundredths)
        from contract where not isempty(earns) and not upper_inf(earns)) moved
    group by 1, 2, 3, 4;

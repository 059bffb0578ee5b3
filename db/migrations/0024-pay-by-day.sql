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

create function app.pay_moves_days(sign integer, policy uuid, employer uuid, currency text, pays daterange, minor bigint) returns void language sql
  set search_path = public, pg_temp as $$
  insert into policy_day as d (policy_uuid, currency, day, employer_uuid, beginning, beginning_minor, ending, ending_minor)
    select policy, currency, day, employer, sum(b), sum(b * minor), sum(e), sum(e * minor)
      from (select lower(pays) as day, sign b, 0 e union all select upper(pays), 0, sign where not upper_inf(pays)) moved
      where not isempty(pays) group by day order by day
    on conflict (policy_uuid, currency, day) do update set beginning = d.beginning + excluded.beginning,
      beginning_minor = d.beginning_minor + excluded.beginning_minor, ending = d.ending + excluded.ending,
      ending_minor = d.ending_minor + excluded.ending_minor
$$;

create function app.contract_pays_days() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'UPDATE' then
    perform app.pay_moves_days(-1, old.pay_policy_uuid, old.employer_uuid, old.currency, old.earns,
      app.pay_for(old.hourly_rate_minor, old.scheduled_hours_hundredths));
  end if;
  perform app.pay_moves_days(1, new.pay_policy_uuid, new.employer_uuid, new.currency, new.earns,
    app.pay_for(new.hourly_rate_minor, new.scheduled_hours_hundredths));
  return null;
end $$;
create trigger pays_days_at_first after insert on contract for each row when (not isempty(new.earns)) execute function app.contract_pays_days();
create trigger pays_days after update on contract for each row
  when ((old.earns, old.pay_policy_uuid, old.currency, old.hourly_rate_minor, old.scheduled_hours_hundredths)
    is distinct from (new.earns, new.pay_policy_uuid, new.currency, new.hourly_rate_minor, new.scheduled_hours_hundredths))
  execute function app.contract_pays_days();

insert into policy_day (policy_uuid, currency, day, employer_uuid, beginning, beginning_minor, ending, ending_minor)
  select pay_policy_uuid, currency, day, employer_uuid, sum(b), sum(b * minor), sum(e), sum(e * minor) from (
      select pay_policy_uuid, currency, employer_uuid, lower(earns) as day, 1 b, 0 e, app.pay_for(hourly_rate_minor, scheduled_hours_hundredths) minor
        from contract where not isempty(earns)
      union all
      select pay_policy_uuid, currency, employer_uuid, upper(earns), 0, 1, app.pay_for(hourly_rate_minor, scheduled_hours_hundredths)
        from contract where not isempty(earns) and not upper_inf(earns)) moved
    group by 1, 2, 3, 4;

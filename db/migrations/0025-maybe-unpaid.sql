-- The contracts that may have days that no line item pays: whoever looks for such days looks at these, and not at all contracts. One comes
-- when its days change, when a cycle opens that does not pay its days in full, and when an item is shortened; it goes when a cycle of its
-- policy opens and no day of it is unpaid.
create table maybe_unpaid (
  employer_uuid uuid not null references employer (employer_uuid),
  contract_uuid uuid not null,
  primary key (employer_uuid, contract_uuid)
);
call app.protect('maybe_unpaid', 'employer_uuid = (select app.acting_employer())');
grant select on maybe_unpaid to corridor_app;
create policy writer on maybe_unpaid to current_user using (true) with check (true);
create policy looked_through on line_item for select to current_user using (true);
create policy looked_through on pay_cycle for select to current_user using (true);

-- The days of a contract up to the end of its policy's last opened cycle that no line item pays; null before one was opened.
create function app.unpaid_days(k contract) returns datemultirange language sql stable set search_path = public, app, pg_temp as $$
  select datemultirange(k.earns * daterange(null, opened.until)) - coalesce((select range_agg(i.earned) from line_item i
      where i.contractor_sub = k.contractor_sub and i.employer_uuid = k.employer_uuid and lower(btrim(i.role)) = lower(btrim(k.role))), '{}')
    from (select max(end_date) + 1 until from pay_cycle where policy_uuid = k.pay_policy_uuid) opened where opened.until is not null
$$;
grant execute on function app.unpaid_days(contract) to corridor_app;

create function app.days_change() returns trigger language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  insert into maybe_unpaid values (new.employer_uuid, new.contract_uuid)
    on conflict (employer_uuid, contract_uuid) do update set contract_uuid = excluded.contract_uuid;
  return null;
end $$;
create trigger earns after insert on contract for each row when (not isempty(new.earns)) execute function app.days_change();
create trigger earns_otherwise after update on contract for each row
  when (not isempty(new.earns) and (old.earns, old.pay_policy_uuid, old.role) is distinct from (new.earns, new.pay_policy_uuid, new.role))
  execute function app.days_change();

create function app.item_is_shortened() returns trigger language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  insert into maybe_unpaid select k.employer_uuid, k.contract_uuid from contract k
    where k.employer_uuid = old.employer_uuid and k.contractor_sub = old.contractor_sub and not isempty(k.earns)
    on conflict (employer_uuid, contract_uuid) do update set contract_uuid = excluded.contract_uuid;
  return null;
end $$;
create trigger shortened after update of earned on line_item for each row when (not old.earned <@ new.earned)
  execute function app.item_is_shortened();
-- None goes by a use case; by hand it may.
create trigger gone after delete on line_item for each row execute function app.item_is_shortened();

-- When a cycle was opened and filled.
create function app.cycle_is_filled() returns trigger language plpgsql security definer set search_path = public, app, pg_temp as $$
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
  delete from maybe_unpaid u using contract k
    where u.employer_uuid = new.employer_uuid and k.contract_uuid = u.contract_uuid and k.pay_policy_uuid = new.policy_uuid
      and isempty(app.unpaid_days(k));
  insert into maybe_unpaid select k.employer_uuid, k.contract_uuid from contract k
    where k.employer_uuid = new.employer_uuid and k.pay_policy_uuid = new.policy_uuid and k.earns && period
      and not exists (select from line_item i where i.cycle_uuid = new.cycle_uuid and i.contract_uuid = k.contract_uuid
        and i.earned @> k.earns * period)
    on conflict do nothing;
  return null;
end $$;
create constraint trigger filled after insert on pay_cycle deferrable initially deferred for each row execute function app.cycle_is_filled();

insert into maybe_unpaid select employer_uuid, contract_uuid from contract k
  where not isempty(k.earns) and isempty(app.unpaid_days(k)) is not true;

-- Items at a lower rate for days of which a contract now gives more: a raise that was signed late (decision 0120). An item
-- whose raise was added somewhere names itself in that entry, and is not named again.
create function app.is_raised(item uuid, sub text) returns boolean language sql stable set search_path = public, app, pg_temp
  return exists (select from line_item j where j.contractor_sub = sub and app.is_live(j.status)
    and j.entries @> jsonb_build_array(jsonb_build_object('entry_uuid', item, 'kind', 'RAISE')));

create function app.raised_items(k contract) returns jsonb language sql stable set search_path = public, app, pg_temp as $$
  select jsonb_agg(jsonb_build_object('line_item_uuid', i.line_item_uuid, 'status', i.status,
      'earned', jsonb_build_object('first', lower(i.earned), 'last', upper(i.earned) - 1),
      'raised', jsonb_build_object('first', lower(i.earned * k.earns), 'last', upper(i.earned * k.earns) - 1),
      'hours_hundredths', i.hours_hundredths, 'hourly_rate_minor', i.hourly_rate_minor) order by lower(i.earned), i.line_item_uuid)
    from line_item i
    where i.contractor_sub = k.contractor_sub and i.employer_uuid = k.employer_uuid and lower(btrim(i.role)) = lower(btrim(k.role))
      and i.contract_uuid <> k.contract_uuid and i.earned && k.earns and app.is_live(i.status)
      and i.currency = k.currency and i.hourly_rate_minor < k.hourly_rate_minor
      and not app.is_raised(i.line_item_uuid, i.contractor_sub)
$$;
grant execute on function app.is_raised(uuid, text), app.raised_items(contract) to corridor_app;

-- As before, but whose raise was not added is looked at on.
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
    where u.employer_uuid = new.employer_uuid and u.contract_uuid = l.contract_uuid and isempty(app.unpaid_days(l.k)) and app.raised_items(l.k) is null;
  insert into maybe_unpaid select k.employer_uuid, k.contract_uuid from contract k
    where k.employer_uuid = new.employer_uuid and k.pay_policy_uuid = new.policy_uuid and k.earns && period
      and not exists (select from line_item i where i.cycle_uuid = new.cycle_uuid and i.contract_uuid = k.contract_uuid
        and i.earned @> k.earns * period)
    on conflict do nothing;
  return null;
end $$;

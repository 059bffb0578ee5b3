-- Of days that were paid, each later revision that gives more for them is owed what it gives more than the one before it (decision 0147): an
-- entry RAISE says in `raise` which days of which item it brings from which rate to which. Entries of before are called by the item that they
-- raise, have its days as words, and bring it from its own rate to that of the pay that they stand on.
create function app.raises_of(item line_item) returns table (first date, last date, before_minor bigint, rate_minor bigint)
  language sql stable set search_path = public, app, pg_temp as $$
  select coalesce(e #>> '{raise,first}', split_part(e ->> 'words', '/', 1))::date, coalesce(e #>> '{raise,last}', split_part(e ->> 'words', '/', 2))::date,
      coalesce((e #>> '{raise,before_minor}')::bigint, item.hourly_rate_minor), coalesce((e #>> '{raise,rate_minor}')::bigint, j.hourly_rate_minor)
    from line_item j cross join jsonb_array_elements(j.entries) e
    where j.contractor_sub = item.contractor_sub and app.is_live(j.status) and j.entries @> '[{"kind": "RAISE"}]' and e ->> 'kind' = 'RAISE'
      and coalesce(e #>> '{raise,line_item_uuid}', e ->> 'entry_uuid') = item.line_item_uuid::text
$$;

-- As before, but by either kind of entry.
create or replace function app.is_raised(item uuid, sub text) returns boolean language sql stable set search_path = public, app, pg_temp
  return exists (select from line_item j where j.contractor_sub = sub and app.is_live(j.status)
    and (j.entries @> jsonb_build_array(jsonb_build_object('entry_uuid', item, 'kind', 'RAISE'))
      or j.entries @> jsonb_build_array(jsonb_build_object('raise', jsonb_build_object('line_item_uuid', item), 'kind', 'RAISE'))));

-- Items at a lower rate for days of which a contract now gives more than they have by what was added. What was added covers days by steps of the
-- rate, none twice: together they come to as much as is covered. A process of before asks `raised_items`, which names no item of which anything was.
create function app.items_raised(k contract) returns jsonb language sql stable set search_path = public, app, pg_temp as $$
  select jsonb_agg(jsonb_build_object('line_item_uuid', i.line_item_uuid, 'status', i.status,
      'earned', jsonb_build_object('first', lower(i.earned), 'last', upper(i.earned) - 1),
      'raised', jsonb_build_object('first', lower(d.days), 'last', upper(d.days) - 1),
      'hours_hundredths', i.hours_hundredths, 'hourly_rate_minor', i.hourly_rate_minor, 'added', a.added) order by lower(i.earned), i.line_item_uuid)
    from line_item i cross join lateral (select i.earned * k.earns as days) d
      cross join lateral (
        select coalesce(jsonb_agg(jsonb_build_object('first', r.first, 'last', r.last, 'before_minor', r.before_minor, 'rate_minor', r.rate_minor)), '[]') added,
            coalesce(sum(greatest(0, least(r.last, upper(d.days) - 1) - greatest(r.first, lower(d.days)) + 1)
              * greatest(0, least(r.rate_minor, k.hourly_rate_minor) - greatest(r.before_minor, i.hourly_rate_minor))), 0) covered
          from app.raises_of(i) r) a
    where i.contractor_sub = k.contractor_sub and i.employer_uuid = k.employer_uuid and lower(btrim(i.role)) = lower(btrim(k.role))
      and i.contract_uuid <> k.contract_uuid and i.earned && k.earns and app.is_live(i.status)
      and i.currency = k.currency and i.hourly_rate_minor < k.hourly_rate_minor
      and a.covered < (upper(d.days) - lower(d.days)) * (k.hourly_rate_minor - i.hourly_rate_minor)
$$;
grant execute on function app.raises_of(line_item), app.items_raised(contract) to corridor_app;

-- As before, but whoever has any raise that was not added is looked at on.
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
    where u.employer_uuid = new.employer_uuid and u.contract_uuid = l.contract_uuid and isempty(app.unpaid_days(l.k)) and app.items_raised(l.k) is null;
  insert into maybe_unpaid select k.employer_uuid, k.contract_uuid from contract k
    where k.employer_uuid = new.employer_uuid and k.pay_policy_uuid = new.policy_uuid and k.earns && period
      and not exists (select from line_item i where i.cycle_uuid = new.cycle_uuid and i.contract_uuid = k.contract_uuid
        and i.earned @> k.earns * period)
    on conflict do nothing;
  return null;
end $$;

-- What a raise that was taken off brought is owed again, also once nobody looked for it any more.
create trigger raise_taken_off after update of entries on line_item for each row
  when (old.entries @> '[{"kind": "RAISE"}]' and old.entries is distinct from new.entries) execute function app.item_is_shortened();

-- What was not named until now.
insert into maybe_unpaid select k.employer_uuid, k.contract_uuid from contract k
  where not isempty(k.earns) and exists (select from line_item j where j.contractor_sub = k.contractor_sub and j.entries @> '[{"kind": "RAISE"}]')
    and app.items_raised(k) is not null
  on conflict do nothing;

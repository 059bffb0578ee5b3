-- A raise of paid days is live once (decision 0147): archiving the pay that it stands on makes it owed again, and bringing that pay back would
-- have it live beside what was added meanwhile. No day and step of a rate is covered by two entries, and no day that another item earns.

-- Of which items the entries RAISE of a pay cover which days by which steps of the rate. Those of before decision 0147 are called by the item that
-- they raise, have its days as words, and bring it from its own rate to that of the pay that they stand on.
create function app.raises_on(pay line_item) returns table (entry_uuid text, line_item_uuid uuid, days daterange, steps int8range)
  language sql stable set search_path = public, app, pg_temp as $$
  select e ->> 'entry_uuid', i.line_item_uuid,
      app.days(coalesce(e #>> '{raise,first}', split_part(e ->> 'words', '/', 1))::date, coalesce(e #>> '{raise,last}', split_part(e ->> 'words', '/', 2))::date),
      int8range(f.before_minor, greatest(f.before_minor, coalesce((e #>> '{raise,rate_minor}')::bigint, pay.hourly_rate_minor)))
    from jsonb_array_elements(pay.entries) e
      join line_item i on i.line_item_uuid = case when e ->> 'kind' = 'RAISE' then coalesce(e #>> '{raise,line_item_uuid}', e ->> 'entry_uuid') end::uuid
      cross join lateral (select coalesce((e #>> '{raise,before_minor}')::bigint, i.hourly_rate_minor) before_minor) f
$$;

-- Which of its raises something else covers by now that is a part of some pay: another entry, or another item that earns their days.
create function app.raises_covered(pay line_item) returns table (entry_uuid text, by_uuid uuid)
  language sql stable set search_path = public, app, pg_temp as $$
  select r.entry_uuid, covering.line_item_uuid
    from app.raises_on(pay) r join line_item i on i.line_item_uuid = r.line_item_uuid cross join lateral (
      select o.line_item_uuid from line_item o cross join lateral app.raises_on(o) t
        where o.contractor_sub = pay.contractor_sub and app.is_live(o.status) and o.entries @> '[{"kind": "RAISE"}]'
          and t.line_item_uuid = r.line_item_uuid and (o.line_item_uuid, t.entry_uuid) <> (pay.line_item_uuid, r.entry_uuid)
          and t.days && r.days and t.steps && r.steps
      union all
      select o.line_item_uuid from line_item o
        where o.contractor_sub = i.contractor_sub and o.employer_uuid = i.employer_uuid and lower(btrim(o.role)) = lower(btrim(i.role))
          and o.line_item_uuid <> i.line_item_uuid and o.earning && r.days) covering
$$;
grant execute on function app.raises_on(line_item), app.raises_covered(line_item) to corridor_app;

-- Whoever makes a raise live holds the item that it raises, so that two who do it at once come one after the other, and so that this item keeps
-- its days meanwhile. Looked at when the transaction ends: an item that waits again leaves behind first what is covered.
create function app.raise_covers_once() returns trigger language plpgsql set search_path = public, app, pg_temp as $$
begin
  perform from line_item where line_item_uuid in (
      select r.line_item_uuid from line_item pay cross join lateral app.raises_on(pay) r where pay.line_item_uuid = new.line_item_uuid)
    order by line_item_uuid for no key update;
  if exists (select from line_item pay cross join lateral app.raises_covered(pay) c
      where pay.line_item_uuid = new.line_item_uuid and app.is_live(pay.status)
        and not (app.is_live(old.status) and coalesce(old.entries @> jsonb_build_array(jsonb_build_object('entry_uuid', c.entry_uuid)), false))) then
    raise exception 'what a raise of % covers is covered already', new.line_item_uuid
      using errcode = 'exclusion_violation', constraint = 'raise_covers_once', table = 'line_item';
  end if;
  return null;
end $$;
create constraint trigger raise_covers_once after update of status, entries on line_item deferrable initially deferred for each row
  when (app.is_live(new.status) and new.entries @> '[{"kind": "RAISE"}]'
    and (not app.is_live(old.status) or old.entries is distinct from new.entries)) execute function app.raise_covers_once();

-- What is owed again since the pay that it stood on is none any more, is looked for again, also once nobody did; and so what back pay that
-- waits again lacks.
create trigger comes_or_goes after update of status on line_item for each row
  when (app.is_live(old.status) <> app.is_live(new.status) and (old.back_pay or old.entries @> '[{"kind": "RAISE"}]'))
  execute function app.item_is_shortened();

-- What was not named until now.
insert into maybe_unpaid select k.employer_uuid, k.contract_uuid from contract k
  where not isempty(k.earns) and exists (select from line_item j where j.contractor_sub = k.contractor_sub
      and not app.is_live(j.status) and j.entries @> '[{"kind": "RAISE"}]')
    and app.items_raised(k) is not null
  on conflict do nothing;

-- What was done to one line item or to its timesheet by itself, for the page of that item: the people of its employer read these entries of the
-- audit log, and no others. Who sees all reads them too.
create function app.item_changes(item uuid, timesheet uuid, most integer)
  returns table (seq bigint, created_at timestamptz, actor_sub text, action text, before jsonb, after jsonb)
  language sql stable security definer set search_path = public, app, pg_temp as $$
  select e.seq, e.created_at, e.actor_sub, e.action, e.before, e.after
    from line_item i cross join lateral (
      (select * from audit_entry where entity in ('line_item', 'deduction') and cardinality(entity_uuids) = 1
          and entity_uuids[1] = item::text and employer_uuid = i.employer_uuid order by seq desc limit most)
      union all
      (select * from audit_entry where entity = 'timesheet' and cardinality(entity_uuids) = 1
          and entity_uuids[1] = timesheet::text and employer_uuid = i.employer_uuid order by seq desc limit most)) e
    where i.line_item_uuid = item and (app.sees_all() or i.employer_uuid = (select app.acting_employer()))
    order by e.seq desc limit most
$$;
grant execute on function app.item_changes(uuid, uuid, integer) to corridor_app;

-- What a payroll of many costs the database besides its rows (docs/decisions/0048-what-a-payroll-writes.md). Every law holds as it did.

-- The ids of an entry are thousands of hashes and instants: compressing them takes two thirds of what appending the entry takes.
alter table audit_entry alter column entity_uuids set storage external;

-- What changed about line items is looked at once; each of the consequences, which join the rows again, follows only where there is one.
create or replace function app.line_items_changed() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  waits boolean;
  joins boolean;
  worth boolean;
  paid boolean;
  waited boolean;
begin
  select bool_or(n.status = 'PENDING_APPROVAL'), bool_or(app.is_live(n.status) <> app.is_live(o.status)),
      bool_or((n.amount_minor, n.hours_hundredths) <> (o.amount_minor, o.hours_hundredths)),
      bool_or((n.status = 'PAID') <> (o.status = 'PAID')), bool_or(o.status = 'PENDING_APPROVAL' and n.status <> 'PENDING_APPROVAL')
    into waits, joins, worth, paid, waited from new_rows n join old_rows o using (line_item_uuid);
  if waits or joins then
    insert into review_due as d (cycle_uuid, contractor_sub, employer_uuid)
      select distinct n.cycle_uuid, n.contractor_sub, n.employer_uuid from new_rows n join old_rows o using (line_item_uuid)
        where n.status = 'PENDING_APPROVAL' or app.is_live(n.status) <> app.is_live(o.status) order by 1, 2
      on conflict (cycle_uuid, contractor_sub) do update set due_at = '-infinity' where d.due_at > '-infinity';
  end if;
  if joins or worth then
    perform app.review_next_cycles((select array_agg(distinct cycle_uuid) from new_rows), (
      select array_agg(distinct n.contractor_sub) from new_rows n join old_rows o using (line_item_uuid)
        where app.is_live(n.status) <> app.is_live(o.status) or (n.amount_minor, n.hours_hundredths) <> (o.amount_minor, o.hours_hundredths)));
  end if;
  -- What was paid, or is not any more, is what the next pay is compared with.
  if paid then
    perform app.review_people_again(array_agg(n.contractor_sub), n.employer_uuid) from new_rows n join old_rows o using (line_item_uuid)
      where (n.status = 'PAID') <> (o.status = 'PAID') group by n.employer_uuid;
  end if;
  if waited then
    delete from item_review r using new_rows n, old_rows o
      where r.line_item_uuid = n.line_item_uuid and o.line_item_uuid = n.line_item_uuid
        and o.status = 'PENDING_APPROVAL' and n.status <> 'PENDING_APPROVAL';
  end if;
  insert into cycle_count as c (cycle_uuid, mark, currency, employer_uuid, items, amount_minor)
    select cycle_uuid, 'ITEM ' || status, currency, employer_uuid, sum(n), sum(n * amount_minor) from (
        select cycle_uuid, status, currency, employer_uuid, amount_minor, 1 n from new_rows
        union all select cycle_uuid, status, currency, employer_uuid, amount_minor, -1 from old_rows) moved
      group by 1, 2, 3, 4 having sum(n) <> 0 or sum(n * amount_minor) <> 0 order by 1, 2, 3
    on conflict (cycle_uuid, mark, currency) do update
      set items = c.items + excluded.items, amount_minor = c.amount_minor + excluded.amount_minor;
  return null;
end $$;

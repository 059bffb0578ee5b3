-- What a page says of a whole cycle is kept by the statements that change it, so that the page costs the same for ten people and for a
-- hundred thousand. Nothing decides by it alone, and all of it can be made anew: `npm run verify` compares.

-- How many things of a cycle bear a mark, and what they come to: `ITEM <status>` of its line items, what the reviews of those that wait
-- say, `DIFFERENCE <code>` of what differs from the cycle before.
create table cycle_count (
  cycle_uuid uuid not null,
  mark text not null,
  currency text not null,
  employer_uuid uuid not null,
  items bigint not null,
  amount_minor bigint not null,
  primary key (cycle_uuid, mark, currency),
  foreign key (cycle_uuid, employer_uuid) references pay_cycle (cycle_uuid, employer_uuid)
) with (fillfactor = 50);
call app.protect('cycle_count', 'employer_uuid = (select app.acting_employer())');

-- What is to be said of a line item that waits for approval (payroll/review-items.ts): the SHA-256 of what approving it approves, and its
-- marks: what is unusual (`UNUSUAL`, `UNUSUAL <code>`), where it would go (`PAYS <from> <to> <network>`, one for each payment), and whether it
-- is blocked (`BLOCKED`) or by which rates it leaves (`LEAVES <pairs>`).
create table item_review (
  line_item_uuid uuid primary key,
  employer_uuid uuid not null,
  cycle_uuid uuid not null,
  contractor_sub text not null,
  currency text not null,
  digest bytea not null,
  marks text[] not null,
  unusual boolean not null,
  blocked boolean not null,
  foreign key (line_item_uuid, employer_uuid) references line_item (line_item_uuid, employer_uuid) on delete cascade
);
create index item_review_by_cycle on item_review (cycle_uuid, line_item_uuid);
create index item_review_by_contractor on item_review (contractor_sub);
create index item_review_unusual on item_review (cycle_uuid, line_item_uuid) where unusual;
create index item_review_blocked on item_review (cycle_uuid, line_item_uuid) where blocked;
call app.protect('item_review', 'employer_uuid = (select app.acting_employer()) or contractor_sub = (select app.acting_sub())');

-- Of whom in which cycle something changed since it was reviewed; from `due_at` on they are reviewed again before anything is said.
create table review_due (
  cycle_uuid uuid not null,
  contractor_sub text not null,
  employer_uuid uuid not null,
  due_at timestamptz not null default '-infinity',
  primary key (cycle_uuid, contractor_sub),
  foreign key (cycle_uuid, employer_uuid) references pay_cycle (cycle_uuid, employer_uuid)
);
create index review_due_now on review_due (due_at, cycle_uuid);
call app.protect('review_due', 'employer_uuid = (select app.acting_employer()) or contractor_sub = (select app.acting_sub())');

-- By how much somebody's pay in a cycle differs from the one before of the same policy, where it does: NEW, HOURS, RATE, GONE, BACK_PAY.
create table cycle_difference (
  cycle_uuid uuid not null,
  contractor_sub text not null,
  currency text not null,
  code text not null,
  employer_uuid uuid not null,
  difference_minor bigint not null,
  hours_hundredths integer not null,
  primary key (cycle_uuid, contractor_sub, currency, code),
  foreign key (cycle_uuid, employer_uuid) references pay_cycle (cycle_uuid, employer_uuid)
);
call app.protect('cycle_difference', 'employer_uuid = (select app.acting_employer())');

-- SHA-256 over the digests of everything that waits in a cycle, in the order of their ids. Gone as soon as one of them changes.
create table cycle_digest (
  cycle_uuid uuid primary key,
  employer_uuid uuid not null,
  digest text not null,
  foreign key (cycle_uuid, employer_uuid) references pay_cycle (cycle_uuid, employer_uuid)
);
call app.protect('cycle_digest', 'employer_uuid = (select app.acting_employer())');

-- What was approved, a line for each item, some hundred lines in a row: the text of a large approval in pieces that fit into memory.
create table approval_part (
  approval_uuid uuid not null references approval (approval_uuid),
  part integer not null,
  employer_uuid uuid not null,
  content text not null,
  primary key (approval_uuid, part)
);
alter table approval_part alter column content set storage external;
call app.protect('approval_part', 'employer_uuid = (select app.acting_employer())');
call app.append_only('approval_part');

grant select on cycle_count, item_review, review_due, cycle_difference, cycle_digest, approval_part to corridor_app;
grant insert on cycle_count, item_review, review_due, cycle_difference, cycle_digest, approval_part to corridor_app;
grant update on cycle_count, item_review, review_due to corridor_app;
grant delete on item_review, review_due, cycle_difference, cycle_digest to corridor_app;

-- Whether an item in this state is a part of its cycle's pay.
create function app.is_live(status text) returns boolean language sql immutable
  return status not in ('ARCHIVED', 'CANCELLED');
grant execute on function app.is_live(text) to corridor_app;

-- These people are reviewed again, wherever something of theirs waits for approval; of one employer where that is named.
create function app.review_people_again(subs text[], employer uuid default null) returns void language sql set search_path = public, pg_temp as $$
  insert into review_due as d (cycle_uuid, contractor_sub, employer_uuid)
    select distinct r.cycle_uuid, r.contractor_sub, r.employer_uuid from item_review r
      where r.contractor_sub = any(subs) and (employer is null or r.employer_uuid = employer) order by 1, 2
    on conflict (cycle_uuid, contractor_sub) do update set due_at = '-infinity' where d.due_at > '-infinity'
$$;
grant execute on function app.review_people_again(text[], uuid) to corridor_app;

-- Line items that came or changed: whoever waits, joins or leaves is reviewed again, in the cycle and in the one after it, which is
-- compared with this one; what waits no longer needs no review. Due comes before counts everywhere, as it is locked first.
create function app.line_items_came() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into review_due as d (cycle_uuid, contractor_sub, employer_uuid)
    select distinct cycle_uuid, contractor_sub, employer_uuid from new_rows where status = 'PENDING_APPROVAL' order by 1, 2
    on conflict (cycle_uuid, contractor_sub) do update set due_at = '-infinity' where d.due_at > '-infinity';
  perform app.review_next_cycles((select array_agg(distinct cycle_uuid) from new_rows), (select array_agg(distinct contractor_sub) from new_rows));
  insert into cycle_count as c (cycle_uuid, mark, currency, employer_uuid, items, amount_minor)
    select cycle_uuid, 'ITEM ' || status, currency, employer_uuid, count(*), sum(amount_minor) from new_rows group by 1, 2, 3, 4 order by 1, 2, 3
    on conflict (cycle_uuid, mark, currency) do update
      set items = c.items + excluded.items, amount_minor = c.amount_minor + excluded.amount_minor;
  return null;
end $$;

create function app.line_items_changed() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  changed text[];
begin
  insert into review_due as d (cycle_uuid, contractor_sub, employer_uuid)
    select distinct n.cycle_uuid, n.contractor_sub, n.employer_uuid from new_rows n join old_rows o using (line_item_uuid)
      where n.status = 'PENDING_APPROVAL' or app.is_live(n.status) <> app.is_live(o.status) order by 1, 2
    on conflict (cycle_uuid, contractor_sub) do update set due_at = '-infinity' where d.due_at > '-infinity';
  select array_agg(distinct n.contractor_sub) into changed from new_rows n join old_rows o using (line_item_uuid)
    where app.is_live(n.status) <> app.is_live(o.status) or (n.amount_minor, n.hours_hundredths) <> (o.amount_minor, o.hours_hundredths);
  if changed is not null then
    perform app.review_next_cycles((select array_agg(distinct cycle_uuid) from new_rows), changed);
  end if;
  -- What was paid, or is not any more, is what the next pay is compared with.
  perform app.review_people_again(array_agg(n.contractor_sub), n.employer_uuid) from new_rows n join old_rows o using (line_item_uuid)
    where (n.status = 'PAID') <> (o.status = 'PAID') group by n.employer_uuid;
  delete from item_review r using new_rows n, old_rows o
    where r.line_item_uuid = n.line_item_uuid and o.line_item_uuid = n.line_item_uuid
      and o.status = 'PENDING_APPROVAL' and n.status <> 'PENDING_APPROVAL';
  insert into cycle_count as c (cycle_uuid, mark, currency, employer_uuid, items, amount_minor)
    select cycle_uuid, 'ITEM ' || status, currency, employer_uuid, sum(n), sum(n * amount_minor) from (
        select cycle_uuid, status, currency, employer_uuid, amount_minor, 1 n from new_rows
        union all select cycle_uuid, status, currency, employer_uuid, amount_minor, -1 from old_rows) moved
      group by 1, 2, 3, 4 having sum(n) <> 0 or sum(n * amount_minor) <> 0 order by 1, 2, 3
    on conflict (cycle_uuid, mark, currency) do update
      set items = c.items + excluded.items, amount_minor = c.amount_minor + excluded.amount_minor;
  return null;
end $$;

-- None ever goes by a use case; by hand it may.
create function app.line_items_went() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into review_due as d (cycle_uuid, contractor_sub, employer_uuid)
    select distinct cycle_uuid, contractor_sub, employer_uuid from old_rows order by 1, 2
    on conflict (cycle_uuid, contractor_sub) do update set due_at = '-infinity' where d.due_at > '-infinity';
  perform app.review_next_cycles((select array_agg(distinct cycle_uuid) from old_rows), (select array_agg(distinct contractor_sub) from old_rows));
  update cycle_count c set items = c.items - w.n, amount_minor = c.amount_minor - w.minor from (
      select cycle_uuid, 'ITEM ' || status mark, currency, count(*) n, sum(amount_minor) minor from old_rows group by 1, 2, 3 order by 1, 2, 3) w
    where c.cycle_uuid = w.cycle_uuid and c.mark = w.mark and c.currency = w.currency;
  return null;
end $$;

-- In the cycles that follow these ones, if they are open, these people are compared anew.
create function app.review_next_cycles(cycles uuid[], subs text[]) returns void language sql set search_path = public, pg_temp as $$
  insert into review_due as d (cycle_uuid, contractor_sub, employer_uuid)
    select distinct n.cycle_uuid, s.sub, n.employer_uuid
      from unnest(cycles) of(cycle_uuid) join pay_cycle c on c.cycle_uuid = of.cycle_uuid
        cross join lateral (select cycle_uuid, employer_uuid from pay_cycle where policy_uuid = c.policy_uuid and start_date > c.start_date
          order by start_date limit 1) n
        cross join unnest(subs) s(sub) order by 1, 2
    on conflict (cycle_uuid, contractor_sub) do update set due_at = '-infinity' where d.due_at > '-infinity'
$$;
grant execute on function app.review_next_cycles(uuid[], text[]) to corridor_app;

create trigger line_items_came after insert on line_item referencing new table as new_rows
  for each statement execute function app.line_items_came();
create trigger line_items_went after delete on line_item referencing old table as old_rows
  for each statement execute function app.line_items_went();
create trigger line_items_changed after update on line_item referencing old table as old_rows new table as new_rows
  for each statement execute function app.line_items_changed();

-- A cycle that opens is compared with the one before it, and the one after it with this one.
create function app.cycle_opened() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  with before as (
    select cycle_uuid from pay_cycle where policy_uuid = new.policy_uuid and start_date < new.start_date order by start_date desc limit 1
  ), after as (
    select cycle_uuid from pay_cycle where policy_uuid = new.policy_uuid and start_date > new.start_date order by start_date limit 1
  ), compared as (
    select new.cycle_uuid, before.cycle_uuid of_uuid from before
    union all select after.cycle_uuid, before.cycle_uuid from after, before
    union all select after.cycle_uuid, after.cycle_uuid from after
  )
  insert into review_due as d (cycle_uuid, contractor_sub, employer_uuid)
    select distinct c.cycle_uuid, i.contractor_sub, new.employer_uuid
      from compared c join line_item i on i.cycle_uuid = c.of_uuid and app.is_live(i.status) order by 1, 2
    on conflict (cycle_uuid, contractor_sub) do update set due_at = '-infinity' where d.due_at > '-infinity';
  return null;
end $$;
create trigger cycle_opened after insert on pay_cycle for each row execute function app.cycle_opened();

-- Reviews and differences are counted by their marks; the digest of what waits is made anew when one changes.
create function app.reviews_came() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  delete from cycle_digest where cycle_uuid in (select cycle_uuid from new_rows);
  insert into cycle_count as c (cycle_uuid, mark, currency, employer_uuid, items, amount_minor)
    select cycle_uuid, mark, currency, employer_uuid, count(*), 0 from new_rows, unnest(marks) mark group by 1, 2, 3, 4 order by 1, 2, 3
    on conflict (cycle_uuid, mark, currency) do update set items = c.items + excluded.items;
  return null;
end $$;
create function app.reviews_changed() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  delete from cycle_digest where cycle_uuid in (select cycle_uuid from new_rows);
  insert into cycle_count as c (cycle_uuid, mark, currency, employer_uuid, items, amount_minor)
    select cycle_uuid, mark, currency, employer_uuid, sum(n), 0 from (
        select cycle_uuid, currency, employer_uuid, marks, 1 n from new_rows
        union all select cycle_uuid, currency, employer_uuid, marks, -1 from old_rows) moved, unnest(marks) mark
      group by 1, 2, 3, 4 having sum(n) <> 0 order by 1, 2, 3
    on conflict (cycle_uuid, mark, currency) do update set items = c.items + excluded.items;
  return null;
end $$;
create function app.reviews_went() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  delete from cycle_digest where cycle_uuid in (select cycle_uuid from old_rows);
  update cycle_count c set items = c.items - w.n from (
      select cycle_uuid, mark, currency, count(*) n from old_rows, unnest(marks) mark group by 1, 2, 3 order by 1, 2, 3) w
    where c.cycle_uuid = w.cycle_uuid and c.mark = w.mark and c.currency = w.currency;
  return null;
end $$;
create trigger reviews_came after insert on item_review referencing new table as new_rows
  for each statement execute function app.reviews_came();
create trigger reviews_changed after update on item_review referencing old table as old_rows new table as new_rows
  for each statement execute function app.reviews_changed();
create trigger reviews_went after delete on item_review referencing old table as old_rows
  for each statement execute function app.reviews_went();

create function app.differences_came() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into cycle_count as c (cycle_uuid, mark, currency, employer_uuid, items, amount_minor)
    select cycle_uuid, 'DIFFERENCE ' || code, currency, employer_uuid, count(*), sum(difference_minor) from new_rows group by 1, 2, 3, 4 order by 1, 2, 3
    on conflict (cycle_uuid, mark, currency) do update
      set items = c.items + excluded.items, amount_minor = c.amount_minor + excluded.amount_minor;
  return null;
end $$;
create function app.differences_went() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  update cycle_count c set items = c.items - w.n, amount_minor = c.amount_minor - w.minor from (
      select cycle_uuid, 'DIFFERENCE ' || code mark, currency, count(*) n, sum(difference_minor) minor from old_rows group by 1, 2, 3 order by 1, 2, 3) w
    where c.cycle_uuid = w.cycle_uuid and c.mark = w.mark and c.currency = w.currency;
  return null;
end $$;
create trigger differences_came after insert on cycle_difference referencing new table as new_rows
  for each statement execute function app.differences_came();
create trigger differences_went after delete on cycle_difference referencing old table as old_rows
  for each statement execute function app.differences_went();

-- What a review reads besides: where the pay goes, what a person is called and whether they may be paid, until when a contract pays.
create function app.destinations_changed() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform app.review_people_again((select array_agg(distinct contractor_sub) from new_rows));
  return null;
end $$;
create trigger destinations_came after insert on destination referencing new table as new_rows
  for each statement execute function app.destinations_changed();
create trigger destinations_changed after update on destination referencing new table as new_rows
  for each statement execute function app.destinations_changed();
create function app.people_changed() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform app.review_people_again(array[new.sub]);
  return null;
end $$;
create trigger people_changed after update on person for each row
  when ((old.first_name, old.last_name, old.suspended_at) is distinct from (new.first_name, new.last_name, new.suspended_at))
  execute function app.people_changed();
create trigger contractors_changed after update on contractor for each row
  when (old.verification is distinct from new.verification) execute function app.people_changed();
create function app.contracts_changed() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform app.review_people_again(array[new.contractor_sub], new.employer_uuid);
  return null;
end $$;
create trigger contracts_changed after update on contract for each row when (old.earns is distinct from new.earns)
  execute function app.contracts_changed();

-- What was there before.
insert into cycle_count (cycle_uuid, mark, currency, employer_uuid, items, amount_minor)
  select cycle_uuid, 'ITEM ' || status, currency, employer_uuid, count(*), sum(amount_minor) from line_item group by 1, 2, 3, 4;
insert into review_due (cycle_uuid, contractor_sub, employer_uuid)
  select distinct c.cycle_uuid, i.contractor_sub, c.employer_uuid
    from pay_cycle c
      cross join lateral (select c.cycle_uuid union all (select cycle_uuid from pay_cycle
        where policy_uuid = c.policy_uuid and start_date < c.start_date order by start_date desc limit 1)) of(cycle_uuid)
      join line_item i on i.cycle_uuid = of.cycle_uuid and app.is_live(i.status)
    where exists (select from line_item w where w.cycle_uuid = c.cycle_uuid and w.status = 'PENDING_APPROVAL');

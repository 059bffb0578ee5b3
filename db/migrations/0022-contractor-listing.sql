-- What an employer's list of contractors is cut, searched and counted by, so that a page costs the same in a company of any size: one
-- row for each address, the newest relation with it. Triggers of the tables that it is made of keep it. Who left is found by what was
-- there at the end.

create extension if not exists btree_gin;

create table contractor_listing (
  employer_uuid uuid not null references employer (employer_uuid),
  email text not null,
  invitation_uuid uuid not null,
  datetime_invited timestamptz not null,
  status text not null,
  country_code text,
  -- Name, addresses of mail and roles in small letters, one a line.
  said text not null,
  primary key (employer_uuid, email)
);
create index contractor_listing_newest on contractor_listing (employer_uuid, datetime_invited desc, invitation_uuid desc);
create index contractor_listing_by_status on contractor_listing (employer_uuid, status, datetime_invited desc, invitation_uuid desc);

-- How many there are, by status and country: kept, because counting them costs more the more there are.
create table contractor_count (
  employer_uuid uuid not null references employer (employer_uuid),
  status text not null,
  country_code text not null,
  contractors integer not null,
  primary key (employer_uuid, status, country_code)
);

call app.protect('contractor_listing', 'employer_uuid = (select app.acting_employer())');
call app.protect('contractor_count', 'employer_uuid = (select app.acting_employer())');
grant select on contractor_count to corridor_app;
create policy writer on contractor_listing to current_user using (true) with check (true);
create policy writer on contractor_count to current_user using (true) with check (true);
-- Whoever changes something, what it is listed by is read whole.
create policy lister on invitation for select to current_user using (true);
create policy lister on person for select to current_user using (true);
create policy lister on ended_relation for select to current_user using (true);
create policy lister on contract for select to current_user using (true);

-- What a text is found by in an index, in every script: each two and three letters in a row, since names may be as short as that.
create function app.grams(said text) returns text[] language sql immutable parallel safe
  return array(select distinct gram from generate_series(1, length(said)) at, lateral (values (substr(said, at, 3), 3), (substr(said, at, 2), 2)) g(gram, size)
    where length(gram) = size);
grant execute on function app.grams(text) to corridor_app;

-- Lists these relations again, each as it is by now: the newest relation with each address. Of two who change what one row is made of,
-- the second reads what the first has committed.
create function app.list_contractors(employers uuid[], emails text[]) returns void language plpgsql
  set search_path = public, app, pg_temp as $$
begin
  perform from contractor_listing l where (l.employer_uuid, l.email) in (select e, m from unnest(employers, emails) w(e, m))
    order by l.employer_uuid, l.email for update;
  delete from contractor_listing l where (l.employer_uuid, l.email) in (select e, m from unnest(employers, emails) w(e, m))
    and not exists (select from invitation i where i.employer_uuid = l.employer_uuid and i.email = l.email and i.removed_at is null);
  with newest as materialized (
    select distinct on (i.employer_uuid, i.email) i.employer_uuid, i.email, i.invitation_uuid, i.datetime_invited, i.status, i.role,
        i.country_code, i.contractor_sub
      from (select distinct e, m from unnest(employers, emails) w(e, m)) w join invitation i on i.employer_uuid = w.e and i.email = w.m
      where i.removed_at is null order by i.employer_uuid, i.email, i.datetime_invited desc, i.invitation_uuid desc
  )
  insert into contractor_listing as l (employer_uuid, email, invitation_uuid, datetime_invited, status, country_code, said)
    select i.employer_uuid, i.email, i.invitation_uuid, i.datetime_invited, i.status,
        coalesce(case when x.contractor_sub is null then p.country_code else x.country_code end, i.country_code),
        lower(concat_ws(E'\n', coalesce(x.first_name, p.first_name) || ' ' || coalesce(x.last_name, p.last_name), i.email,
          coalesce(x.email, p.email), i.role, k.roles))
      from newest i
        left join person p on p.sub = i.contractor_sub
        left join ended_relation x on x.contractor_sub = i.contractor_sub and x.employer_uuid = i.employer_uuid
        left join lateral (select string_agg(distinct c.role, E'\n') roles from contract c
          where c.contractor_sub = i.contractor_sub and c.employer_uuid = i.employer_uuid and c.status <> 'DISCARDED') k on true
    on conflict (employer_uuid, email) do update set invitation_uuid = excluded.invitation_uuid, datetime_invited = excluded.datetime_invited,
      status = excluded.status, country_code = excluded.country_code, said = excluded.said
    where l is distinct from excluded;
end $$;

-- Lists again the relations of these people, with the employer named beside each or, where none is, with all.
create function app.list_people(subs text[], employers uuid[]) returns void language sql
  set search_path = public, app, pg_temp as $$
  select app.list_contractors(array_agg(i.employer_uuid), array_agg(i.email))
    from unnest(subs, employers) w(sub, employer) join invitation i on i.contractor_sub = w.sub and (w.employer is null or i.employer_uuid = w.employer)
$$;

create function app.invitations_are_listed() returns trigger language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform app.list_contractors(array_agg(employer_uuid), array_agg(email)) from new_rows;
  return null;
end $$;
create trigger listed_at_first after insert on invitation referencing new table as new_rows
  for each statement execute function app.invitations_are_listed();
create trigger listed after update on invitation referencing new table as new_rows
  for each statement execute function app.invitations_are_listed();

create function app.person_is_listed() returns trigger language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform app.list_people(array[new.sub], array[null::uuid]);
  return null;
end $$;
create trigger listed after update on person for each row
  when ((old.email, old.first_name, old.last_name, old.country_code) is distinct from (new.email, new.first_name, new.last_name, new.country_code))
  execute function app.person_is_listed();

create function app.pairs_are_listed() returns trigger language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform app.list_people(array_agg(contractor_sub), array_agg(employer_uuid)) from changed_rows;
  return null;
end $$;
create trigger listed_at_first after insert on ended_relation referencing new table as changed_rows
  for each statement execute function app.pairs_are_listed();
create trigger listed_at_last after delete on ended_relation referencing old table as changed_rows
  for each statement execute function app.pairs_are_listed();
create trigger listed_at_first after insert on contract referencing new table as changed_rows
  for each statement execute function app.pairs_are_listed();
create function app.pair_is_listed() returns trigger language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform app.list_people(array[new.contractor_sub], array[new.employer_uuid]);
  return null;
end $$;
create trigger listed after update on contract for each row
  when (old.role <> new.role or (old.status = 'DISCARDED') <> (new.status = 'DISCARDED')) execute function app.pair_is_listed();

-- Counted by statement: a row that one statement changed ten thousand times would be read through ten thousand times.
create function app.contractors_come() returns trigger language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  insert into contractor_count as c (employer_uuid, status, country_code, contractors)
    select employer_uuid, status, coalesce(country_code, ''), count(*) from new_rows group by 1, 2, 3 order by 1, 2, 3
    on conflict (employer_uuid, status, country_code) do update set contractors = c.contractors + excluded.contractors;
  return null;
end $$;
create function app.contractors_go() returns trigger language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  update contractor_count c set contractors = c.contractors - g.n
    from (select employer_uuid, status, coalesce(country_code, '') country_code, count(*) n from old_rows group by 1, 2, 3 order by 1, 2, 3) g
    where c.employer_uuid = g.employer_uuid and c.status = g.status and c.country_code = g.country_code;
  return null;
end $$;
create function app.contractors_change() returns trigger language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  insert into contractor_count as c (employer_uuid, status, country_code, contractors)
    select employer_uuid, status, coalesce(country_code, ''), sum(n) from (
        select employer_uuid, status, country_code, 1 n from new_rows union all select employer_uuid, status, country_code, -1 from old_rows) moved
      group by 1, 2, 3 having sum(n) <> 0 order by 1, 2, 3
    on conflict (employer_uuid, status, country_code) do update set contractors = c.contractors + excluded.contractors;
  return null;
end $$;

select app.list_contractors(array_agg(employer_uuid), array_agg(email)) from (select distinct employer_uuid, email from invitation where removed_at is null) i;
insert into contractor_count select employer_uuid, status, coalesce(country_code, ''), count(*) from contractor_listing group by 1, 2, 3;
create index contractor_listing_grams on contractor_listing using gin (employer_uuid, app.grams(said));
create trigger counted_at_first after insert on contractor_listing referencing new table as new_rows
  for each statement execute function app.contractors_come();
create trigger counted_at_last after delete on contractor_listing referencing old table as old_rows
  for each statement execute function app.contractors_go();
create trigger counted after update on contractor_listing referencing old table as old_rows new table as new_rows
  for each statement execute function app.contractors_change();

-- The acting employer's relations of whom a text is said, the newest first. A text that many have is found among the newest, one that
-- few have by its index.
create function app.find_contractors(looked_for text, wanted_status text, before timestamptz, before_uuid uuid, most integer) returns uuid[]
  language plpgsql stable security definer set search_path = public, app, pg_temp as $$
declare
  here text := 'select invitation_uuid, datetime_invited, said from contractor_listing where employer_uuid = $1'
    || case when wanted_status is null then '' else ' and status = $2' end
    || case when before is null then '' else ' and (datetime_invited, invitation_uuid) < ($3, $4)' end;
  newest text := ' order by datetime_invited desc, invitation_uuid desc limit ';
  needle text := lower(looked_for);
  by_gram text := case when app.grams(needle) = '{}' then '' else ' and app.grams(said) @> app.grams($5)' end;
  steps text[] := case when needle is null then array[here]
    else array[format('select * from (%s%s 2000) l where strpos(said, $5) > 0', here, newest), here || by_gram || ' and strpos(said, $5) > 0'] end;
  step text;
  found uuid[];
begin
  foreach step in array steps loop
    execute format('select array(select invitation_uuid from (%s) l%s %s)', step, newest, most)
      into found using app.acting_employer(), wanted_status, before, before_uuid, needle;
    exit when cardinality(found) = most;
  end loop;
  return found;
end $$;
grant execute on function app.find_contractors(text, text, timestamptz, uuid, integer) to corridor_app;

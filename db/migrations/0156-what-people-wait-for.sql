-- What an employer has to do about its people is kept with the list of them, and counted as they are: the home read all relations to say
-- who waits for a contract or for its signature. Kept by the statements that change invitations and contracts (0022).

-- TO_DRAFT: accepted and was offered no contract that was not discarded; TO_SIGN: has a draft, and no contract that is offered or runs. Since
-- when: the invitation, or the newest draft.
alter table contractor_listing add column need text check (need in ('TO_DRAFT', 'TO_SIGN')), add column need_since timestamptz;
alter table contractor_listing add constraint contractor_listing_need check ((need is null) = (need_since is null));
create index contractor_listing_by_need on contractor_listing (employer_uuid, need, need_since desc, invitation_uuid desc) where need is not null;
grant select (employer_uuid, invitation_uuid, need, need_since) on contractor_listing to corridor_app;
grant select (status, country_code) on contractor_listing to corridor_operations;
-- What is empty needs nothing.
alter table contractor_count add column need text not null default '';
alter table contractor_count drop constraint contractor_count_pkey, add primary key (employer_uuid, status, country_code, need);
-- Those that end soon, or did.
create index invitation_ending on invitation (employer_uuid, expires_at, invitation_uuid) where status = 'INVITED' and removed_at is null;

-- As before (0154), with what is needed.
create or replace function app.list_contractors(employers uuid[], emails text[]) returns void language plpgsql
  set search_path = public, app, pg_temp as $$
begin
  perform from contractor_listing l where (l.employer_uuid, l.email) in (select e, m from unnest(employers, emails) w(e, m))
    order by l.employer_uuid, l.email for update;
  delete from contractor_listing l where (l.employer_uuid, l.email) in (select e, m from unnest(employers, emails) w(e, m))
    and not exists (select from invitation i where i.employer_uuid = l.employer_uuid and i.email = l.email and i.removed_at is null);
  with newest as materialized (
    select distinct on (i.employer_uuid, i.email) i.employer_uuid, i.email, i.invitation_uuid, i.datetime_invited, i.status, i.role, i.name,
        i.country_code, i.contractor_sub
      from (select distinct e, m from unnest(employers, emails) w(e, m)) w join invitation i on i.employer_uuid = w.e and i.email = w.m
      where i.removed_at is null order by i.employer_uuid, i.email, i.datetime_invited desc, i.invitation_uuid desc
  )
  insert into contractor_listing as l (employer_uuid, email, invitation_uuid, datetime_invited, status, country_code, said, need, need_since)
    select i.employer_uuid, i.email, i.invitation_uuid, i.datetime_invited, i.status,
        coalesce(case when x.contractor_sub is null then p.country_code else x.country_code end, i.country_code),
        app.folded(concat_ws(E'\n', case when i.contractor_sub is null then i.name
            else app.said_of_name(coalesce(x.first_name, p.first_name), coalesce(x.middle_name, p.middle_name), coalesce(x.last_name, p.last_name)) end,
          i.email, coalesce(x.email, p.email), i.role, k.roles)),
        n.need, case n.need when 'TO_DRAFT' then i.datetime_invited when 'TO_SIGN' then k.drafted_at end
      from newest i
        left join person p on p.sub = i.contractor_sub
        left join ended_relation x on x.contractor_sub = i.contractor_sub and x.employer_uuid = i.employer_uuid
        left join lateral (select string_agg(distinct c.role, E'\n') roles, max(c.created_at) filter (where c.status = 'DRAFT') drafted_at,
            bool_or(c.status in ('AWAITING_SIGNATURE', 'ACTIVE')) stands from contract c
          where c.contractor_sub = i.contractor_sub and c.employer_uuid = i.employer_uuid and c.status <> 'DISCARDED') k on true
        cross join lateral (select case when i.status <> 'ACCEPTED' or k.stands then null when k.stands is null then 'TO_DRAFT'
          when k.drafted_at is not null then 'TO_SIGN' end need) n
    on conflict (employer_uuid, email) do update set invitation_uuid = excluded.invitation_uuid, datetime_invited = excluded.datetime_invited,
      status = excluded.status, country_code = excluded.country_code, said = excluded.said, need = excluded.need, need_since = excluded.need_since
    where l is distinct from excluded;
end $$;

-- Contracts that go on are listed again by statement, of whom more than the role may have changed now.
create or replace function app.pair_is_listed() returns trigger language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform app.list_people(array_agg(n.contractor_sub), array_agg(n.employer_uuid)) from new_rows n join old_rows o using (contract_uuid)
    where (n.role, n.status) is distinct from (o.role, o.status) having count(*) > 0;
  return null;
end $$;
drop trigger listed on contract;
create trigger listed after update on contract referencing old table as old_rows new table as new_rows
  for each statement execute function app.pair_is_listed();

create or replace function app.contractors_come() returns trigger language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  insert into contractor_count as c (employer_uuid, status, country_code, need, contractors)
    select employer_uuid, status, coalesce(country_code, ''), coalesce(need, ''), count(*) from new_rows group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (employer_uuid, status, country_code, need) do update set contractors = c.contractors + excluded.contractors;
  return null;
end $$;
create or replace function app.contractors_go() returns trigger language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  update contractor_count c set contractors = c.contractors - g.n
    from (select employer_uuid, status, coalesce(country_code, '') country_code, coalesce(need, '') need, count(*) n from old_rows
      group by 1, 2, 3, 4 order by 1, 2, 3, 4) g
    where c.employer_uuid = g.employer_uuid and c.status = g.status and c.country_code = g.country_code and c.need = g.need;
  return null;
end $$;
create or replace function app.contractors_change() returns trigger language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  insert into contractor_count as c (employer_uuid, status, country_code, need, contractors)
    select employer_uuid, status, coalesce(country_code, ''), coalesce(need, ''), sum(n) from (
        select employer_uuid, status, country_code, need, 1 n from new_rows union all select employer_uuid, status, country_code, need, -1 from old_rows) moved
      group by 1, 2, 3, 4 having sum(n) <> 0 order by 1, 2, 3, 4
    on conflict (employer_uuid, status, country_code, need) do update set contractors = c.contractors + excluded.contractors;
  return null;
end $$;

select app.list_contractors(array_agg(employer_uuid), array_agg(email)) from contractor_listing having count(*) > 0;

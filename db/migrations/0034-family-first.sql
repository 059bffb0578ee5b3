-- Names in Chinese, Japanese and Korean writing begin with the family's, and have no space; `domain/kernel/names.ts` says the same. Such
-- people are found by both orders.
create or replace function app.person_name(first_name text, last_name text, otherwise text default '') returns text language sql immutable
  return case
    when first_name <> '' and last_name <> ''
      and last_name || first_name ~ '^[\u1100-\u11ff\u3005-\u3007\u3040-\u30ff\u3130-\u318f\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]+$'
      then last_name || first_name
    else coalesce(nullif(btrim(first_name || ' ' || last_name), ''), otherwise) end;

-- What a person is found by under their name: as it is entered and, where that differs, as it is written.
create function app.said_of_name(first_name text, last_name text) returns text language sql immutable parallel safe
  return concat_ws(E'\n', first_name || ' ' || last_name, nullif(app.person_name(first_name, last_name), btrim(first_name || ' ' || last_name)));
grant execute on function app.said_of_name(text, text) to corridor_app;

create or replace function app.said_of_person(first_name text, last_name text, email text) returns text language sql immutable parallel safe
  return lower(app.said_of_name(first_name, last_name) || E'\n' || email);
reindex index person_grams;

create or replace function app.list_contractors(employers uuid[], emails text[]) returns void language plpgsql
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
        lower(concat_ws(E'\n', app.said_of_name(coalesce(x.first_name, p.first_name), coalesce(x.last_name, p.last_name)), i.email,
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
select app.list_contractors(array_agg(i.employer_uuid), array_agg(i.email))
  from (select distinct i.employer_uuid, i.email from invitation i join person p on p.sub = i.contractor_sub
    where i.removed_at is null and app.person_name(p.first_name, p.last_name) <> btrim(p.first_name || ' ' || p.last_name)) i
  having count(*) > 0;

-- The name by which an employer invited somebody: shown, and found by, until that person answered and is called as they say.
alter table invitation add column name text not null default '';

-- As before (0034), with that name.
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
  insert into contractor_listing as l (employer_uuid, email, invitation_uuid, datetime_invited, status, country_code, said)
    select i.employer_uuid, i.email, i.invitation_uuid, i.datetime_invited, i.status,
        coalesce(case when x.contractor_sub is null then p.country_code else x.country_code end, i.country_code),
        lower(concat_ws(E'\n', case when i.contractor_sub is null then i.name
            else app.said_of_name(coalesce(x.first_name, p.first_name), coalesce(x.last_name, p.last_name)) end, i.email,
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

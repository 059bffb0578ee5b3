-- A name is found by any of its words, in whatever order they are typed, the middle ones too, and however its letters are put together:
-- with their accents in one character, in two, or without them. Still along the indexes of 0022 and 0023.

-- Letters as they are compared: small, without the accents of Latin, Greek and Cyrillic, each in its one form. Text in ASCII has no others.
create function app.folded(said text) returns text language sql immutable parallel safe
  return case when octet_length(said) = length(said) then lower(said)
    else translate(lower(normalize(regexp_replace(normalize(said, NFKD), '[\u0300-\u036f]', '', 'g'), NFKC)), 'ς', 'σ') end;

-- The words that are looked for, each once; and as patterns of `like`, whose own signs are letters here.
create function app.words_of(looked_for text) returns text[] language sql immutable parallel safe
  return array(select distinct word from regexp_split_to_table(app.folded(looked_for), '\s+') word where word <> '');
create function app.patterns_of(looked_for text) returns text[] language sql immutable parallel safe
  return array(select '%' || replace(replace(replace(word, '\', '\\'), '%', '\%'), '_', '\_') || '%' from unnest(app.words_of(looked_for)) word);

-- As before (0022), and each letter alone of the scripts of East Asia (from U+2E80 on, and Hangul's own), whose names have words of one letter.
create or replace function app.grams(said text) returns text[] language sql immutable parallel safe
  return array(select distinct gram from generate_series(1, length(said)) at,
      lateral (values (substr(said, at, 3), 3), (substr(said, at, 2), 2), (substr(said, at, 1), 1)) g(gram, size)
    where length(gram) = size and (size > 1 or ascii(gram) >= 11904 or ascii(gram) between 4352 and 4607));
create function app.grams_of(words text[]) returns text[] language sql immutable parallel safe
  return array(select distinct gram from unnest(words) word, unnest(app.grams(word)) gram);

-- As before (0034), with the middle names.
create function app.said_of_name(first_name text, middle_name text, last_name text) returns text language sql immutable parallel safe
  return app.said_of_name(first_name, last_name) || E'\n' || middle_name;
create function app.said_of_person(first_name text, middle_name text, last_name text, email text) returns text language sql immutable parallel safe
  return app.folded(app.said_of_name(first_name, middle_name, last_name) || E'\n' || email);
grant execute on function app.folded(text), app.words_of(text), app.patterns_of(text), app.grams_of(text[]),
  app.said_of_name(text, text, text), app.said_of_person(text, text, text, text) to corridor_app;

drop index person_grams;
create index person_said on person using gin (app.grams(app.said_of_person(first_name, middle_name, last_name, email)));

-- Who left is found by the names that they had at the end.
alter table ended_relation add column middle_name text not null default '';
create or replace view person_seen with (security_invoker = true) as
  select p.sub, coalesce(x.email, p.email) email, coalesce(x.first_name, p.first_name) first_name,
      coalesce(x.last_name, p.last_name) last_name, case when x.contractor_sub is null then p.country_code else x.country_code end country_code,
      case when x.contractor_sub is null then p.subdivision_code else x.subdivision_code end subdivision_code, p.suspended_at,
      x.verification verification_at_end, coalesce(x.middle_name, p.middle_name) middle_name
    from person p left join ended_relation x on x.contractor_sub = p.sub and x.employer_uuid = (select app.acting_employer());

create or replace function app.find_people(looked_for text) returns text[] language plpgsql stable security definer set search_path = public, app, pg_temp as $$
declare
  few constant integer := 500;
  wanted text[] := app.grams_of(app.words_of(looked_for));
  found text[];
begin
  if not app.sees_all() or wanted = '{}' then return null; end if;
  execute format('select array(select sub from person where app.grams(app.said_of_person(first_name, middle_name, last_name, email)) @> $1
    and app.said_of_person(first_name, middle_name, last_name, email) like all ($2) limit %s)', few + 1)
    into found using wanted, app.patterns_of(looked_for);
  return case when cardinality(found) <= few then found end;
end $$;

-- As before (0054), with what is said folded and with the middle names.
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
        app.folded(concat_ws(E'\n', case when i.contractor_sub is null then i.name
            else app.said_of_name(coalesce(x.first_name, p.first_name), coalesce(x.middle_name, p.middle_name), coalesce(x.last_name, p.last_name)) end,
          i.email, coalesce(x.email, p.email), i.role, k.roles))
      from newest i
        left join person p on p.sub = i.contractor_sub
        left join ended_relation x on x.contractor_sub = i.contractor_sub and x.employer_uuid = i.employer_uuid
        left join lateral (select string_agg(distinct c.role, E'\n') roles from contract c
          where c.contractor_sub = i.contractor_sub and c.employer_uuid = i.employer_uuid and c.status <> 'DISCARDED') k on true
    on conflict (employer_uuid, email) do update set invitation_uuid = excluded.invitation_uuid, datetime_invited = excluded.datetime_invited,
      status = excluded.status, country_code = excluded.country_code, said = excluded.said
    where l is distinct from excluded;
end $$;
create or replace trigger listed after update on person for each row
  when ((old.email, old.first_name, old.middle_name, old.last_name, old.country_code)
    is distinct from (new.email, new.first_name, new.middle_name, new.last_name, new.country_code))
  execute function app.person_is_listed();
select app.list_contractors(array_agg(employer_uuid), array_agg(email)) from contractor_listing having count(*) > 0;
reindex index contractor_listing_grams;

-- As before (0022), by words: a text that many have is found among the newest, one that few have by its index.
create or replace function app.find_contractors(looked_for text, wanted_status text, before timestamptz, before_uuid uuid, most integer) returns uuid[]
  language plpgsql stable security definer set search_path = public, app, pg_temp as $$
declare
  here text := 'select invitation_uuid, datetime_invited, said from contractor_listing where employer_uuid = $1'
    || case when wanted_status is null then '' else ' and status = $2' end
    || case when before is null then '' else ' and (datetime_invited, invitation_uuid) < ($3, $4)' end;
  newest text := ' order by datetime_invited desc, invitation_uuid desc limit ';
  wanted text[] := app.grams_of(app.words_of(looked_for));
  by_gram text := case when wanted = '{}' then '' else ' and app.grams(said) @> $6' end;
  steps text[] := case when looked_for is null then array[here]
    else array[format('select * from (%s%s 2000) l where said like all ($5)', here, newest), here || by_gram || ' and said like all ($5)'] end;
  step text;
  found uuid[];
begin
  foreach step in array steps loop
    execute format('select array(select invitation_uuid from (%s) l%s %s)', step, newest, most)
      into found using app.acting_employer(), wanted_status, before, before_uuid, app.patterns_of(looked_for), wanted;
    exit when cardinality(found) = most;
  end loop;
  return found;
end $$;

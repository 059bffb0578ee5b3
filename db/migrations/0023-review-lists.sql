-- Operators' lists of companies and contractors along indexes: who waits for review by the wait, all others by age. And people found by
-- a part of their name or address, in every script.

create index contractor_in_review on contractor (coalesce(documents_at, created_at), sub) where verification = 'PENDING_REVIEW';
create index contractor_reviewed on contractor (created_at desc, sub) where verification <> 'PENDING_REVIEW';
create index contractor_by_verification on contractor (verification, sub);
create index employer_in_review on employer (coalesce(documents_at, created_at), employer_uuid) where verification = 'PENDING_REVIEW';
create index employer_reviewed on employer (created_at desc, employer_uuid) where verification <> 'PENDING_REVIEW';

create function app.said_of_person(first_name text, last_name text, email text) returns text language sql immutable parallel safe
  return lower(first_name || ' ' || last_name || E'\n' || email);
create index person_grams on person using gin (app.grams(app.said_of_person(first_name, last_name, email)));

-- Everybody of whom a text is said, where they are so few that they are best looked up by name; null where they are more, and best looked
-- for in the order of a list.
create function app.find_people(looked_for text) returns text[] language plpgsql stable security definer set search_path = public, app, pg_temp as $$
declare
  few constant integer := 500;
  needle text := lower(looked_for);
  found text[];
begin
  if not app.sees_all() or app.grams(needle) = '{}' then return null; end if;
  execute format('select array(select sub from person where app.grams(app.said_of_person(first_name, last_name, email)) @> app.grams($1)
    and strpos(app.said_of_person(first_name, last_name, email), $1) > 0 limit %s)', few + 1) into found using needle;
  return case when cardinality(found) <= few then found end;
end $$;
grant execute on function app.find_people(text) to corridor_operations;
grant execute on function app.said_of_person(text, text, text) to corridor_app;

-- More of what is looked for across all companies is found along an index (decision 0258).

-- Companies by what their names say, as people are (0154). Word by word: none of them reaches over from one name into the next.
create function app.said_of_employer(corporation_name text, business_name text, domain text) returns text language sql immutable parallel safe
  return app.folded(corporation_name || E'\n' || business_name || E'\n' || coalesce(domain, ''));
grant execute on function app.said_of_employer(text, text, text) to corridor_app;
create index employer_said on employer using gin (app.grams(app.said_of_employer(corporation_name, business_name, domain)));

-- The companies whose names say a text, or null where they are many, and where a text says too little to be looked up.
create function app.find_employers(looked_for text) returns uuid[] language plpgsql stable security definer set search_path = public, app, pg_temp as $$
declare
  few constant integer := 500;
  wanted text[] := app.grams_of(app.words_of(looked_for));
  found uuid[];
begin
  if not app.sees_all() or wanted = '{}' then return null; end if;
  execute format('select array(select employer_uuid from employer where app.grams(app.said_of_employer(corporation_name, business_name, domain)) @> $1
    and app.said_of_employer(corporation_name, business_name, domain) like all ($2) limit %s)', few + 1)
    into found using wanted, app.patterns_of(looked_for);
  return case when cardinality(found) <= few then found end;
end $$;
grant execute on function app.find_employers(text) to corridor_operations;

-- Fees of a month that nobody billed, whosever they are.
create index fee_unbilled on fee (earned_on, employer_uuid, currency) where billing_invoice_uuid is null;

-- What people and companies are called, once for every statement; `domain/kernel/names.ts` says the same.

-- First and last name, or what is given instead where neither is known.
create function app.person_name(first_name text, last_name text, otherwise text default '') returns text language sql immutable
  return coalesce(nullif(btrim(first_name || ' ' || last_name), ''), otherwise);

-- The name that a company goes by: that of its business, else that of the corporation, else its domain.
create function app.employer_name(business_name text, corporation_name text, domain text) returns text language sql immutable
  return coalesce(nullif(business_name, ''), nullif(corporation_name, ''), domain, '');

grant execute on function app.person_name(text, text, text), app.employer_name(text, text, text) to corridor_app;

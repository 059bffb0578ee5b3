-- Who changes where pay goes is reviewed again with all who share an account with them, in one order: locked first and the others after, two who
-- share one and changed theirs at one moment waited for each other, however often both were tried again.
create function app.review_owners(subs text[], banks bytea[], addresses text[]) returns void
  language sql security definer set search_path = public, app, pg_temp as $$
  select app.review_people_again(array_agg(distinct contractor_sub)) from (
      select unnest(subs) contractor_sub
      union all select contractor_sub from destination where bank_index = any(banks)
      union all select contractor_sub from destination where kind = 'wallet' and address = any(addresses)) owners
$$;
grant execute on function app.review_owners(text[], bytea[], text[]) to corridor_app;

create or replace function app.destinations_changed() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform app.review_owners(array_agg(contractor_sub), array_agg(bank_index), array_agg(address)) from new_rows;
  return null;
end $$;

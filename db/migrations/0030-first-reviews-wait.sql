-- Whoever is reviewed for the first time has no review that others see yet: that they are due is what shows that they wait. Who changes
-- something about them meanwhile waits for that review here, and marks them due again.
create index review_due_by_contractor on review_due (contractor_sub);

create or replace function app.review_people_again(subs text[], employer uuid default null) returns void language sql set search_path = public, pg_temp as $$
  insert into review_due as d (cycle_uuid, contractor_sub, employer_uuid)
    select r.cycle_uuid, r.contractor_sub, r.employer_uuid from (
        select cycle_uuid, contractor_sub, employer_uuid from item_review where contractor_sub = any(subs)
        union select cycle_uuid, contractor_sub, employer_uuid from review_due where contractor_sub = any(subs)) r
      where employer is null or r.employer_uuid = employer order by 1, 2
    on conflict (cycle_uuid, contractor_sub) do update set due_at = '-infinity' where d.due_at > '-infinity'
$$;

-- What a review says of a pay names the country in which it arrives, which is where its contractor lives when their account has none: who moves is reviewed again, also while
-- they are not verified.
drop trigger people_changed on person;
create trigger people_changed after update on person for each row
  when ((old.first_name, old.last_name, old.suspended_at, old.country_code) is distinct from (new.first_name, new.last_name, new.suspended_at, new.country_code))
  execute function app.people_changed();

-- Who moved until now.
insert into review_due as d (cycle_uuid, contractor_sub, employer_uuid)
  select distinct r.cycle_uuid, r.contractor_sub, r.employer_uuid from item_review r join person p on p.sub = r.contractor_sub
    where exists (select from unnest(r.marks) mark where starts_with(mark, 'PAYS ') and not mark like '% ' || p.country_code) order by 1, 2
  on conflict (cycle_uuid, contractor_sub) do update set due_at = '-infinity' where d.due_at > '-infinity';

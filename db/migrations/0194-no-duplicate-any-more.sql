-- A row of a batch bears a mark where its reference is paid to the same person in another batch too. Where that one is cancelled, or comes back, whoever has
-- both is reviewed again: the mark stayed, which nobody could acknowledge since no page showed it, and the batch could be approved by nobody.
create function app.batch_rows_come_or_go() returns trigger language plpgsql set search_path = public, app, pg_temp as $$
begin
  perform app.review_people_again(array_agg(distinct n.contractor_sub), n.employer_uuid) from new_rows n join old_rows o using (line_item_uuid)
    where n.contract_uuid is null and app.is_live(n.status) <> app.is_live(o.status) group by n.employer_uuid;
  return null;
end $$;
-- Who is due is locked before counts are: it comes before what counts.
create trigger batch_rows_come_or_go after update on line_item referencing old table as old_rows new table as new_rows
  for each statement execute function app.batch_rows_come_or_go();

-- What bears the mark by now.
insert into review_due as d (cycle_uuid, contractor_sub, employer_uuid)
  select distinct cycle_uuid, contractor_sub, employer_uuid from item_review where 'UNUSUAL DUPLICATE' = any(marks)
  on conflict (cycle_uuid, contractor_sub) do update set due_at = '-infinity' where d.due_at > '-infinity';

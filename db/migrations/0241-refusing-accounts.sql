-- At how many accounts and wallets something did not arrive that is kept: nothing that was never tried goes there as long (docs/decisions/0203). A payment is
-- seen by its own employer alone, and what is refused is refused of all: so it is counted, by the statements that change payments. `npm run verify` compares.
create table destination_refusal (
  destination_uuid uuid primary key references destination,
  -- How many of its payments failed or came back, and are kept for their contractor.
  payments int not null
) with (fillfactor = 50);
call app.protect('destination_refusal', 'true');
grant select on destination_refusal to corridor_app, corridor_operations;
create policy writer on destination_refusal to current_user using (true) with check (true);

create function app.count_refusals() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into destination_refusal as r (destination_uuid, payments)
    select destination_uuid, sum(n) from (
        select destination_uuid, 1 n from new_rows where status in ('FAILED', 'RETURNED')
        union all select destination_uuid, -1 from old_rows where status in ('FAILED', 'RETURNED')) moved
      where destination_uuid is not null group by 1 having sum(n) <> 0 order by 1
    on conflict (destination_uuid) do update set payments = r.payments + excluded.payments;
  return null;
end $$;
create trigger count_refusals after update on payment referencing old table as old_rows new table as new_rows
  for each statement execute function app.count_refusals();

-- Whoever is paid there is reviewed again, wherever something of theirs waits for approval. Who is due is locked before counts are: by its name it comes before them.
create function app.accounts_refused() returns trigger language plpgsql set search_path = public, app, pg_temp as $$
begin
  perform app.review_people_again(array_agg(distinct n.contractor_sub)) from new_rows n join old_rows o using (payment_uuid)
    where (n.status in ('FAILED', 'RETURNED')) <> (o.status in ('FAILED', 'RETURNED'));
  return null;
end $$;
create trigger accounts_refused after update on payment referencing old table as old_rows new table as new_rows
  for each statement execute function app.accounts_refused();

-- What is so by now.
insert into destination_refusal select destination_uuid, count(*) from payment
  where is_wrong and status in ('FAILED', 'RETURNED') and destination_uuid is not null group by 1;
insert into review_due as d (cycle_uuid, contractor_sub, employer_uuid)
  select distinct r.cycle_uuid, r.contractor_sub, r.employer_uuid from item_review r
    join destination t using (contractor_sub) join destination_refusal f using (destination_uuid) order by 1, 2
  on conflict (cycle_uuid, contractor_sub) do update set due_at = '-infinity' where d.due_at > '-infinity';

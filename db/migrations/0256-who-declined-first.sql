-- Who declined, joined when they were asked anew and was offboarded did not decline: what they said last counts (decision 0228). Told as what a batch was over is kept, null of what was told before.
create or replace function app.has_declined(of_employer uuid, of_email text) returns boolean language sql stable as $$
  select exists (select from public.invitation where employer_uuid = of_employer and email = of_email and status = 'REJECTED' and removed_at is null)
    and (select status from public.invitation where employer_uuid = of_employer and email = of_email and removed_at is null
      order by status in ('INVITED', 'ACCEPTED') desc, datetime_invited desc limit 1) = 'REJECTED' $$;
alter table payment_batch add column told_state text constraint payment_batch_told_state check (told_state in ('SETTLED', 'CANCELLED'));
grant update (told_state) on payment_batch to corridor_operations;

-- Whether somebody said no to a company that asked them, and was not asked anew: their rows of its batches are not paid (decision 0222).
create index invitation_rejected on invitation (employer_uuid, email) where status = 'REJECTED' and removed_at is null;
create function app.has_declined(of_employer uuid, of_email text) returns boolean language sql stable as $$
  select exists (select from public.invitation where employer_uuid = of_employer and email = of_email and status = 'REJECTED' and removed_at is null)
    and not exists (select from public.invitation where employer_uuid = of_employer and email = of_email and status in ('INVITED', 'ACCEPTED') and removed_at is null) $$;
grant execute on function app.has_declined(uuid, text) to corridor_app, corridor_operations;

-- Credit notes, refunds, and reminders of what is late (decision 0121).

alter table invoice
  -- The invoice that a credit note is of.
  add column credits_uuid uuid,
  -- What credit notes took off an invoice.
  add column credited_minor bigint not null default 0,
  -- Whether its client is reminded once it is late; how often they were, and when last.
  add column reminders boolean not null default false,
  add column reminded integer not null default 0 check (reminded >= 0),
  add column reminded_at timestamptz,
  add foreign key (credits_uuid, contractor_sub) references invoice (invoice_uuid, contractor_sub),
  add check (credited_minor between 0 and total_minor),
  add check ((kind = 'CREDIT_NOTE') = (credits_uuid is not null)),
  -- What was asked is the total without what was credited.
  drop constraint invoice_check4,
  drop constraint invoice_check5,
  add constraint invoice_paid_is_settled check (status <> 'PAID' or paid_minor > 0 and paid_minor >= total_minor - credited_minor),
  add constraint invoice_partly_paid check (status <> 'PARTIALLY_PAID' or paid_minor between 1 and total_minor - credited_minor - 1);
create index invoice_credits on invoice (credits_uuid) where credits_uuid is not null;
-- One credit note of an invoice is written at a time.
create unique index invoice_credit_draft on invoice (credits_uuid) where status = 'CREATED' and credits_uuid is not null;
create index invoice_to_remind on invoice (due_date) where reminders and status in ('SENT', 'PARTIALLY_PAID');

-- What a contractor gave back is kept among what was paid.
alter table invoice_payment add column refund boolean not null default false;

-- As before, but for what follows later of what was sent.
create or replace function app.keep_sent_invoice() returns trigger language plpgsql as $$
declare
  follows constant text[] := '{status,paid_minor,credited_minor,reminders,reminded,reminded_at,version,saved_at,record}';
begin
  if (to_jsonb(new) - follows) is distinct from (to_jsonb(old) - follows) or new.status = 'CREATED' then
    raise exception 'an invoice that was sent stays as it was sent' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

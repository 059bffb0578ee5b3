-- Invoices that are written anew every month, or as often (decision 0121).

create table invoice_repeat (
  -- The invoice that each is a copy of, as it was sent.
  invoice_uuid uuid primary key,
  contractor_sub text not null,
  every text not null check (every in ('BI_WEEKLY', 'MONTHLY', 'QUARTERLY', 'WEEKLY', 'YEARLY')),
  -- The day of the first; the others lie whole periods after it.
  first_on date not null,
  -- How many were made, which is also the number of the next one.
  made integer not null default 0 check (made >= 0),
  next_on date not null,
  -- Whether each is sent by itself, or waits as a draft.
  sends boolean not null,
  ended_at timestamptz,
  foreign key (invoice_uuid, contractor_sub) references invoice (invoice_uuid, contractor_sub)
);
create index invoice_repeat_due on invoice_repeat (next_on) where ended_at is null;
call app.protect('invoice_repeat', 'contractor_sub = (select app.acting_sub())');
grant select, insert, update on invoice_repeat to corridor_app;

-- Which invoice a repeated one is a copy of, and the how manieth: each is made once.
alter table invoice
  add column repeats_uuid uuid,
  add column repeat_number integer,
  add foreign key (repeats_uuid, contractor_sub) references invoice (invoice_uuid, contractor_sub),
  add unique (repeats_uuid, repeat_number),
  add check ((repeats_uuid is null) = (repeat_number is null));

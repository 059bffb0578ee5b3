-- What a client says, by the link of an invoice, of money that they sent: their word and no payment, until its contractor records one or says that nothing came (decision 0208).
create table invoice_said_sent (
  invoice_uuid uuid primary key,
  contractor_sub text not null,
  sent_on date not null,
  reference text not null check (length(reference) <= 140),
  said_at timestamptz not null,
  -- Since when it waits for nobody any more; saying it anew takes that away.
  answered_at timestamptz,
  -- The day on which its contractor was last told: once a day at most.
  told_on date,
  foreign key (invoice_uuid, contractor_sub) references invoice (invoice_uuid, contractor_sub)
);
call app.protect('invoice_said_sent', 'contractor_sub = (select app.acting_sub())');
grant select on invoice_said_sent to corridor_app;
grant update (answered_at) on invoice_said_sent to corridor_app;
grant select, insert, update (sent_on, reference, said_at, answered_at, told_on) on invoice_said_sent to corridor_operations;

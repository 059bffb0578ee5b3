-- What a contractor says that a client paid of an invoice (decision 0097). Corridor sees none of that money; a record that was wrong is taken back.
create table invoice_payment (
  payment_uuid uuid primary key,
  invoice_uuid uuid not null,
  contractor_sub text not null,
  amount_minor bigint not null check (amount_minor > 0),
  received_on date not null,
  reference text not null check (length(reference) <= 140),
  recorded_at timestamptz not null,
  removed_at timestamptz,
  foreign key (invoice_uuid, contractor_sub) references invoice (invoice_uuid, contractor_sub)
);
create index invoice_payment_of on invoice_payment (invoice_uuid, received_on);
call app.protect('invoice_payment', 'contractor_sub = (select app.acting_sub())');
grant select, insert on invoice_payment to corridor_app;
grant update (removed_at) on invoice_payment to corridor_app;

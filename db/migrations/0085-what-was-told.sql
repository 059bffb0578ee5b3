-- What the people of a payment were told of it by mail, and when the mail left.
create table payment_told (
  told_uuid uuid primary key,
  payment_uuid uuid not null,
  employer_uuid uuid not null,
  reader text not null check (reader in ('CONTRACTOR', 'EMPLOYER')),
  -- The template of the mail, whose words are in the catalogue.
  template text not null,
  written_at timestamptz not null,
  sent_at timestamptz,
  foreign key (payment_uuid, employer_uuid) references payment (payment_uuid, employer_uuid)
);
create index payment_told_of_payment on payment_told (payment_uuid, written_at desc);
create index payment_told_of_employer on payment_told (employer_uuid);
call app.protect('payment_told', 'false');
grant select, insert on payment_told to corridor_operations;
grant update (sent_at) on payment_told to corridor_operations;

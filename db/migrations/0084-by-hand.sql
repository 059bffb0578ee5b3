-- What operators record by hand of payments, with its proof; what was paid by others than Corridor; and what went back to the employer
-- (decisions 0080, 0081).
alter table payment
  -- Settled without having left us: its employer's money was given back to them when it was marked.
  add column outside boolean not null default false,
  -- When its money went back to its employer.
  add column given_back_at timestamptz,
  -- Of what was given back, whether other parts of its pay stand: then it stays unpaid there, and the rest does not add up without it.
  add column stays_unpaid boolean not null default false;

create table payment_record (
  record_uuid uuid primary key,
  payment_uuid uuid not null,
  employer_uuid uuid not null,
  kind text not null check (kind in ('PAID', 'OUTSIDE', 'RETURNED')),
  reference text not null check (length(reference) <= 140),
  -- The day on which it happened, where it was said.
  happened_on date,
  words text not null check (length(words) <= 500),
  file_uuid uuid references stored_file (file_uuid),
  recorded_by text not null references person (sub),
  recorded_at timestamptz not null,
  foreign key (payment_uuid, employer_uuid) references payment (payment_uuid, employer_uuid)
);
create index payment_record_of_payment on payment_record (payment_uuid, recorded_at desc);
create index payment_record_of_employer on payment_record (employer_uuid);
create index payment_record_of_file on payment_record (file_uuid) where file_uuid is not null;
call app.protect('payment_record', 'false');
call app.append_only('payment_record');
grant select, insert on payment_record to corridor_operations;

alter table file_read drop constraint file_read_purpose_check;
alter table file_read add constraint file_read_purpose_check
  check (purpose in ('', 'own', 'verification', 'contract', 'report', 'tax', 'payment'));

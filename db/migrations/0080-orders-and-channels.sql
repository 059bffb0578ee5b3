-- Whom an attempt pays and where, as it was when it began, sealed: what leaves is made of it alone. Null of attempts from before.
alter table payment_attempt add column payee text,
  add constraint sealed_payment_attempt_payee check (starts_with(payee, 'sealed:'));

-- By which files payments of a currency leave: proposed by one operator, in force once another confirmed it. The last one confirmed counts
-- until it is closed; without one, payments are made by hand.
create table bank_channel (
  channel_uuid uuid primary key,
  currency text not null,
  -- Whether it pays accounts, or Interac's addresses.
  pays text not null check (pays in ('ACCOUNTS', 'INTERAC')),
  format text not null check (format in ('PAIN_001_SEPA', 'PAIN_001_SWIFT', 'CPA_005', 'NACHA', 'INTERAC_CSV')),
  label text not null check (length(label) <= 100),
  setup text not null,
  proposed_by text not null references person (sub),
  proposed_at timestamptz not null,
  confirmed_by text references person (sub),
  confirmed_at timestamptz,
  closed_by text references person (sub),
  closed_at timestamptz,
  constraint bank_channel_confirmed_whole check ((confirmed_by is null) = (confirmed_at is null)),
  constraint bank_channel_closed_whole check ((closed_by is null) = (closed_at is null)),
  constraint bank_channel_confirmed_by_another check (confirmed_by <> proposed_by),
  constraint sealed_bank_channel_setup check (starts_with(setup, 'sealed:'))
);
create unique index bank_channel_waiting on bank_channel (currency, pays) where confirmed_at is null and closed_at is null;
call app.protect('bank_channel', 'false');
grant select, insert on bank_channel to corridor_operations;
grant update (confirmed_by, confirmed_at, closed_by, closed_at, setup) on bank_channel to corridor_operations;

alter table payment_attempt add column channel_uuid uuid references bank_channel (channel_uuid);

-- The numbers of files and of what is in them, by who gives them out: none is ever given twice, whatever set-up it is written with.
create table bank_number (
  sequence bytea primary key,
  last bigint not null check (last > 0)
);
call app.protect('bank_number', 'false');
grant select, insert, update on bank_number to corridor_operations;

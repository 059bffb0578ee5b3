-- The accounts into which employers pay, one per currency. Who could change one alone could have every employer's money sent to an
-- account of their own, so what one operator proposes another confirms; until then the one before it stands. Rows are never changed
-- but by that answer, and never go.
create table funding_account (
  account_uuid uuid primary key,
  currency text not null,
  account_name text not null,
  bank_name text not null,
  bank_address text not null,
  iban text not null,
  account_number text not null,
  routing_number text not null,
  swift_code text not null,
  proposed_by text not null references person (sub),
  proposed_at timestamptz not null,
  confirmed_by text references person (sub),
  confirmed_at timestamptz,
  withdrawn_by text references person (sub),
  withdrawn_at timestamptz,
  constraint funding_account_confirmed check ((confirmed_by is null) = (confirmed_at is null)),
  constraint funding_account_withdrawn check ((withdrawn_by is null) = (withdrawn_at is null)),
  constraint funding_account_answered_once check (confirmed_at is null or withdrawn_at is null),
  constraint funding_account_by_two check (confirmed_by <> proposed_by)
);
-- One proposal per currency waits at a time.
create unique index funding_account_waiting on funding_account (currency) where confirmed_at is null and withdrawn_at is null;
create index funding_account_newest on funding_account (currency, confirmed_at desc) where confirmed_at is not null;
call app.protect('funding_account', 'confirmed_at is not null');
grant select on funding_account to corridor_app;
grant insert on funding_account to corridor_operations;
grant update (confirmed_by, confirmed_at, withdrawn_by, withdrawn_at) on funding_account to corridor_operations;

-- "I sent it": what an employer says is on its way. It moves nothing; booking what arrived closes it.
create table funding_notice (
  notice_uuid uuid primary key,
  employer_uuid uuid not null references employer (employer_uuid),
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  sent_on date not null,
  announced_by text not null references person (sub),
  announced_at timestamptz not null,
  -- The receipt that was booked for it; null where somebody took it back, or closed it by hand.
  funding_uuid uuid references funding (funding_uuid),
  closed_by text references person (sub),
  closed_at timestamptz,
  constraint funding_notice_closed check ((closed_by is null) = (closed_at is null)),
  constraint funding_notice_booked check (funding_uuid is null or closed_at is not null)
);
-- The same money is announced once.
create unique index funding_notice_open on funding_notice (employer_uuid, currency, amount_minor, sent_on) where closed_at is null;
call app.protect('funding_notice', 'employer_uuid = (select app.acting_employer())');
grant select, insert on funding_notice to corridor_app;
grant update (funding_uuid, closed_by, closed_at) on funding_notice to corridor_app;

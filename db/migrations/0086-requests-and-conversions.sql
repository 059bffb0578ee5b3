-- What operators ask an employer to send. Its wire carries the employer's own reference, the same each time, so what is booked for the
-- employer in that currency covers it, the one that is needed first before the others.
create table funding_request (
  request_uuid uuid primary key,
  employer_uuid uuid not null references employer (employer_uuid),
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  needed_on date not null,
  words text not null check (length(words) <= 500),
  status text not null check (status in ('REQUESTED', 'RECEIVED', 'CANCELLED')),
  received_minor bigint not null default 0,
  asked_by text not null references person (sub),
  asked_at timestamptz not null,
  closed_by text references person (sub),
  closed_at timestamptz,
  constraint funding_request_received check (received_minor between 0 and amount_minor and (status = 'RECEIVED') = (received_minor = amount_minor)),
  constraint funding_request_closed check ((status = 'REQUESTED') = (closed_at is null) and (closed_by is null) = (closed_at is null))
);
-- Said twice it is one request.
create unique index funding_request_open on funding_request (employer_uuid, currency, amount_minor, needed_on) where status = 'REQUESTED';
create index funding_request_newest on funding_request (asked_at desc, request_uuid desc);
call app.protect('funding_request', 'employer_uuid = (select app.acting_employer())');
grant select on funding_request to corridor_app;
grant insert, update (status, received_minor, closed_by, closed_at) on funding_request to corridor_operations;

-- An exchange of an employer's own balance on a day, at the rate of then: both legs, or neither.
create table conversion (
  conversion_uuid uuid primary key,
  employer_uuid uuid not null references employer (employer_uuid),
  from_currency text not null,
  to_currency text not null,
  fixed_side text not null check (fixed_side in ('from', 'to')),
  -- Of the side that is fixed.
  amount_minor bigint not null check (amount_minor > 0),
  conversion_date date not null,
  status text not null check (status in ('SCHEDULED', 'EXECUTED', 'FAILED', 'CANCELLED')),
  -- Why it waits on its day, or why it failed.
  reason text check (reason in ('HALTED', 'SUSPENDED', 'FROZEN', 'RATE_MISSING', 'RATE_STALE', 'AMOUNT', 'FUNDS_SHORT')),
  sold_minor bigint check (sold_minor > 0),
  bought_minor bigint check (bought_minor > 0),
  rate text,
  rate_source text,
  rate_as_of timestamptz,
  asked_by text not null references person (sub),
  asked_at timestamptz not null,
  -- Nobody where the clock did it.
  closed_by text references person (sub),
  closed_at timestamptz,
  constraint conversion_between_two check (from_currency <> to_currency),
  constraint conversion_whole check (case status when 'EXECUTED' then num_nulls(sold_minor, bought_minor, rate, rate_source, rate_as_of) = 0 and reason is null
    else num_nonnulls(sold_minor, bought_minor, rate, rate_source, rate_as_of) = 0 end),
  constraint conversion_fixed check (status <> 'EXECUTED' or amount_minor = case fixed_side when 'from' then sold_minor else bought_minor end),
  constraint conversion_failed check (status <> 'FAILED' or reason is not null),
  constraint conversion_closed check ((status = 'SCHEDULED') = (closed_at is null))
);
-- Said twice it is one conversion.
create unique index conversion_open on conversion (employer_uuid, from_currency, to_currency, fixed_side, amount_minor, conversion_date)
  where status = 'SCHEDULED';
create index conversion_due on conversion (conversion_date, employer_uuid) where status = 'SCHEDULED';
create index conversion_newest on conversion (asked_at desc, conversion_uuid desc);
create index conversion_of_employer on conversion (employer_uuid, asked_at desc, conversion_uuid desc);
call app.protect('conversion', 'employer_uuid = (select app.acting_employer())');
grant select on conversion to corridor_app;
grant insert, update (status, reason, sold_minor, bought_minor, rate, rate_source, rate_as_of, closed_by, closed_at) on conversion to corridor_operations;

alter table approval_step drop constraint approval_step_kind_check;
alter table approval_step add constraint approval_step_kind_check
  check (kind in ('book_funding', 'execute_payments', 'mend_payments', 'request_funds', 'schedule_conversion', 'approve_pay'));
alter table moved_alone drop constraint moved_alone_kind_check;
alter table moved_alone add constraint moved_alone_kind_check
  check (kind in ('book_funding', 'execute_payments', 'mend_payments', 'request_funds', 'schedule_conversion'));

-- Statements of an employer and of everybody, newest first, and balances of an instant: those of now less what moved since.
create index ledger_transfer_of_employer on ledger_transfer (employer_uuid, created_at, seq) where employer_uuid is not null;
create index ledger_transfer_time on ledger_transfer (created_at, seq);

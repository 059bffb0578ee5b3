-- Where contractors are paid, and every payment to there. Attempts are immutable in what they ask; at most one is live.

create table destination (
  destination_uuid uuid primary key,
  contractor_sub text not null references person (sub),
  kind text not null check (kind in ('bank', 'wallet')),
  network text not null check (network in ('fiat', 'bitcoin', 'ethereum', 'hedera', 'algo', 'solana')),
  currency text not null,
  label text not null,
  address text,
  bank jsonb,
  percentage_bps integer not null default 0 check (percentage_bps between 0 and 10000),
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'DEACTIVATED')),
  usable_from timestamptz not null,
  changed_at timestamptz not null,
  created_at timestamptz not null,
  position integer not null default 0,
  version integer not null default 1,
  check ((kind = 'wallet') = (address is not null)),
  check ((kind = 'bank') = (bank is not null))
);
create unique index destination_wallet on destination (contractor_sub, network, currency, address) where kind = 'wallet';
create index destination_by_contractor on destination (contractor_sub, position);

create table execution (
  execution_uuid uuid primary key,
  pay_date date not null,
  requested_by text not null,
  requested_at timestamptz not null,
  payments integer not null
);

create table payment (
  payment_uuid uuid primary key,
  employer_uuid uuid not null,
  line_item_uuid uuid not null,
  cycle_uuid uuid not null,
  contractor_sub text not null,
  destination_uuid uuid references destination (destination_uuid),
  destination_version integer,
  destination_label text not null,
  network text not null,
  percentage_bps integer not null,
  source_currency text not null,
  source_minor bigint not null check (source_minor > 0),
  currency text not null,
  promised_minor bigint,
  amount_minor bigint,
  rate text,
  rate_source text,
  rate_as_of timestamptz,
  pay_date date not null,
  status text not null check (status in
    ('SCHEDULED', 'HELD', 'FROZEN', 'EXECUTING', 'SENT', 'SETTLED', 'FAILED', 'UNKNOWN', 'RETURNED', 'CANCELLED')),
  hold_reason text check (hold_reason in ('DESTINATION_COOLING', 'UNVERIFIED', 'NO_DESTINATION', 'FUNDS', 'COMPLIANCE')),
  failure_reason text,
  -- Whether the employer's money for it is reserved (or, after a failure, held for the contractor).
  funded boolean not null,
  note text,
  reference text,
  simulated boolean not null default false,
  attempt integer not null default 0,
  attempt_uuid uuid,
  execution_uuid uuid references execution (execution_uuid),
  executed_at timestamptz,
  sent_at timestamptz,
  settled_at timestamptz,
  created_at timestamptz not null,
  version integer not null default 1,
  unique (payment_uuid, employer_uuid),
  foreign key (line_item_uuid, employer_uuid) references line_item (line_item_uuid, employer_uuid),
  check ((status = 'HELD') = (hold_reason is not null))
) with (fillfactor = 50);
create index payment_by_line_item on payment (line_item_uuid);
create index payment_unpaid on payment (pay_date, payment_uuid) where status not in ('SETTLED', 'CANCELLED');
create index payment_history on payment (pay_date, payment_uuid) where status in ('SETTLED', 'CANCELLED');
create index payment_by_execution on payment (execution_uuid, payment_uuid) where execution_uuid is not null;
create unique index payment_attempt_of on payment (attempt_uuid) where attempt_uuid is not null;

create table payment_attempt (
  attempt_uuid uuid primary key,
  payment_uuid uuid not null,
  employer_uuid uuid not null,
  number integer not null,
  rail text not null,
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  requested_by text not null,
  requested_at timestamptz not null,
  outcome text check (outcome in ('SENT', 'FAILED', 'UNKNOWN', 'RETURNED')),
  reference text,
  reason text,
  ended_at timestamptz,
  unique (payment_uuid, number),
  foreign key (payment_uuid, employer_uuid) references payment (payment_uuid, employer_uuid)
);
-- At most one attempt of a payment is live or went through: a payment is paid once.
create unique index payment_attempt_live on payment_attempt (payment_uuid) where outcome is null or outcome in ('SENT', 'UNKNOWN');

-- The simulated rail's own books, standing for an outside party in the demo and in tests. Not part of ours.
create schema if not exists simulated_rail;
create table simulated_rail.transfer (
  attempt_uuid uuid primary key,
  destination text not null,
  currency text not null,
  amount_minor bigint not null,
  accepted boolean not null,
  reason text,
  reference text not null,
  received_at timestamptz not null default now()
);
grant usage on schema simulated_rail to corridor_app;
grant select, insert on simulated_rail.transfer to corridor_app;

-- The inbox page of the demo: mail that went nowhere else.
create table dev_mail (
  mail_uuid uuid primary key,
  recipient text not null,
  subject text not null,
  html text not null,
  body text not null,
  sent_at timestamptz not null
);
create index dev_mail_newest on dev_mail (sent_at desc);

call app.protect('destination', $$contractor_sub = (select app.acting_sub())
  or exists (select from invitation i where i.contractor_sub = destination.contractor_sub and i.employer_uuid = (select app.acting_employer()))$$);
call app.protect('payment', 'employer_uuid = (select app.acting_employer()) or contractor_sub = (select app.acting_sub())');
call app.protect('payment_attempt', 'employer_uuid = (select app.acting_employer())');

-- What a contractor changed about where pay goes, in words, for them to read and to object to.
create table destination_change (
  contractor_sub text not null references person (sub),
  text text not null,
  at timestamptz not null
);
create index destination_change_newest on destination_change (contractor_sub, at desc);
call app.protect('destination_change', 'contractor_sub = (select app.acting_sub())');
call app.append_only('destination_change');

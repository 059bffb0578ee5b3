-- Batches of payments (decision 0110): rows that a company sends in as a file or by a key. A batch is paid as a pay cycle of its own day, under a
-- policy of its own, by the same line items, approvals and payments as any pay; its rows say which item pays them, and what waits for whom.

-- What a policy is for: a calendar of periods, or the one day of a batch.
alter table payroll_policy add column cycle_kind text not null default 'CALENDAR' check (cycle_kind in ('CALENDAR', 'BATCH'));

-- A row of a batch is paid by no contract: what it is made of is its one entry.
alter table line_item alter column contract_uuid drop not null;
alter table line_item add constraint line_item_has_a_source check (contract_uuid is not null or entries is not null);

-- What else pays somebody by the same reference is looked for with each review.
create index line_item_of_batches on line_item (contractor_sub, employer_uuid, lower(role)) where contract_uuid is null;

create table payment_batch (
  -- Also the id of its policy and of its cycle.
  batch_uuid uuid primary key,
  employer_uuid uuid not null references employer (employer_uuid),
  file_name text not null,
  source text not null check (source in ('FILE', 'API')),
  -- SHA-256 of who is paid what: the same is one batch, however often and in whatever file it is sent.
  digest bytea not null check (length(digest) = 32),
  pay_date date not null,
  words text not null default '',
  -- Sent by a key of the sandbox: nobody is invited by it, and no money moves.
  sandbox boolean not null default false,
  -- A person, or `key:<uuid>` of a machine; and the person in whose name it invites.
  submitted_by text not null,
  inviter_sub text not null references person (sub),
  submitted_at timestamptz not null,
  cancelled_at timestamptz,
  -- Of what was sent in; it stays as it was.
  row_count integer not null check (row_count > 0),
  left_out integer not null check (left_out >= 0),
  totals jsonb not null,
  unique (batch_uuid, employer_uuid)
);
create unique index payment_batch_once on payment_batch (employer_uuid, sandbox, digest) where cancelled_at is null;
create index payment_batch_newest on payment_batch (employer_uuid, submitted_at desc, batch_uuid desc);
call app.protect('payment_batch', 'employer_uuid = (select app.acting_employer())');

create table payment_batch_row (
  batch_uuid uuid not null,
  -- As an editor counts them, the head being 1.
  row_number integer not null check (row_number > 0),
  employer_uuid uuid not null,
  email text not null,
  name text not null,
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  reference text not null,
  words text not null default '',
  -- What pays it, once its person has joined.
  line_item_uuid uuid unique,
  primary key (batch_uuid, row_number),
  foreign key (batch_uuid, employer_uuid) references payment_batch (batch_uuid, employer_uuid),
  foreign key (line_item_uuid, employer_uuid) references line_item (line_item_uuid, employer_uuid)
);
create index payment_batch_row_waiting on payment_batch_row (employer_uuid, email) where line_item_uuid is null;
create index payment_batch_row_reference on payment_batch_row (employer_uuid, lower(reference));
call app.protect('payment_batch_row', 'employer_uuid = (select app.acting_employer())');

-- Rows of the file that were left out, with what is wrong with them, so that they are mended and sent again.
create table payment_batch_left_out (
  batch_uuid uuid not null,
  row_number integer not null check (row_number > 0),
  employer_uuid uuid not null,
  typed jsonb not null,
  wrong jsonb not null,
  primary key (batch_uuid, row_number),
  foreign key (batch_uuid, employer_uuid) references payment_batch (batch_uuid, employer_uuid)
);
call app.protect('payment_batch_left_out', 'employer_uuid = (select app.acting_employer())');
call app.append_only('payment_batch_left_out');

grant select, insert on payment_batch, payment_batch_row, payment_batch_left_out to corridor_app;
grant update (cancelled_at) on payment_batch to corridor_app;
grant update (line_item_uuid) on payment_batch_row to corridor_app;

-- Who is paid by a batch sees what it is called, on their pay: its policy and its cycle have one id.
do $$
begin
  execute format('alter policy tenant on payroll_policy using (%s)', app.by_login(
    $rule$employer_uuid = (select app.acting_employer()) or ((select app.acting_role()) = 'contractor' and (
      exists (select from contract c where c.pay_policy_uuid = payroll_policy.policy_uuid)
      or payroll_policy.cycle_kind = 'BATCH' and exists (select from line_item i where i.cycle_uuid = payroll_policy.policy_uuid)))$rule$));
end $$;

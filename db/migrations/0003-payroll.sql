-- Policies, contracts, cycles and line items. Composite keys carry the employer, so that a child can never belong to another
-- employer than its parent.

create table payroll_policy (
  policy_uuid uuid primary key,
  employer_uuid uuid not null references employer (employer_uuid),
  label text not null,
  period_type text not null check (period_type in ('WEEKLY', 'BI_WEEKLY', 'SEMI_MONTHLY', 'MONTHLY')),
  first_period_end_date date not null,
  pay_date_rule text not null,
  preferred_pay_day integer check (preferred_pay_day between 1 and 29),
  week_of_month text,
  day_of_week text,
  monthly_business_day integer,
  semi_monthly_preferred_pay_day jsonb,
  holiday_policy text not null,
  after_holiday boolean not null,
  approved_at timestamptz,
  created_at timestamptz not null,
  version integer not null default 1,
  unique (policy_uuid, employer_uuid)
);
create index payroll_policy_by_employer on payroll_policy (employer_uuid);

create table contract (
  contract_uuid uuid primary key,
  employer_uuid uuid not null references employer (employer_uuid),
  contractor_sub text not null references person (sub),
  revision integer not null default 1,
  supersedes_uuid uuid references contract (contract_uuid),
  status text not null default 'DRAFT'
    check (status in ('DRAFT', 'AWAITING_SIGNATURE', 'ACTIVE', 'COMPLETED', 'REJECTED', 'EXPIRED', 'DISCARDED')),
  role text not null,
  currency text not null,
  hourly_rate_minor bigint not null check (hourly_rate_minor > 0),
  scheduled_hours_hundredths integer not null check (scheduled_hours_hundredths > 0),
  pay_policy_uuid uuid not null,
  effective_date date not null,
  contract_start_date date not null,
  contract_end_date date check (contract_end_date >= contract_start_date),
  exhibit_a text not null default '',
  pdf_file_uuid uuid references stored_file (file_uuid),
  pdf_sha256 text,
  approved_at timestamptz,
  created_at timestamptz not null,
  version integer not null default 1,
  unique (contract_uuid, employer_uuid),
  foreign key (pay_policy_uuid, employer_uuid) references payroll_policy (policy_uuid, employer_uuid)
);
create index contract_by_contractor on contract (contractor_sub);
create index contract_by_policy on contract (pay_policy_uuid, status);

-- Each signature binds to the SHA-256 of the exact document that was shown.
create table contract_signature (
  contract_uuid uuid not null,
  employer_uuid uuid not null,
  contractor_sub text not null,
  party text not null check (party in ('employer', 'contractor')),
  sub text not null,
  name text not null,
  title text not null default '',
  email text not null,
  signed_at timestamptz not null,
  address text not null,
  pdf_sha256 text not null,
  primary key (contract_uuid, party),
  foreign key (contract_uuid, employer_uuid) references contract (contract_uuid, employer_uuid)
);

create table pay_cycle (
  cycle_uuid uuid primary key,
  employer_uuid uuid not null,
  policy_uuid uuid not null,
  period_index integer not null,
  start_date date not null,
  end_date date not null check (end_date >= start_date),
  nominal_pay_date date not null,
  pay_date date not null,
  moved_because text,
  opened_at timestamptz not null,
  unique (policy_uuid, period_index),
  unique (cycle_uuid, employer_uuid),
  foreign key (policy_uuid, employer_uuid) references payroll_policy (policy_uuid, employer_uuid),
  exclude using gist (policy_uuid with =, daterange(start_date, end_date, '[]') with &&)
);
create index pay_cycle_by_employer on pay_cycle (employer_uuid, pay_date, cycle_uuid);

-- What was approved, to the unit: items, amounts, payees, destinations, split and rates (design: Promises, 1).
create table approval (
  approval_uuid uuid primary key,
  employer_uuid uuid not null,
  cycle_uuid uuid not null,
  digest text not null,
  -- The canonical text whose SHA-256 is the digest.
  content text not null,
  approved_by text not null,
  approved_at timestamptz not null,
  foreign key (cycle_uuid, employer_uuid) references pay_cycle (cycle_uuid, employer_uuid)
);
create index approval_by_cycle on approval (cycle_uuid);

create table line_item (
  line_item_uuid uuid primary key,
  employer_uuid uuid not null,
  cycle_uuid uuid not null,
  contractor_sub text not null,
  contract_uuid uuid not null,
  status text not null default 'PENDING_APPROVAL'
    check (status in ('PENDING_APPROVAL', 'APPROVED', 'ARCHIVED', 'PAID', 'CANCELLED')),
  role text not null,
  currency text not null,
  hourly_rate_minor bigint not null check (hourly_rate_minor > 0),
  scheduled_hours_hundredths integer not null check (scheduled_hours_hundredths >= 0),
  hours_hundredths integer not null check (hours_hundredths between 0 and 100000000),
  amount_minor bigint not null check (amount_minor >= 0),
  proration text not null default '',
  edited_by text,
  edited_at timestamptz,
  approval_uuid uuid,
  approved_at timestamptz,
  paid_at timestamptz,
  created_at timestamptz not null,
  version integer not null default 1,
  unique (cycle_uuid, contract_uuid),
  unique (line_item_uuid, employer_uuid),
  foreign key (cycle_uuid, employer_uuid) references pay_cycle (cycle_uuid, employer_uuid),
  foreign key (contract_uuid, employer_uuid) references contract (contract_uuid, employer_uuid)
  -- Its status changes a few times without touching an index: room on the page keeps those updates cheap.
) with (fillfactor = 60);
create index line_item_by_cycle on line_item (cycle_uuid, line_item_uuid);
create index line_item_by_contractor on line_item (contractor_sub, line_item_uuid);

-- Amounts change only while they wait for approval; the database says so as well as the code.
create function app.keep_approved_amount() returns trigger language plpgsql as $$
begin
  if old.status <> 'PENDING_APPROVAL' and (new.amount_minor, new.hours_hundredths, new.currency, new.contractor_sub)
      is distinct from (old.amount_minor, old.hours_hundredths, old.currency, old.contractor_sub) then
    raise exception 'a line item that is % keeps its amount', old.status using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger keep_approved_amount before update on line_item for each row
  when (old.amount_minor is distinct from new.amount_minor or old.hours_hundredths is distinct from new.hours_hundredths
    or old.currency is distinct from new.currency or old.contractor_sub is distinct from new.contractor_sub)
  execute function app.keep_approved_amount();

call app.protect('payroll_policy', $$employer_uuid = (select app.acting_employer())
  or ((select app.acting_role()) = 'contractor' and exists (select from contract c where c.pay_policy_uuid = policy_uuid))$$);
call app.protect('contract', 'employer_uuid = (select app.acting_employer()) or contractor_sub = (select app.acting_sub())');
call app.protect('contract_signature', 'employer_uuid = (select app.acting_employer()) or contractor_sub = (select app.acting_sub())');
call app.protect('pay_cycle', $$employer_uuid = (select app.acting_employer())
  or ((select app.acting_role()) = 'contractor' and exists (select from line_item i where i.cycle_uuid = pay_cycle.cycle_uuid))$$);
call app.protect('approval', 'employer_uuid = (select app.acting_employer())');
call app.protect('line_item', 'employer_uuid = (select app.acting_employer()) or contractor_sub = (select app.acting_sub())');
call app.append_only('contract_signature');
call app.append_only('approval');
-- Large and already compact: compressing it costs more than it saves.
alter table approval alter column content set storage external;

-- What Corridor charges employers (decision 0068): price lists, fees as they are earned, and the receipts that bill them month by month.

-- The newest list of an employer is in force; without one nothing costs anything.
create table price_list (
  price_list_uuid uuid primary key,
  employer_uuid uuid not null references employer (employer_uuid),
  -- Of the prices; the margin is taken in the currency that is converted.
  currency text not null,
  -- For each contractor who was paid in a month, in the smallest unit.
  contractor_minor bigint not null check (contractor_minor >= 0),
  -- For each payment, by network; one that is not named costs nothing.
  payment_prices jsonb not null check (jsonb_typeof(payment_prices) = 'object'),
  margin_bps integer not null check (margin_bps between 0 and 1000),
  tax_bps integer not null check (tax_bps between 0 and 5000),
  set_by text not null references person (sub),
  set_at timestamptz not null
);
create index price_list_in_force on price_list (employer_uuid, set_at desc, price_list_uuid desc);
call app.protect('price_list', 'employer_uuid = (select app.acting_employer())');
call app.append_only('price_list');
grant select on price_list to corridor_app;
grant insert on price_list to corridor_operations;

-- Numbered without a gap per employer and year; all of one month and currency.
create table billing_invoice (
  billing_invoice_uuid uuid primary key,
  employer_uuid uuid not null references employer (employer_uuid),
  year integer not null,
  number integer not null check (number > 0),
  -- The first day of the month that is billed, and the day of the invoice.
  month date not null check (extract(day from month) = 1),
  invoice_date date not null,
  currency text not null,
  net_minor bigint not null check (net_minor > 0),
  tax_minor bigint not null check (tax_minor >= 0),
  -- What of it had been taken from the balance on the day of the invoice.
  taken_minor bigint not null check (taken_minor between 0 and net_minor + tax_minor),
  unique (employer_uuid, year, number),
  unique (employer_uuid, currency, invoice_date),
  unique (billing_invoice_uuid, employer_uuid)
);
call app.protect('billing_invoice', 'employer_uuid = (select app.acting_employer())');
call app.append_only('billing_invoice');
grant select on billing_invoice to corridor_app;
grant insert on billing_invoice to corridor_operations;

-- A fee as it was earned, at the price of that moment. Taken from the available balance once that covers it; billed once.
create table fee (
  fee_uuid uuid primary key,
  employer_uuid uuid not null references employer (employer_uuid),
  kind text not null check (kind in ('CONTRACTOR', 'PAYMENT', 'CONVERSION')),
  contractor_sub text not null references person (sub),
  -- The payment that earned it.
  payment_uuid uuid not null references payment (payment_uuid),
  network text not null,
  currency text not null,
  -- Of one; a conversion has a margin on `base_minor` instead.
  price_minor bigint not null check (price_minor >= 0),
  margin_bps integer not null check (margin_bps >= 0),
  base_minor bigint not null check (base_minor >= 0),
  net_minor bigint not null check (net_minor > 0),
  tax_bps integer not null check (tax_bps >= 0),
  tax_minor bigint not null check (tax_minor >= 0),
  earned_on date not null,
  taken_at timestamptz,
  billing_invoice_uuid uuid,
  check ((kind = 'CONVERSION') = (base_minor > 0)),
  foreign key (billing_invoice_uuid, employer_uuid) references billing_invoice (billing_invoice_uuid, employer_uuid)
);
create index fee_of_payment on fee (payment_uuid);
create index fee_of_invoice on fee (billing_invoice_uuid) where billing_invoice_uuid is not null;
create index fee_to_bill on fee (employer_uuid, earned_on) where billing_invoice_uuid is null;
create index fee_to_take on fee (employer_uuid, currency, earned_on, fee_uuid) where taken_at is null;
create index fee_by_day on fee (employer_uuid, earned_on, fee_uuid);
call app.protect('fee', 'employer_uuid = (select app.acting_employer())');
grant select on fee to corridor_app;
grant insert on fee to corridor_operations;
grant update (taken_at, billing_invoice_uuid) on fee to corridor_operations;

-- A fee stays as it was earned; it is taken once and billed once.
create function app.keep_fee() returns trigger language plpgsql as $$
begin
  if (to_jsonb(new) - '{taken_at,billing_invoice_uuid}'::text[]) is distinct from (to_jsonb(old) - '{taken_at,billing_invoice_uuid}'::text[])
      or (old.taken_at is not null and new.taken_at is distinct from old.taken_at)
      or (old.billing_invoice_uuid is not null and new.billing_invoice_uuid is distinct from old.billing_invoice_uuid) then
    raise exception 'a fee stays as it was earned, taken and billed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger keep_fee before update on fee for each row execute function app.keep_fee();

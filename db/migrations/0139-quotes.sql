-- A rate that is promised for a while: what is exchanged by it in time has exactly its two sides. It is accepted where a conversion names it.
create table conversion_quote (
  quote_uuid uuid primary key,
  employer_uuid uuid not null references employer (employer_uuid),
  from_currency text not null,
  to_currency text not null,
  fixed_side text not null check (fixed_side in ('from', 'to')),
  sold_minor bigint not null check (sold_minor > 0),
  bought_minor bigint not null check (bought_minor > 0),
  rate text not null,
  rate_source text not null,
  rate_as_of timestamptz not null,
  asked_by text not null references person (sub),
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  constraint quote_between_two check (from_currency <> to_currency),
  constraint quote_ends check (expires_at > asked_at)
);
create index conversion_quote_of_employer on conversion_quote (employer_uuid);
call app.protect('conversion_quote', 'employer_uuid = (select app.acting_employer())');
call app.append_only('conversion_quote');
grant select on conversion_quote to corridor_app;
grant insert on conversion_quote to corridor_operations;

-- By which quote it was done, and what was said of the side that is not fixed when it was asked for, at which rate.
alter table conversion add column quote_uuid uuid unique references conversion_quote (quote_uuid),
  add column expected_minor bigint check (expected_minor > 0),
  add column expected_rate text,
  add constraint conversion_expected_whole check ((expected_minor is null) = (expected_rate is null)),
  add constraint conversion_quoted check (quote_uuid is null or status = 'EXECUTED'
    and rate = expected_rate and expected_minor = case fixed_side when 'from' then bought_minor else sold_minor end);

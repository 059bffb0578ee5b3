-- What does not leave until another operator says so: every payment with a pay date before a day, or those of them that go from one
-- employer, to one contractor, in one currency or by one network. It holds also what is approved later, and is never deleted.
create table payment_freeze (
  freeze_uuid uuid primary key,
  before date not null,
  employer_uuid uuid references employer (employer_uuid),
  contractor_sub text references contractor (sub),
  currency text,
  network text,
  words text not null check (length(words) <= 500),
  frozen_by text not null references person (sub),
  frozen_at timestamptz not null,
  lifted_by text references person (sub),
  lifted_at timestamptz,
  lifted_words text not null default '' check (length(lifted_words) <= 500),
  constraint freeze_lifted_whole check ((lifted_by is null) = (lifted_at is null)),
  constraint freeze_lifted_by_another check (lifted_by <> frozen_by)
);
-- Said twice it is one freeze.
create unique index payment_freeze_in_force on payment_freeze (before, employer_uuid, contractor_sub, currency, network)
  nulls not distinct where lifted_at is null;
create index payment_freeze_newest on payment_freeze (frozen_at desc, freeze_uuid desc);
create index payment_freeze_of_employer on payment_freeze (employer_uuid) where employer_uuid is not null;
create index payment_freeze_of_contractor on payment_freeze (contractor_sub) where contractor_sub is not null;
call app.protect('payment_freeze', 'false');
-- The functions below look as the owner, for those who may not.
create policy asked on payment_freeze for select to current_user using (true);
grant select, insert, update on payment_freeze to corridor_operations;

-- Since when a payment is frozen; null where it is not. Whoever may see a payment may know that, and neither by whom nor why.
create function app.is_any_frozen() returns boolean language sql stable security definer set search_path = public, app, pg_temp as $$
  select exists (select from payment_freeze where lifted_at is null)
$$;
create function app.frozen_since(pay_date date, employer uuid, contractor text, currency text, network text)
  returns timestamptz language sql stable security definer set search_path = public, app, pg_temp as $$
  select min(f.frozen_at) from payment_freeze f
    where f.lifted_at is null and $1 < f.before
      and (f.employer_uuid is null or f.employer_uuid = $2) and (f.contractor_sub is null or f.contractor_sub = $3)
      and (f.currency is null or f.currency = $4) and (f.network is null or f.network = $5)
$$;
grant execute on function app.is_any_frozen(), app.frozen_since(date, uuid, text, text, text) to corridor_app, corridor_operations;

-- A contractor's statement of what a year paid, for whoever they hand it to (decision 0069). What it reveals is kept with it; its code is
-- worked out of what it says, so that none is kept.
create table income_statement (
  statement_uuid uuid primary key,
  contractor_sub text not null references contractor (sub),
  year integer not null check (year between 2000 and 2200),
  -- What its owner chose to show beside the sum of the year.
  shows_employers boolean not null,
  shows_months boolean not null,
  -- What it says: sums by currency, and as chosen by employer and by month.
  content jsonb not null,
  issued_at timestamptz not null,
  revoked_at timestamptz
);
create index income_statement_of on income_statement (contractor_sub, issued_at desc);
call app.protect('income_statement', 'contractor_sub = (select app.acting_sub())');
grant select, insert on income_statement to corridor_app;
grant update (revoked_at) on income_statement to corridor_app;

create function app.keep_statement() returns trigger language plpgsql as $$
begin
  if old.revoked_at is not null or (to_jsonb(new) - 'revoked_at') is distinct from (to_jsonb(old) - 'revoked_at') then
    raise exception 'a statement stays as it was issued' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger keep_statement before update on income_statement for each row execute function app.keep_statement();

-- The accounts of an employer's own books into which the journal posts; what is not named has a name of ours.
create table journal_account (
  employer_uuid uuid not null references employer (employer_uuid),
  account text not null check (account in ('CONTRACTORS', 'EXPENSES', 'FEES', 'TAX', 'BALANCE', 'FUNDING')),
  name text not null check (length(name) between 1 and 100),
  code text not null check (length(code) <= 20),
  primary key (employer_uuid, account)
);
call app.protect('journal_account', 'employer_uuid = (select app.acting_employer())');
grant select, insert, update (name, code) on journal_account to corridor_app;

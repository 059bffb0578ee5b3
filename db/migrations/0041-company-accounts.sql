-- The accounts and wallets that a company funds from and is refunded to. Details of banks are sealed; addresses of wallets are public.
-- A row is never changed but once, when it is closed: another account is another row.
create table employer_account (
  account_uuid uuid primary key,
  employer_uuid uuid not null references employer (employer_uuid),
  kind text not null check (kind in ('bank', 'wallet')),
  network text not null check (network in ('bitcoin', 'ethereum', 'hedera', 'algo', 'solana', 'fiat')),
  currency text not null,
  label text not null,
  address text,
  bank text,
  bank_index bytea,
  created_by text not null references person (sub),
  created_at timestamptz not null,
  closed_by text references person (sub),
  closed_at timestamptz,
  constraint sealed_employer_account_bank check (starts_with(bank, 'sealed:')),
  constraint employer_account_of_a_kind check (
    (kind = 'bank') = (bank is not null) and (kind = 'bank') = (bank_index is not null)
    and (kind = 'bank') = (network = 'fiat') and (kind = 'wallet') = (address is not null)),
  constraint employer_account_closed check ((closed_by is null) = (closed_at is null))
);
-- The same account stands there once; one that was closed may be given again.
create unique index employer_account_bank on employer_account (employer_uuid, bank_index) where kind = 'bank' and closed_at is null;
create unique index employer_account_wallet on employer_account (employer_uuid, network, currency, address)
  where kind = 'wallet' and closed_at is null;
call app.protect('employer_account', 'employer_uuid = (select app.acting_employer())');
grant select, insert on employer_account to corridor_app;
grant update (closed_by, closed_at) on employer_account to corridor_app;

grant update (currency) on employer to corridor_app;

-- Deposits in tokens: what addresses of ours are paid on chains of accounts, by blocks that are final (docs/decisions/0220).

-- How far a chain was read for deposits, by a block that was final; and which was the last one then.
create table token_rail.reading (
  network text primary key,
  block bigint not null check (block >= 0),
  hash text not null,
  last bigint not null check (last >= block)
);

-- The addresses whose receipts are kept; whose they are stands in deposit_address, and no rail knows it. At the end of which block one was last looked at itself, what
-- it had of the network's coin then; and how often it was paid in tokens that nobody here knows.
create table token_rail.watched (
  network text not null,
  address text not null,
  looked bigint,
  coin bigint not null default 0 check (coin >= 0),
  strange integer not null default 0 check (strange >= 0),
  primary key (network, address)
);
create index watched_looked on token_rail.watched (network, looked nulls first, address);

-- What final blocks moved of a token to such an address and away from it, what of that was too small to be a deposit, what lies there beside that, which nobody told (less than nothing where it does not),
-- and whether the token's issuer lets it be moved.
create table token_rail.watched_token (
  network text not null,
  address text not null,
  currency text not null,
  came bigint not null default 0 check (came >= 0),
  gone bigint not null default 0 check (gone >= 0),
  dust bigint not null default 0 check (dust >= 0),
  dust_outputs integer not null default 0 check (dust_outputs >= 0),
  untold bigint not null default 0,
  frozen boolean not null default false,
  primary key (network, address, currency),
  foreign key (network, address) references token_rail.watched
);

-- What such an address was paid, from a bound on. Until its block is final it may go again; `taken`: it was told to us, and kept.
create table token_rail.deposit (
  network text not null,
  txid text not null,
  log_index integer not null check (log_index >= 0),
  number bigint not null generated always as identity unique,
  address text not null,
  currency text not null,
  amount bigint not null check (amount > 0),
  sender text not null,
  block bigint not null,
  final boolean not null,
  taken boolean not null default false,
  primary key (network, txid, log_index),
  foreign key (network, address) references token_rail.watched,
  constraint deposit_taken check (final or not taken)
);
create index deposit_due on token_rail.deposit (network, number) where final and not taken;
create index deposit_seen on token_rail.deposit (network, block) where not final;
create index deposit_taken on token_rail.deposit (network, number) where taken;
create index deposit_of on token_rail.deposit (network, address, number desc);

grant select, insert, update on token_rail.reading, token_rail.watched, token_rail.watched_token, token_rail.deposit to corridor_app;
-- What was seen and is not final, and stands on the chain no more.
grant delete on token_rail.deposit to corridor_app;
create function token_rail.keep_final() returns trigger language plpgsql set search_path = token_rail, pg_temp as $$
begin
  raise exception 'a deposit that is final stays' using errcode = 'restrict_violation';
end $$;
create trigger keep_final before delete on token_rail.deposit for each row when (old.final) execute function token_rail.keep_final();

-- More of deposits that is somebody's work: the network's coin at an address, tokens that nobody here knows (which have no amount), an address that an issuer froze, and
-- what lies there and no log told, or was told and does not. Without a currency it is that of the address, as before.
alter table deposit_doubt add column currency text;
alter table deposit_doubt drop constraint deposit_doubt_kind_check;
alter table deposit_doubt add constraint deposit_doubt_kind_check
  check (kind in ('LOST', 'BACK', 'NOT_BOOKED', 'DUST', 'COIN', 'STRANGE', 'FROZEN', 'UNTOLD', 'MISSING'));
alter table deposit_doubt drop constraint deposit_doubt_amount_minor_check;
alter table deposit_doubt add constraint deposit_doubt_amount_minor_check check (amount_minor >= 0);

-- What chains of accounts booked, which is held against their books.
create index funding_of_account on funding (reference) where reference ~ '^0x[0-9a-f]{64}:[0-9]+$';
create index suspense_receipt_of_account on suspense_receipt (reference) where reference ~ '^0x[0-9a-f]{64}:[0-9]+$';

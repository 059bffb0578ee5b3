-- The books of the rails that pay in tokens on chains of accounts, kept outside of our transactions as an outside party's are: a payout is kept, then its
-- transaction, whole and signed, and only then any node hears of it (docs/decisions/0185). One set for all such networks, which rows name.
create schema if not exists token_rail;

-- Transactions of ours, as they were signed. Each uses a lane at one value: the chain holds one at the most that names it, and so do these books.
create table token_rail.transaction (
  network text not null,
  txid text not null,
  number bigint not null generated always as identity,
  lane text not null,
  lane_value text not null,
  raw text not null,
  -- What it takes of the network's coin at the most, in its smallest unit: its fee, and what is laid down for a payee's account.
  fee bigint not null check (fee > 0),
  account bigint not null check (account >= 0),
  made_at timestamptz not null,
  confirmations integer not null default 0 check (confirmations >= 0),
  -- Since when its lane is used up and no node says by what: it stands on the chain, or never will, and nothing is paid anew.
  lost_since timestamptz,
  -- When it was seen to be final; a failure where it moved nothing.
  ended_at timestamptz,
  failure text check (failure in ('FROZEN', 'ACCOUNT', 'TOKENS', 'COIN', 'OTHER')),
  primary key (network, txid),
  unique (network, lane, lane_value),
  check (failure is null or ended_at is not null)
);
-- One at a time in a lane.
create unique index transaction_under_way on token_rail.transaction (network, lane) where ended_at is null;

-- What became of each attempt: it waits for a lane, is paid by a transaction, or was refused; after it had been taken, or at once.
create table token_rail.payout (
  attempt_uuid uuid primary key,
  number bigint not null generated always as identity,
  network text not null,
  currency text not null,
  amount bigint not null check (amount > 0),
  payee text,
  txid text,
  refused text,
  was_taken boolean not null default false,
  foreign key (network, txid) references token_rail.transaction,
  unique (network, txid),
  check (payee is not null or refused is not null),
  check (txid is null or refused is null)
);
create index payout_waiting on token_rail.payout (network, number) where txid is null and refused is null;

-- How each chain stood when it was last followed: what the treasury holds, what the network takes, and why it does not go on.
create table token_rail.follow (
  network text primary key,
  height bigint,
  read_at timestamptz,
  problem text,
  problem_since timestamptz,
  held text,
  held_since timestamptz,
  fee bigint,
  account bigint not null default 0,
  coin bigint not null default 0,
  check ((problem is null) = (problem_since is null)),
  check ((held is null) = (held_since is null))
);
create table token_rail.purse (
  network text not null,
  currency text not null,
  amount bigint not null check (amount >= 0),
  primary key (network, currency)
);

grant usage on schema token_rail to corridor_app;
grant select, insert, update on all tables in schema token_rail to corridor_app;

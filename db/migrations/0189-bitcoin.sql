-- The books of the rail that pays in bitcoin, kept outside of our transactions as an outside party's are: a payout is kept, whole and signed, before anything of
-- it is heard by a node, and the chain is followed block by block (docs/decisions/0165).
create schema if not exists bitcoin_rail;

-- The blocks that were read, from the one at which following began; those that the chain left behind are forgotten.
create table bitcoin_rail.block (
  height integer primary key check (height >= 0),
  hash text not null unique check (hash ~ '^[0-9a-f]{64}$')
);

-- What the treasury was paid, its own change included. Without a height the chain does not have it any more; spent by which transaction, and in which block.
create table bitcoin_rail.coin (
  txid text not null check (txid ~ '^[0-9a-f]{64}$'),
  vout integer not null check (vout >= 0),
  script text not null,
  value_sat bigint not null check (value_sat > 0),
  height integer,
  spent_by text,
  spent_height integer,
  primary key (txid, vout),
  check ((spent_by is null) = (spent_height is null))
);
create index coin_open on bitcoin_rail.coin (value_sat desc) where spent_height is null;

-- Transactions of ours, as they were signed; dead where another one spent their coins for good.
create table bitcoin_rail.transaction (
  txid text primary key check (txid ~ '^[0-9a-f]{64}$'),
  -- In the order in which they were made: one may spend the change of one before.
  number bigint not null generated always as identity,
  raw text not null,
  fee_sat bigint not null check (fee_sat > 0),
  made_at timestamptz not null,
  height integer,
  dead_by text,
  check (height is null or dead_by is null)
);
create index transaction_open on bitcoin_rail.transaction (number) where height is null and dead_by is null;

-- A coin is spent by one transaction of ours.
create table bitcoin_rail.input (
  coin_txid text not null,
  coin_vout integer not null,
  txid text not null references bitcoin_rail.transaction,
  primary key (coin_txid, coin_vout),
  foreign key (coin_txid, coin_vout) references bitcoin_rail.coin
);
create index input_of on bitcoin_rail.input (txid);

-- What became of each attempt: an output of a transaction, or why it was refused. Whose address it is stands with the payment, sealed.
create table bitcoin_rail.payout (
  attempt_uuid uuid primary key,
  value_sat bigint not null check (value_sat > 0),
  txid text references bitcoin_rail.transaction,
  vout integer,
  refused text,
  unique (txid, vout),
  check ((txid is null) = (vout is null) and (txid is null) = (refused is not null))
);

-- When the chain was last followed to its end, and since when that does not come off.
create table bitcoin_rail.follow (
  one boolean primary key default true check (one),
  read_at timestamptz,
  problem text,
  problem_since timestamptz,
  check ((problem is null) = (problem_since is null))
);

grant usage on schema bitcoin_rail to corridor_app;
grant select, insert, update on all tables in schema bitcoin_rail to corridor_app;
grant delete on bitcoin_rail.block to corridor_app;

-- What is under way by a chain, whose rail tells by itself what became of it.
create index payment_on_chain on payment (network, payment_uuid) where not is_over and network <> 'fiat';

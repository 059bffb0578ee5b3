-- What the check of the invariants remembers, so that it goes on from where it last held, and how it sees rows that were changed by
-- hand: each row that decides about money, terms, signatures, rates, dates or access has a seal, made with a key that is not in the
-- database (docs/decisions/0031-seals-and-marks.md).

-- The transaction of a transfer: numbers are given in another order than transactions commit, snapshots are not.
alter table ledger_transfer add column xact xid8 not null default pg_current_xact_id();
create index ledger_transfer_xact on ledger_transfer (xact);

-- Where the check last held. One row.
create table verification_mark (
  one boolean primary key default true check (one),
  -- What was visible then; what is not belongs to the next check.
  snapshot pg_snapshot not null,
  finished_at timestamptz not null,
  -- How far the rolling look at old rows has come, per table.
  looked_to jsonb not null default '{}'
);
-- The last entry of each audit chain then.
create table chain_mark (
  chain text primary key,
  seq bigint not null,
  hash bytea not null
);
-- What each account had moved then.
create table balance_mark (
  account_id bigint primary key,
  posted_in bigint not null,
  posted_out bigint not null,
  pending_in bigint not null,
  pending_out bigint not null
);
create table row_seal (
  table_name text not null,
  row_key text not null,
  key_id text not null,
  mac text not null,
  -- The row's own version when it was sealed, where it has one.
  version integer,
  primary key (table_name, row_key)
);

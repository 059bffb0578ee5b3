-- Transactions in tokens that people sign by hand, away from any network (docs/decisions/0226). One has its lane, and no bytes of its own: what is signed for it stands
-- in `raise`, as whatever else may stand in its place.
alter table token_rail.transaction alter column raw drop not null;

-- What people are asked to sign for it, by the hash of that: kept before anybody is shown it, and the same each time. Of several for one transaction the newest offers the most.
create table token_rail.to_sign (
  network text not null,
  id text not null check (id ~ '^[0-9a-f]{64}$'),
  number bigint not null generated always as identity,
  of_txid text not null,
  message text not null,
  fee bigint not null check (fee > 0),
  made_at timestamptz not null,
  -- When it was first handed to whoever signs, and what it became once it was brought back signed.
  exported_at timestamptz,
  txid text,
  primary key (network, id),
  foreign key (network, of_txid) references token_rail.transaction,
  foreign key (network, txid) references token_rail.raise
);
create index to_sign_of on token_rail.to_sign (network, of_txid, number);
grant select, insert, update on token_rail.to_sign to corridor_app;

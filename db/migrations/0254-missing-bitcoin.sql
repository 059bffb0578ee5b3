-- What left the treasury of bitcoin by nothing of ours, as two operators explained it (docs/decisions/0224).
create table bitcoin_rail.explained (
  -- The transaction that took it, of those that these two explained together.
  txid text primary key,
  -- What all of these took, in satoshi.
  amount_sat bigint not null check (amount_sat > 0),
  words text not null,
  asked_by text not null,
  explained_by text not null,
  explained_at timestamptz not null,
  constraint explained_by_two check (asked_by <> explained_by)
);
grant select, insert on bitcoin_rail.explained to corridor_app;

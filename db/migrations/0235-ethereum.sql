-- Tokens on chains where a higher fee takes the place of a lower one by the same lane (docs/decisions/0196).
-- Of a transaction that waits another may be signed that offers more: as long as none of them is final each may stand, and one of them does.
create table token_rail.raise (
  network text not null,
  txid text not null,
  number bigint not null generated always as identity,
  of_txid text not null,
  raw text not null,
  fee bigint not null check (fee > 0),
  made_at timestamptz not null,
  primary key (network, txid),
  foreign key (network, of_txid) references token_rail.transaction
);
create index raise_of on token_rail.raise (network, of_txid, number);

-- Which of them the chain holds; or what used up the lane instead, as its proof: a transaction that the treasury's key signed.
alter table token_rail.transaction add column stands text, add column spent_by text, add column spent_proof text;
alter table token_rail.transaction drop constraint transaction_failure_check;
alter table token_rail.transaction add constraint transaction_failure_check
  check (failure in ('FROZEN', 'STOPPED', 'ACCOUNT', 'TOKENS', 'COIN', 'REPLACED', 'OTHER'));
alter table token_rail.transaction add constraint transaction_replaced_check
  check ((failure is not distinct from 'REPLACED') = (spent_by is not null) and (spent_by is null) = (spent_proof is null));

-- What a transaction has to offer by now to stand on the chain.
alter table token_rail.follow add column entering bigint not null default 0;

grant select, insert, update on token_rail.raise to corridor_app;

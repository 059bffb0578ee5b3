-- What each wallet of ours holds against what the ledger says of its network (docs/decisions/0248-a-wallet-against-the-ledger.md).
-- What of it is our own: with what it was first read, by nobody's word, and what changed since by that of two.
create table wallet_own (
  own_uuid uuid primary key,
  network text not null,
  currency text not null,
  minor bigint not null,
  words text not null default '' check (length(words) <= 500),
  asked_by text references person (sub),
  said_by text references person (sub),
  said_at timestamptz not null,
  constraint wallet_own_by_two check ((asked_by is null) = (said_by is null) and asked_by <> said_by)
);
create unique index wallet_own_first on wallet_own (network, currency) where asked_by is null;
create index wallet_own_of on wallet_own (network, currency, said_at);
call app.protect('wallet_own', 'false');
call app.append_only('wallet_own');
grant select, insert on wallet_own to corridor_operations;

-- By how much the two differ, as two readings in a row said it: positive where there is more than the books say. And what the last reading alone said.
create table wallet_reading (
  network text not null,
  currency text not null,
  minor bigint not null default 0,
  stops boolean not null default false,
  since timestamptz,
  seen_minor bigint not null,
  seen_stops boolean not null,
  seen_at timestamptz not null,
  primary key (network, currency),
  constraint wallet_reading_since check ((minor = 0) = (since is null) and (minor <> 0 or not stops))
);
call app.protect('wallet_reading', 'false');
grant select, insert, update on wallet_reading to corridor_operations;

-- That a rail makes nothing new since its wallet differs from the ledger, in its own books.
alter table token_rail.follow add column differs boolean not null default false;
alter table bitcoin_rail.follow add column differs boolean not null default false;

-- What is read of receipts for that, of chains alone.
create index funding_in_tokens on funding (currency) where currency in ('BTC', 'USDC', 'USDT');
create index suspense_receipt_in_tokens on suspense_receipt (currency) where currency in ('BTC', 'USDC', 'USDT');

alter table approval_step drop constraint approval_step_kind_check;
alter table approval_step add constraint approval_step_kind_check check (kind in ('book_funding', 'execute_payments', 'mend_payments', 'request_funds',
  'schedule_conversion', 'match_receipt', 'refund_receipt', 'reverse_funding', 'explain_difference', 'book_bank_entry', 'explain_missing', 'explain_wallet', 'approve_pay'));
alter table moved_alone drop constraint moved_alone_kind_check;
alter table moved_alone add constraint moved_alone_kind_check check (kind in ('book_funding', 'execute_payments', 'mend_payments', 'request_funds',
  'schedule_conversion', 'match_receipt', 'refund_receipt', 'reverse_funding', 'explain_difference', 'book_bank_entry', 'explain_missing', 'explain_wallet'));

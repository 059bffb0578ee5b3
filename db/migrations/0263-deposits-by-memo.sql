-- Deposits by memo: where keys make no addresses, one account of ours is paid, and a memo says for whom (docs/decisions/0233).

-- What a payment says of whose it is; empty where an address says that by itself, or nothing does.
alter table token_rail.deposit add column memo text not null default '' check (length(memo) <= 100);
create index deposit_of_memo on token_rail.deposit (network, address, memo, number desc);

-- Whether an account cannot take a token by now, since it does not hold it.
alter table token_rail.watched_token add column closed boolean not null default false;

-- An account that many pay is no company's, and neither is what lies there: its work names the network itself. Without one it is that of the address, as before.
alter table deposit_doubt add column network text;
alter table deposit_doubt drop constraint deposit_doubt_address_fkey;
alter table deposit_doubt drop constraint deposit_doubt_kind_check;
alter table deposit_doubt add constraint deposit_doubt_kind_check
  check (kind in ('LOST', 'BACK', 'NOT_BOOKED', 'DUST', 'COIN', 'STRANGE', 'FROZEN', 'UNTOLD', 'MISSING', 'CLOSED'));

-- What these chains booked, which is held against their books.
create index funding_of_hedera on funding (reference) where reference ~ '^0\.0\.[0-9]+@[0-9]+\.[0-9]{9}(\?[a-z0-9=&]+)?:[0-9]+$';
create index suspense_receipt_of_hedera on suspense_receipt (reference) where reference ~ '^0\.0\.[0-9]+@[0-9]+\.[0-9]{9}(\?[a-z0-9=&]+)?:[0-9]+$';
create index funding_of_algo on funding (reference) where reference ~ '^[A-Z2-7]{52}:[0-9]+$';
create index suspense_receipt_of_algo on suspense_receipt (reference) where reference ~ '^[A-Z2-7]{52}:[0-9]+$';
create index funding_of_solana on funding (reference) where reference ~ '^[1-9A-HJ-NP-Za-km-z]{80,90}:[0-9]+$';
create index suspense_receipt_of_solana on suspense_receipt (reference) where reference ~ '^[1-9A-HJ-NP-Za-km-z]{80,90}:[0-9]+$';

-- A chain takes its word back: what stood in six blocks may stand in none, and what was called dead may stand in one after all (docs/decisions/0166).
-- `arrived`: it stood in six blocks once. `was_dead`: it came into a block after it had been called dead.
alter table bitcoin_rail.transaction
  add column arrived boolean not null default false,
  add column was_dead boolean not null default false;
update bitcoin_rail.transaction set arrived = true where height <= (select max(height) from bitcoin_rail.block) - 5;
create index transaction_in_block on bitcoin_rail.transaction (height);
create index transaction_was_wrong on bitcoin_rail.transaction (txid) where dead_by is not null or was_dead;
create index payout_of on bitcoin_rail.payout (txid);

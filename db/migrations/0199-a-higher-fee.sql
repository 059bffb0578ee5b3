-- A transaction that waits is replaced by one of a higher fee (docs/decisions/0168): it spends all that the first one spends, so that one of them is confirmed at the
-- most, and pays the same outputs at the same places. `replaces` is the first one; `waits_since` the last block when it was first seen to wait.
alter table bitcoin_rail.transaction
  add column replaces text references bitcoin_rail.transaction,
  add column waits_since integer;
create index transaction_replaces on bitcoin_rail.transaction (replaces) where replaces is not null;

-- A payout stands by the one of them that a block holds, or by one that lives: whichever process reads the block, so that one of before takes none for dead.
create function bitcoin_rail.stand_by_living() returns trigger language plpgsql set search_path = bitcoin_rail, pg_temp as $$
declare stands text;
begin
  select t.txid into stands from bitcoin_rail.transaction t
    where coalesce(t.replaces, t.txid) = coalesce(new.replaces, new.txid) and t.dead_by is null
    order by t.height is null, t.number desc limit 1;
  if stands is not null then
    update bitcoin_rail.payout p set txid = stands from bitcoin_rail.transaction t
      where p.txid = t.txid and coalesce(t.replaces, t.txid) = coalesce(new.replaces, new.txid) and p.txid <> stands;
  end if;
  return null;
end $$;
create trigger stand_by_living after insert or update of height, dead_by on bitcoin_rail.transaction for each row
  execute function bitcoin_rail.stand_by_living();

-- Transactions in bitcoin that people sign by hand, away from any network (docs/decisions/0225): each is kept, with whom it pays and the coins that it spends, before
-- anybody is shown it. Its id is known by then and no signature changes it. `raw` has no signatures while it is unsigned.
alter table bitcoin_rail.transaction add column unsigned boolean not null default false;
create index transaction_unsigned on bitcoin_rail.transaction (number) where unsigned;

-- What is handed to whoever signs (BIP 174), the same bytes each time, and when that was first done.
create table bitcoin_rail.to_sign (
  txid text primary key references bitcoin_rail.transaction,
  psbt bytea not null,
  exported_at timestamptz
);

-- Signatures that came back and hold, by the key that made them; as many as it takes end the waiting.
create table bitcoin_rail.signature (
  txid text not null references bitcoin_rail.to_sign,
  input integer not null check (input >= 0),
  key text not null check (key ~ '^0[23][0-9a-f]{64}$'),
  signature bytea not null,
  primary key (txid, input, key)
);
grant select, insert, update on bitcoin_rail.to_sign to corridor_app;
grant select, insert on bitcoin_rail.signature to corridor_app;

-- A payout stands by the one that a block holds, else by a living one that is signed: a dearer one that nobody signed yet takes nothing from the one before it.
create or replace function bitcoin_rail.stand_by_living() returns trigger language plpgsql set search_path = bitcoin_rail, pg_temp as $$
declare stands text;
begin
  select t.txid into stands from bitcoin_rail.transaction t
    where coalesce(t.replaces, t.txid) = coalesce(new.replaces, new.txid) and t.dead_by is null
    order by t.height is null, t.unsigned, t.number desc limit 1;
  if stands is not null then
    update bitcoin_rail.payout p set txid = stands from bitcoin_rail.transaction t
      where p.txid = t.txid and coalesce(t.replaces, t.txid) = coalesce(new.replaces, new.txid) and p.txid <> stands;
  end if;
  return null;
end $$;
create trigger stand_by_signed after update of unsigned on bitcoin_rail.transaction for each row
  execute function bitcoin_rail.stand_by_living();

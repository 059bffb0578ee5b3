-- By what a transaction had been called dead that stands in a block after all: once that is held by six blocks, what killed it can stand in none, and with it what spends
-- its outputs (docs/decisions/0167). A trigger keeps it, since a process of before reads blocks as well.
alter table bitcoin_rail.transaction add column killed_by text;
create function bitcoin_rail.keep_killer() returns trigger language plpgsql set search_path = bitcoin_rail, pg_temp as $$
begin
  new.killed_by := old.dead_by;
  return new;
end $$;
create trigger keep_killer before update of dead_by on bitcoin_rail.transaction for each row
  when (old.dead_by is not null and new.dead_by is null) execute function bitcoin_rail.keep_killer();
create index transaction_killed_by on bitcoin_rail.transaction (killed_by) where killed_by is not null;

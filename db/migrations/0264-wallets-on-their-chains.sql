-- What wallets are on their chains (docs/decisions/0234): looked at when they are added, and again for as long as what is sent there would not arrive.
create table wallet_look (
  destination_uuid uuid primary key references destination,
  contractor_sub text not null,
  network text not null,
  -- When its chain is asked next; null where nothing of it can get better by itself.
  due_at timestamptz,
  state text check (state in ('READY', 'NEW', 'NOT_OPTED_IN', 'NO_WALLET', 'FROZEN')),
  -- The public key that its network has for it, where its address does not say that.
  key text,
  looked_at timestamptz,
  check ((state is null) = (looked_at is null))
);
create index wallet_look_due on wallet_look (network, due_at) where due_at is not null;
call app.protect('wallet_look', 'contractor_sub = (select app.acting_sub())');
grant select, insert on wallet_look to corridor_app;
grant update (due_at) on wallet_look to corridor_app;
grant select, insert, update on wallet_look to corridor_operations;

-- Of whatever process adds a wallet.
create policy writer on wallet_look to current_user using (true) with check (true);
create function app.wallets_came() returns trigger language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  insert into wallet_look (destination_uuid, contractor_sub, network, due_at)
    select destination_uuid, contractor_sub, network, created_at from new_rows where kind = 'wallet' order by 1;
  return null;
end $$;
create trigger wallets_came after insert on destination referencing new table as new_rows
  for each statement execute function app.wallets_came();

insert into wallet_look (destination_uuid, contractor_sub, network, due_at)
  select destination_uuid, contractor_sub, network, created_at from destination where kind = 'wallet' and status = 'ACTIVE';

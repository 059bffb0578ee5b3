-- Wallets that lists name (decision 0236): contractors' and companies' are looked for among them by their address.
alter table screening_entry drop constraint screening_entry_kind_check;
alter table screening_entry add constraint screening_entry_kind_check check (kind in ('person', 'organisation', 'wallet'));
alter table screening_hit drop constraint screening_hit_subject_kind_check;
alter table screening_hit add constraint screening_hit_subject_kind_check check (subject_kind in ('contractor', 'company', 'owner', 'member', 'wallet'));

create table screening_wallet (
  list_uuid uuid not null,
  -- The entry that names it: its holder, or the wallet itself, of which a holder may be said whose entry stands elsewhere in the list.
  entry_id text not null,
  holder_id text,
  -- As it is looked up (domain/screening/wallets.ts).
  address text not null,
  foreign key (list_uuid, entry_id) references screening_entry (list_uuid, entry_id) on delete cascade
);
create index screening_wallet_of on screening_wallet (list_uuid, entry_id);
create index screening_wallet_address on screening_wallet (address);
grant select, insert on screening_wallet to corridor_operations;

-- Who adds a wallet is looked for, whatever process adds it.
create function app.wallets_to_screen() returns trigger language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform app.screen_again(array(select distinct contractor_sub from new_rows where kind = 'wallet'), '{}');
  return null;
end $$;
create trigger wallets_screened after insert on destination referencing new table as new_rows
  for each statement execute function app.wallets_to_screen();
create function app.company_wallets_to_screen() returns trigger language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform app.screen_again('{}', array(select distinct employer_uuid from new_rows where kind = 'wallet'));
  return null;
end $$;
create trigger wallets_screened after insert on employer_account referencing new table as new_rows
  for each statement execute function app.company_wallets_to_screen();

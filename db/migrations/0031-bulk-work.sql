-- What a payroll of many costs per row and could cost per statement. Every law holds as it did.

-- A person earns a day of a role once. The hash comes first, since a tree of texts compares every text of a page at each step; it decides
-- nothing, the texts do. A range of no days overlaps none, so it need not be in the index.
alter table line_item drop constraint line_item_earned_once;
alter table line_item add constraint line_item_earned_once
  exclude using gist (hashtextextended(contractor_sub, 0) with =, earning with &&, employer_uuid with =, contractor_sub with =,
    lower(btrim(role)) with =) where (not isempty(earning)) deferrable initially immediate;

-- A tenant moves what is its own: asked of all that a statement posts, and not of each.
create or replace function app.tenants_post_their_own() returns trigger language plpgsql set search_path = public, app, pg_temp as $$
begin
  if not pg_has_role(session_user, 'corridor_operations', 'usage') and exists (
      select from new_rows n
        left join ledger_account f on f.account_id = n.from_account and f.employer_uuid = app.acting_employer()
        left join ledger_account t on t.account_id = n.to_account and t.employer_uuid = app.acting_employer()
        where n.employer_uuid is distinct from app.acting_employer() or n.code not in ('item_approved', 'item_withdrawn', 'item_funded')
          or f.account_id is null or t.account_id is null) then
    raise exception 'a tenant posts its own approvals alone' using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;
drop trigger tenants_post_their_own on ledger_transfer;
create trigger tenants_post_their_own after insert on ledger_transfer referencing new table as new_rows
  for each statement execute function app.tenants_post_their_own();

-- Sums per pair of accounts first: a batch has many transfers and few pairs. Whose accounts they are is asked before any balance is: what
-- a balance refuses tells how high it is.
create or replace function app.post_transfers(requests app.transfer_request[], at timestamptz) returns integer
  language plpgsql security definer set search_path = public, app, pg_temp as $$
declare
  made integer;
  known integer;
begin
  if not pg_has_role(session_user, 'corridor_operations', 'usage') and exists (select from unnest(requests) r
      where not exists (select from ledger_account a where a.account_id = r.from_account and a.employer_uuid = app.acting_employer())
        or not exists (select from ledger_account a where a.account_id = r.to_account and a.employer_uuid = app.acting_employer())) then
    raise exception 'a tenant posts its own approvals alone' using errcode = 'insufficient_privilege';
  end if;

  if exists (select from unnest(requests) r left join ledger_transfer p on p.transfer_uuid = r.of_uuid
      where r.state in ('POST', 'VOID') and (p.state is distinct from 'PENDING' or r.from_account <> p.from_account
        or r.to_account <> p.to_account or r.amount_minor > p.amount_minor)) then
    raise exception 'only a pending transfer is resolved, between its accounts, up to its amount' using errcode = 'C0003';
  end if;

  perform 1 from ledger_account
    where account_id in (select from_account from unnest(requests) union select to_account from unnest(requests))
    order by account_id for no key update;

  with made_now as (
    insert into ledger_transfer (transfer_uuid, from_account, to_account, currency, amount_minor, state, of_uuid, code,
        subject_uuid, employer_uuid, created_at)
      select r.transfer_uuid, r.from_account, r.to_account, f.currency, r.amount_minor, r.state, r.of_uuid, r.code,
          r.subject_uuid, r.employer_uuid, at
        from unnest(requests) r
        join ledger_account f on f.account_id = r.from_account
        join ledger_account t on t.account_id = r.to_account and t.currency = f.currency
    on conflict (transfer_uuid) do nothing
    returning from_account, to_account, amount_minor, state, of_uuid
  ), pairs as (
    select m.from_account, m.to_account, count(*) n, sum(case when m.state in ('POSTED', 'POST') then m.amount_minor else 0 end) posted,
        sum(case m.state when 'PENDING' then m.amount_minor when 'POSTED' then 0 else -p.amount_minor end) pending
      from made_now m left join ledger_transfer p on p.transfer_uuid = m.of_uuid group by 1, 2
  ), moved as (
    select account, sum(p_in)::bigint p_in, sum(p_out)::bigint p_out, sum(n_in)::bigint n_in, sum(n_out)::bigint n_out from (
      select from_account account, 0 p_in, posted p_out, 0 n_in, pending n_out from pairs
      union all
      select to_account, posted, 0, pending, 0 from pairs
    ) legs group by account
  ), updated as (
    update ledger_account a set posted_in = posted_in + p_in, posted_out = posted_out + p_out,
        pending_in = pending_in + n_in, pending_out = pending_out + n_out
      from moved where a.account_id = moved.account
  )
  select coalesce(sum(n), 0) into made from pairs;

  if made < cardinality(requests) then
    select count(*) into known from unnest(requests) r join ledger_transfer t using (transfer_uuid);
    if known < (select count(distinct r.transfer_uuid) from unnest(requests) r) then
      raise exception 'both accounts of a transfer exist and hold one currency' using errcode = 'C0002';
    end if;
    if exists (select from unnest(requests) r join ledger_transfer t using (transfer_uuid)
        where (r.from_account, r.to_account, r.amount_minor, r.state, r.of_uuid, r.code, r.subject_uuid)
          is distinct from (t.from_account, t.to_account, t.amount_minor, t.state, t.of_uuid, t.code, t.subject_uuid)) then
      raise exception 'a transfer id is used once, for one content' using errcode = 'C0001';
    end if;
  end if;
  return made;
end $$;

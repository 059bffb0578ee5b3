-- The ledger: accounts and transfers, double entry, append-only. Money is moved by app.post_transfers alone.

create table ledger_account (
  account_id bigint generated always as identity primary key,
  owner text not null,
  employer_uuid uuid references employer (employer_uuid),
  kind text not null,
  currency text not null,
  may_go_negative boolean not null,
  posted_in bigint not null default 0,
  posted_out bigint not null default 0,
  pending_in bigint not null default 0,
  pending_out bigint not null default 0,
  unique (owner, kind, currency),
  constraint no_overdraft check (may_go_negative or posted_in - posted_out - pending_out >= 0),
  constraint pending_not_negative check (pending_in >= 0 and pending_out >= 0)
) with (fillfactor = 50);

create table ledger_transfer (
  transfer_uuid uuid primary key,
  seq bigint generated always as identity,
  -- Accounts are never deleted and app.post_transfers, the only writer, joins them: a foreign key would look them up twice.
  from_account bigint not null,
  to_account bigint not null,
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  state text not null check (state in ('POSTED', 'PENDING', 'POST', 'VOID')),
  of_uuid uuid references ledger_transfer (transfer_uuid),
  code text not null,
  subject_uuid uuid,
  employer_uuid uuid,
  created_at timestamptz not null,
  check (from_account <> to_account),
  check ((state in ('POST', 'VOID')) = (of_uuid is not null))
);
-- A pending transfer is resolved once.
create unique index ledger_transfer_resolution on ledger_transfer (of_uuid) where of_uuid is not null;
create index ledger_transfer_subject on ledger_transfer (subject_uuid) where subject_uuid is not null;

create type app.transfer_request as (
  transfer_uuid uuid, from_account bigint, to_account bigint, amount_minor bigint, state text, of_uuid uuid,
  code text, subject_uuid uuid, employer_uuid uuid
);

-- Posts a batch, all of it or nothing. A transfer that stands already with the same content is passed over; with other content
-- the batch is refused. Locks accounts in id order, so two batches never wait for each other in a circle. Returns how many
-- transfers are new. SQLSTATE: C0001 reused id, C0002 wrong accounts, C0003 cannot be resolved, 23514 overdraft.
create function app.post_transfers(requests app.transfer_request[], at timestamptz) returns integer
  language plpgsql security definer set search_path = public, app, pg_temp as $$
declare
  made integer;
  known integer;
begin
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
    returning *
  ), moved as (
    select account, sum(p_in)::bigint p_in, sum(p_out)::bigint p_out, sum(n_in)::bigint n_in, sum(n_out)::bigint n_out from (
      select m.from_account account, 0 p_in, case when m.state in ('POSTED', 'POST') then m.amount_minor else 0 end p_out, 0 n_in,
          case m.state when 'PENDING' then m.amount_minor when 'POSTED' then 0 else -p.amount_minor end n_out
        from made_now m left join ledger_transfer p on p.transfer_uuid = m.of_uuid
      union all
      select m.to_account, case when m.state in ('POSTED', 'POST') then m.amount_minor else 0 end, 0,
          case m.state when 'PENDING' then m.amount_minor when 'POSTED' then 0 else -p.amount_minor end, 0
        from made_now m left join ledger_transfer p on p.transfer_uuid = m.of_uuid
    ) legs group by account
  ), updated as (
    update ledger_account a set posted_in = posted_in + p_in, posted_out = posted_out + p_out,
        pending_in = pending_in + n_in, pending_out = pending_out + n_out
      from moved where a.account_id = moved.account
  )
  select count(*) into made from made_now;

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

-- A funding file is booked once, and each reference once, however often a file is sent.
create table funding_file (
  funding_file_uuid uuid primary key,
  file_name text not null,
  sha256 text not null,
  booked_by text not null,
  booked_at timestamptz not null
);
create table funding (
  reference text primary key,
  funding_uuid uuid not null unique,
  employer_uuid uuid not null references employer (employer_uuid),
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  received_on date not null,
  funding_file_uuid uuid not null references funding_file (funding_file_uuid)
);
create index funding_by_employer on funding (employer_uuid, received_on);

create table fx_rate (
  from_currency text not null,
  to_currency text not null,
  rate text not null,
  source text not null,
  as_of timestamptz not null,
  primary key (from_currency, to_currency, as_of)
);

call app.protect('ledger_account', 'employer_uuid = (select app.acting_employer())');
call app.protect('ledger_transfer', 'employer_uuid = (select app.acting_employer())');
call app.protect('funding', 'employer_uuid = (select app.acting_employer())');
call app.append_only('ledger_transfer');
call app.append_only('funding');
call app.append_only('funding_file');
-- Balances move only through app.post_transfers, which runs as the owner.
revoke insert, update, delete on ledger_transfer, ledger_account from corridor_app;
create policy writer on ledger_account to current_user using (true) with check (true);
create policy writer on ledger_transfer to current_user using (true) with check (true);

-- Opens the accounts that are missing and answers the ids of all, in the order asked.
create function app.open_accounts(owners text[], employer_uuids uuid[], kinds text[], currencies text[], negatives boolean[])
  returns bigint[] language sql security definer set search_path = public, app, pg_temp as $$
  insert into ledger_account (owner, employer_uuid, kind, currency, may_go_negative)
    select distinct * from unnest(owners, employer_uuids, kinds, currencies, negatives) order by 1, 3, 4
    on conflict (owner, kind, currency) do nothing;
  select array_agg(a.account_id order by n)
    from unnest(owners, kinds, currencies) with ordinality r(owner, kind, currency, n)
    join ledger_account a using (owner, kind, currency);
$$;

-- What a rail sent is kept as a sum, by the statements that change what is of it, and the ledger's word is held against the rail's one by one only where the two may differ (decision 0258).
-- `npm run verify` compares.

-- What left by final transactions of ours, and what all that ended may have taken of the network's coin.
create table token_rail.sent (
  network text not null,
  currency text not null,
  amount numeric not null,
  primary key (network, currency)
) with (fillfactor = 50);
create table token_rail.spent (
  network text primary key,
  amount numeric not null
) with (fillfactor = 50);
-- The same of bitcoin: what left in blocks, and what the network took for it.
create table bitcoin_rail.sent (
  one boolean primary key default true check (one),
  value_sat numeric not null,
  fee_sat numeric not null
) with (fillfactor = 50);
grant select on token_rail.sent, token_rail.spent, bitcoin_rail.sent to corridor_app;

-- Attempts on chains that are held against their rail one by one: that arrived or came back by the ledger's word, until the rail sent them for good and the ledger says the same. `again` is another
-- each time that one is to be looked at anew, so that nobody takes away what was not seen.
create table compared_attempt (
  attempt_uuid uuid primary key,
  again bigint not null default 0
) with (fillfactor = 50);
call app.protect('compared_attempt', 'false');
grant select, delete on compared_attempt to corridor_operations;
create policy writer on compared_attempt to current_user using (true) with check (true);

create function app.compare_again(attempts uuid[]) returns void language sql security definer set search_path = public, pg_temp as $$
  insert into compared_attempt as c (attempt_uuid) select distinct a from unnest(attempts) a order by 1
    on conflict (attempt_uuid) do update set again = c.again + 1
$$;

-- A rail that is no chain's has nothing to be held against.
create function app.compare_settled() returns trigger language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if exists (select from payment_attempt where attempt_uuid = new.attempt_uuid and rail not in ('Recorded by hand', 'Simulated')) then
    perform app.compare_again(array[new.attempt_uuid]);
  end if;
  return null;
end $$;
create trigger compared after insert on payment for each row
  when (new.status = 'SETTLED' and new.network <> 'fiat' and new.attempt_uuid is not null) execute function app.compare_settled();
create trigger compared_again after update on payment for each row
  when (new.status = 'SETTLED' and new.network <> 'fiat' and new.attempt_uuid is not null
    and (old.status, old.network, old.attempt_uuid) is distinct from (new.status, new.network, new.attempt_uuid)) execute function app.compare_settled();

-- What came back counts where a rail has a payout of it.
create function app.compare_returned() returns trigger language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if exists (select from token_rail.payout where attempt_uuid = new.attempt_uuid)
    or exists (select from bitcoin_rail.payout where attempt_uuid = new.attempt_uuid) then
    perform app.compare_again(array[new.attempt_uuid]);
  end if;
  return null;
end $$;
create trigger compared after update on payment_attempt for each row
  when (new.outcome = 'RETURNED' and old.outcome is distinct from new.outcome) execute function app.compare_returned();

create function app.token_moved(of_network text, of_currency text, moved numeric) returns void language sql security definer set search_path = token_rail, pg_temp as $$
  insert into token_rail.sent as s (network, currency, amount) select of_network, of_currency, moved where moved <> 0
    on conflict (network, currency) do update set amount = s.amount + excluded.amount
$$;

create function app.count_token_transaction() returns trigger language plpgsql security definer set search_path = token_rail, public, app, pg_temp as $$
declare
  -- Of what was there before or is there after; the other is null.
  had constant boolean := coalesce(old.ended_at is not null and old.failure is null, false);
  has constant boolean := coalesce(new.ended_at is not null and new.failure is null, false);
  took constant numeric := coalesce((new.fee + new.account) * (new.ended_at is not null)::int, 0)
    - coalesce((old.fee + old.account) * (old.ended_at is not null)::int, 0);
begin
  if had <> has then
    perform app.token_moved(p.network, p.currency, (has::int - had::int) * p.amount) from token_rail.payout p
      where (p.network, p.txid) = (coalesce(new.network, old.network), coalesce(new.txid, old.txid));
  end if;
  if had and not has then
    perform app.compare_again(array(select attempt_uuid from token_rail.payout where (network, txid) = (old.network, old.txid)));
  end if;
  if took <> 0 then
    insert into token_rail.spent as s (network, amount) values (coalesce(new.network, old.network), took)
      on conflict (network) do update set amount = s.amount + excluded.amount;
  end if;
  return null;
end $$;
create trigger counted after insert or delete or update of ended_at, failure, fee, account on token_rail.transaction
  for each row execute function app.count_token_transaction();

create function app.count_token_payout() returns trigger language plpgsql security definer set search_path = token_rail, public, app, pg_temp as $$
declare
  had constant boolean := exists (select from token_rail.transaction t where (t.network, t.txid) = (old.network, old.txid) and t.ended_at is not null and t.failure is null);
  has constant boolean := exists (select from token_rail.transaction t where (t.network, t.txid) = (new.network, new.txid) and t.ended_at is not null and t.failure is null);
begin
  if had then perform app.token_moved(old.network, old.currency, -old.amount); end if;
  if has then perform app.token_moved(new.network, new.currency, new.amount); end if;
  if had then perform app.compare_again(array[old.attempt_uuid]); end if;
  if tg_op = 'INSERT' and exists (select from payment_attempt a where a.attempt_uuid = new.attempt_uuid and a.outcome = 'RETURNED') then
    perform app.compare_again(array[new.attempt_uuid]);
  end if;
  return null;
end $$;
create trigger counted after insert or delete or update of txid, amount, currency, network on token_rail.payout
  for each row execute function app.count_token_payout();

create function app.bitcoin_moved(value numeric, fee numeric) returns void language sql security definer set search_path = bitcoin_rail, pg_temp as $$
  insert into bitcoin_rail.sent as s (value_sat, fee_sat) select value, fee where value <> 0 or fee <> 0
    on conflict (one) do update set value_sat = s.value_sat + excluded.value_sat, fee_sat = s.fee_sat + excluded.fee_sat
$$;

create function app.count_bitcoin_transaction() returns trigger language plpgsql security definer set search_path = bitcoin_rail, public, app, pg_temp as $$
declare
  had constant int := (coalesce(old.height is not null, false))::int;
  has constant int := (coalesce(new.height is not null, false))::int;
begin
  if had <> has then
    perform app.bitcoin_moved((has - had) * coalesce(sum(value_sat), 0), 0) from bitcoin_rail.payout where txid = coalesce(new.txid, old.txid);
  end if;
  if had > has then
    perform app.compare_again(array(select attempt_uuid from bitcoin_rail.payout where txid = old.txid));
  end if;
  perform app.bitcoin_moved(0, coalesce(has * new.fee_sat, 0) - coalesce(had * old.fee_sat, 0));
  return null;
end $$;
create trigger counted after insert or delete or update of height, fee_sat on bitcoin_rail.transaction
  for each row execute function app.count_bitcoin_transaction();

create function app.count_bitcoin_payout() returns trigger language plpgsql security definer set search_path = bitcoin_rail, public, app, pg_temp as $$
declare
  had constant boolean := exists (select from bitcoin_rail.transaction t where t.txid = old.txid and t.height is not null);
  has constant boolean := exists (select from bitcoin_rail.transaction t where t.txid = new.txid and t.height is not null);
begin
  if had then perform app.bitcoin_moved(-old.value_sat, 0); end if;
  if has then perform app.bitcoin_moved(new.value_sat, 0); end if;
  if had then perform app.compare_again(array[old.attempt_uuid]); end if;
  if tg_op = 'INSERT' and exists (select from payment_attempt a where a.attempt_uuid = new.attempt_uuid and a.outcome = 'RETURNED') then
    perform app.compare_again(array[new.attempt_uuid]);
  end if;
  return null;
end $$;
create trigger counted after insert or delete or update of txid, value_sat on bitcoin_rail.payout
  for each row execute function app.count_bitcoin_payout();

-- What was there before.
insert into token_rail.sent select p.network, p.currency, sum(p.amount) from token_rail.payout p
  join token_rail.transaction t on (t.network, t.txid) = (p.network, p.txid) and t.ended_at is not null and t.failure is null group by 1, 2;
insert into token_rail.spent select network, sum(fee + account) from token_rail.transaction where ended_at is not null group by 1;
insert into bitcoin_rail.sent (value_sat, fee_sat)
  select coalesce((select sum(p.value_sat) from bitcoin_rail.payout p join bitcoin_rail.transaction t on t.txid = p.txid and t.height is not null), 0),
    coalesce(sum(fee_sat), 0) from bitcoin_rail.transaction where height is not null;
insert into compared_attempt (attempt_uuid)
  select p.attempt_uuid from payment p join payment_attempt a on a.attempt_uuid = p.attempt_uuid and a.rail not in ('Recorded by hand', 'Simulated')
    where p.is_over and p.status = 'SETTLED' and p.network <> 'fiat'
  union select a.attempt_uuid from payment_attempt a where a.outcome = 'RETURNED'
    and (exists (select from token_rail.payout r where r.attempt_uuid = a.attempt_uuid) or exists (select from bitcoin_rail.payout r where r.attempt_uuid = a.attempt_uuid));

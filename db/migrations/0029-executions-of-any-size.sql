-- An execution may be of any size: it names what was seen by a digest, and its progress is counted by the statements that make it.

alter table execution add column digest text check (digest ~ '^[0-9a-f]{64}$');
-- What was seen is executed once.
create unique index execution_of_digest on execution (digest) where digest is not null;
grant update (payments) on execution to corridor_operations;

-- Payments that a second operator was asked about, by the digest of what was seen: they are kept as they were meant, however many.
create table execution_set (
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  payment_uuid uuid not null references payment (payment_uuid),
  primary key (digest, payment_uuid)
);
call app.protect('execution_set', 'false');
call app.append_only('execution_set');
grant select, insert on execution_set to corridor_operations;

-- How many payments of an execution stand where, per rail.
create table execution_count (
  execution_uuid uuid not null references execution (execution_uuid),
  network text not null,
  currency text not null,
  status text not null,
  payments bigint not null,
  total_minor bigint not null,
  primary key (execution_uuid, network, currency, status)
) with (fillfactor = 50);
call app.protect('execution_count', 'false');
grant select on execution_count to corridor_operations;
create policy writer on execution_count to current_user using (true) with check (true);

create function app.count_executed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into execution_count as c (execution_uuid, network, currency, status, payments, total_minor)
    select execution_uuid, network, currency, status, sum(n), sum(n * amount_minor) from (
        select execution_uuid, network, currency, status, amount_minor, 1 n from new_rows where execution_uuid is not null
        union all select execution_uuid, network, currency, status, amount_minor, -1 from old_rows where execution_uuid is not null) moved
      group by 1, 2, 3, 4 having sum(n) <> 0 or sum(n * amount_minor) <> 0 order by 1, 2, 3, 4
    on conflict (execution_uuid, network, currency, status) do update
      set payments = c.payments + excluded.payments, total_minor = c.total_minor + excluded.total_minor;
  return null;
end $$;
create trigger executed after update on payment referencing old table as old_rows new table as new_rows
  for each statement execute function app.count_executed();

insert into execution_count select execution_uuid, network, currency, status, count(*), sum(amount_minor) from payment
  where execution_uuid is not null group by 1, 2, 3, 4;

-- The ground every table stands on: a role that is not the owner, the tenant context that row-level security reads, the
-- hash-chained audit log, the outbox and the idempotency keys.

create extension if not exists btree_gist;
create schema if not exists app;

do $$
begin
  if not exists (select from pg_roles where rolname = 'corridor_app') then
    create role corridor_app nologin nobypassrls;
  end if;
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant corridor_app to %I', current_user);
  end if;
end $$;

grant usage on schema app to corridor_app;
grant usage on schema public to corridor_app;
-- The readiness check compares what was applied with what this version knows.
grant select on kysely_migration to corridor_app;
alter default privileges in schema public grant select, insert, update, delete on tables to corridor_app;
alter default privileges in schema public grant usage on sequences to corridor_app;

-- Who acts, set for each transaction by the server. Without it every policy below is false: it fails closed.
create function app.acting_role() returns text language sql stable parallel safe
  return nullif(current_setting('app.role', true), '');
create function app.acting_sub() returns text language sql stable parallel safe
  return nullif(current_setting('app.sub', true), '');
create function app.acting_employer() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.employer', true), '')::uuid;
-- Operators and our own jobs see every tenant.
create function app.sees_all() returns boolean language sql stable parallel safe
  return coalesce(current_setting('app.role', true), '') in ('operator', 'system');

-- Wrapped in (select ...) the context is read once a statement and not once a row.
-- Puts a table under row-level security: rows of the acting employer, of the acting contractor, or all for those who see all.
create procedure app.protect(tbl regclass, rule text) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', tbl);
  execute format('alter table %s force row level security', tbl);
  execute format('create policy tenant on %s using ((select app.sees_all()) or %s) with check ((select app.sees_all()) or %s)', tbl, rule, rule);
end $$;

-- Makes a table append-only, for everyone but the one who may drop the trigger.
create function app.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: a mistake is corrected by a new row', tg_table_name using errcode = 'restrict_violation';
end $$;
create procedure app.append_only(tbl regclass) language plpgsql as $$
begin
  execute format('create trigger append_only before update or delete or truncate on %s for each statement execute function app.refuse_change()', tbl);
  execute format('revoke update, delete, truncate on %s from corridor_app', tbl);
end $$;

-- The audit log. One row says what one action did to a set of things; rows of a chain (an employer's, or the platform's) are
-- numbered without gaps and each carries the hash of the one before it.
create table audit_chain (
  chain text primary key,
  head_seq bigint not null default 0,
  head_hash bytea not null default ''
);
create table audit_entry (
  chain text not null references audit_chain (chain),
  seq bigint not null,
  employer_uuid uuid,
  created_at timestamptz not null,
  actor_sub text,
  actor_role text not null,
  request_id text not null,
  action text not null,
  entity text not null,
  entity_uuids text[] not null check (cardinality(entity_uuids) > 0),
  before jsonb,
  after jsonb,
  hash bytea not null,
  primary key (chain, seq)
);
call app.protect('audit_entry', 'employer_uuid = (select app.acting_employer())');
-- Written by app.append_audit alone, which runs as the owner.
create policy writer on audit_entry to current_user using (true) with check (true);
revoke insert, update, delete on audit_entry, audit_chain from corridor_app;
call app.append_only('audit_entry');

-- The hash of an entry: SHA-256 over the hash before it and the entry's own content as canonical JSON (jsonb sorts keys).
create function app.audit_hash(previous bytea, e audit_entry) returns bytea language sql immutable as $$
  select sha256(previous || convert_to(jsonb_build_array(
    e.chain, e.seq, extract(epoch from e.created_at), e.actor_sub, e.actor_role, e.request_id,
    e.action, e.entity, to_jsonb(e.entity_uuids), e.before, e.after)::text, 'UTF8'))
$$;

-- Appends entries, given as a JSON array in order, to their chains. Takes each chain's lock in name order.
create function app.append_audit(entries jsonb) returns void language plpgsql security definer set search_path = public, app, pg_temp as $$
declare
  head audit_chain;
  item jsonb;
  e audit_entry;
  name text;
begin
  for name in select distinct x ->> 'chain' from jsonb_array_elements(entries) x order by 1 loop
    insert into audit_chain (chain) values (name) on conflict do nothing;
    select * into head from audit_chain where chain = name for update;
    for item in select x from jsonb_array_elements(entries) with ordinality t(x, n) where x ->> 'chain' = name order by n loop
      head.head_seq := head.head_seq + 1;
      e := row(name, head.head_seq, case when name <> 'platform' then name::uuid end, (item ->> 'created_at')::timestamptz, item ->> 'actor_sub',
        item ->> 'actor_role', item ->> 'request_id', item ->> 'action', item ->> 'entity',
        array(select jsonb_array_elements_text(item -> 'entity_uuids')),
        nullif(item -> 'before', 'null'), nullif(item -> 'after', 'null'), ''::bytea);
      e.hash := app.audit_hash(head.head_hash, e);
      insert into audit_entry values (e.*);
      head.head_hash := e.hash;
    end loop;
    update audit_chain set head_seq = head.head_seq, head_hash = head.head_hash where chain = name;
  end loop;
end $$;

-- What happened, for those who react later. Claimed by workers with SKIP LOCKED; after bounded attempts it stays, visibly dead.
create table outbox_event (
  event_uuid uuid primary key,
  type text not null,
  payload jsonb not null,
  created_at timestamptz not null,
  delivered_at timestamptz,
  attempts integer not null default 0,
  last_error text,
  dead boolean not null default false
);
create index outbox_event_waiting on outbox_event (created_at) where delivered_at is null and not dead;

-- Puts a job into the queue in the caller's transaction. The queue's own tables belong to the owner.
create function app.enqueue(task text, payload json, job_key text default null, run_at timestamptz default null)
  returns void language plpgsql security definer set search_path = graphile_worker, public, pg_temp as $$
begin
  perform graphile_worker.add_job(task, payload, run_at => coalesce(run_at, now()), job_key => job_key, max_attempts => 25);
end $$;

-- A mutation's answer, kept with a hash of its input: the same key with the same input answers the same.
create table idempotency_key (
  actor_sub text not null,
  key text not null check (length(key) between 1 and 255),
  endpoint text not null,
  input_hash bytea not null,
  status integer,
  -- The JSON as it was answered: jsonb would repeat it in another order of fields.
  response text,
  created_at timestamptz not null default now(),
  primary key (actor_sub, key)
);
call app.protect('idempotency_key', 'actor_sub = (select app.acting_sub())');

create table setting (
  name text primary key,
  value jsonb not null
);

-- Which workers are alive: each holds the advisory lock of its row for as long as its connection lives, so that the jobs of a
-- killed one are free again at once.
create table worker_process (
  worker_id text primary key,
  lock_id bigint not null
);
revoke all on worker_process from corridor_app;

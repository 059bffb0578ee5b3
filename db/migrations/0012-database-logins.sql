-- Three logins instead of one that could become the owner (docs/decisions/0032-database-logins.md). A group holds what a login may:
-- corridor_app acts for one company or one person at a time, corridor_operations for operators and our own jobs, corridor_services
-- keeps sessions and the job queue and sees no business row. The logins themselves are made at a start, each for its database
-- (src/server/kernel/database-logins.ts).

do $$
declare
  name text;
begin
  foreach name in array array['corridor_operations', 'corridor_services'] loop
    if not exists (select from pg_roles where rolname = name) then
      execute format('create role %I nologin nobypassrls', name);
    end if;
  end loop;
  if not pg_has_role('corridor_operations', 'corridor_app', 'member') then
    grant corridor_app to corridor_operations;
  end if;
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant corridor_operations to %I', current_user);
  end if;
end $$;

-- Nobody sees every tenant by saying so: it takes a connection that was opened as one who may.
create or replace function app.sees_all() returns boolean language sql stable parallel safe
  return coalesce(current_setting('app.role', true), '') in ('operator', 'system') and pg_has_role(session_user, 'corridor_operations', 'usage');

revoke create on schema public from public;
revoke execute on all routines in schema app from public;
alter default privileges revoke execute on routines from public;
grant execute on function app.acting_role(), app.acting_sub(), app.acting_employer(), app.sees_all(), app.days(date, date),
  app.append_audit(jsonb), app.enqueue(text, json, text, timestamptz), app.post_transfers(app.transfer_request[], timestamptz),
  app.open_accounts(text[], uuid[], text[], text[], boolean[]), app.lock_balances(uuid, text[]) to corridor_app;
grant execute on function app.audit_hash(bytea, audit_entry) to corridor_operations;

grant usage on schema auth to corridor_services;
grant select, insert, update, delete on all tables in schema auth to corridor_services;
alter default privileges in schema auth grant select, insert, update, delete on tables to corridor_services;
grant usage on schema public to corridor_services;
grant select, insert, delete on worker_process to corridor_services;

-- Lets corridor_services work the job queue, whose tables the queue's own migrations make: after each of them.
create procedure app.open_queue() language plpgsql as $$
declare
  name text;
begin
  grant usage on schema graphile_worker to corridor_services;
  grant select, insert, update, delete on all tables in schema graphile_worker to corridor_services;
  grant usage on all sequences in schema graphile_worker to corridor_services;
  grant execute on all routines in schema graphile_worker to corridor_services;
  for name in select relname from pg_class where relnamespace = 'graphile_worker'::regnamespace and relrowsecurity
      and not exists (select from pg_policy where polrelid = pg_class.oid and polname = 'services') loop
    execute format('create policy services on graphile_worker.%I to corridor_services using (true) with check (true)', name);
  end loop;
end $$;

-- What is counted is counted by functions alone, for whoever asks: nobody reads or resets the counts.
alter function app.take_try(jsonb) security definer;
alter function app.give_try_back(jsonb) security definer;
grant execute on function app.take_try(jsonb) to corridor_app, corridor_services;
grant execute on function app.give_try_back(jsonb) to corridor_services;
grant usage on schema app to corridor_services;

-- All that one company learns of another: whether a domain is taken.
create policy domains on employer for select to current_user using (true);
create function app.domain_is_taken(wanted text) returns boolean language sql stable security definer set search_path = public, pg_temp
  as $$ select exists (select from employer where domain = wanted) $$;
grant execute on function app.domain_is_taken(text) to corridor_app;

-- The address that is proven to be the acting person's: what was sent to it is theirs, also before they are known.
create function app.acting_email() returns text language sql stable parallel safe
  return nullif(current_setting('app.email', true), '');
grant execute on function app.acting_email() to corridor_app;
drop policy tenant on invitation;
call app.protect('invitation', $$employer_uuid = (select app.acting_employer()) or contractor_sub = (select app.acting_sub())
  or email = (select app.acting_email())$$);
drop policy tenant on ended_relation;
call app.protect('ended_relation', 'employer_uuid = (select app.acting_employer()) or contractor_sub = (select app.acting_sub())');

-- A person is seen by themselves and by whom they have to do with: a company sees its team, its contractors and who signed or
-- approved for it; a contractor who invited them and who signed with them; and everybody who opened a file of theirs. Nobody
-- changes another, and nobody makes an operator.
alter table person enable row level security;
alter table person force row level security;
create policy tenant on person using ((select app.sees_all()) or sub = (select app.acting_sub())
    or exists (select from invitation i where i.contractor_sub = person.sub and i.employer_uuid = (select app.acting_employer()))
    or exists (select from employer_member m where m.sub = person.sub and m.employer_uuid = (select app.acting_employer()))
    or exists (select from contract_signature s where s.sub = person.sub)
    or exists (select from approval a where a.approved_by = person.sub)
    or exists (select from invitation i where i.inviter_sub = person.sub)
    or exists (select from file_read r where r.reader_sub = person.sub))
  with check ((select app.sees_all()) or sub = (select app.acting_sub()) and type <> 'operator');
call app.protect('agreement', 'sub = (select app.acting_sub())');
call app.protect('operator', 'false');
call app.protect('execution', 'false');
call app.protect('funding_file', 'exists (select from funding f where f.funding_file_uuid = funding_file.funding_file_uuid)');

-- Everybody announces; only our own jobs read what was announced.
alter table outbox_event enable row level security;
alter table outbox_event force row level security;
create policy announced on outbox_event for insert with check (true);
create policy delivered on outbox_event using ((select app.sees_all())) with check ((select app.sees_all()));

-- Only who is logged in for operators and our own jobs verifies a company or a person, whatever else changes by their own hand.
create function app.verified_by_operators() returns trigger language plpgsql as $$
begin
  if new.verification = 'VERIFIED' and (tg_op = 'INSERT' or old.verification <> 'VERIFIED')
      and not pg_has_role(current_user, 'corridor_operations', 'usage') then
    raise exception 'nobody verifies themselves' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger verified_by_operators before insert or update on employer for each row execute function app.verified_by_operators();
create trigger verified_by_operators before insert or update on contractor for each row execute function app.verified_by_operators();

-- The functions that post money and audit run as the owner, whoever calls them: what they are given is held against who is logged in.
-- A tenant moves what is its own, by approving and taking back; nobody writes into the audit log under another name.
create function app.tenants_post_their_own() returns trigger language plpgsql as $$
begin
  if not pg_has_role(session_user, 'corridor_operations', 'usage') and (new.employer_uuid is distinct from app.acting_employer()
      or new.code not in ('item_approved', 'item_withdrawn', 'item_funded')
      or exists (select from ledger_account where account_id in (new.from_account, new.to_account)
        and employer_uuid is distinct from app.acting_employer())) then
    raise exception 'a tenant posts its own approvals alone' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger tenants_post_their_own before insert on ledger_transfer for each row execute function app.tenants_post_their_own();
-- The links of a change of e-mail move an account: those of an operator's are written by who is logged in for operators.
create function app.operators_keep_their_address() returns trigger language plpgsql as $$
begin
  if not pg_has_role(session_user, 'corridor_operations', 'usage')
      and not exists (select from person where sub = new.sub and type <> 'operator') then
    raise exception 'an operator changes their own address' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger operators_keep_their_address before insert or update on email_change for each row execute function app.operators_keep_their_address();
create function app.tenants_open_their_own() returns trigger language plpgsql as $$
begin
  if not pg_has_role(session_user, 'corridor_operations', 'usage')
      and (new.employer_uuid is distinct from app.acting_employer() or new.may_go_negative) then
    raise exception 'a tenant opens its own accounts alone' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger tenants_open_their_own before insert on ledger_account for each row execute function app.tenants_open_their_own();
create function app.audited_in_own_name() returns trigger language plpgsql as $$
begin
  if not pg_has_role(session_user, 'corridor_operations', 'usage')
      and (new.actor_sub, new.actor_role) is distinct from (app.acting_sub(), app.acting_role()) then
    raise exception 'nobody is audited under another name' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger audited_in_own_name before insert on audit_entry for each row execute function app.audited_in_own_name();

-- The rights, table by table and verb by verb (held against the statements of the stores by test/server/grants.test.ts). A table that
-- is made from here on has none until its own migration gives them. Who locks a row needs the right to change a column of it.
alter default privileges in schema public revoke all on tables from corridor_app;
alter default privileges in schema public revoke all on sequences from corridor_app;
revoke all on all tables in schema public from corridor_app;
revoke all on all sequences in schema public from corridor_app;

grant select on agreement, approval, contract, contract_signature, contractor, destination, destination_change, email_change, employer,
  employer_member, ended_relation, file_read, funding, funding_file, fx_rate, idempotency_key, identity_document, invitation,
  ledger_account, line_item, operator, pay_cycle, payment, payment_attempt, payroll_policy, person, person_seen, session, setting,
  stopped_address, stored_file, team_invitation to corridor_app;
grant insert on agreement, approval, contract, contract_signature, contractor, destination, destination_change, email_change, employer,
  employer_member, ended_relation, file_read, idempotency_key, identity_document, invitation, line_item, outbox_event, pay_cycle, payment,
  payroll_policy, person, stored_file, team_invitation to corridor_app;
grant delete on employer_member, ended_relation, stopped_address to corridor_app;
grant update on contract, contractor, destination, identity_document, invitation, line_item, payment, payroll_policy to corridor_app;
grant update (business_name, corporation_name, domain, documents_at, verification, verification_reason, approval_limit_minor, version) on employer
  to corridor_app;
grant update (first_name, middle_name, last_name, preferred_name, phone_number, country_code, subdivision_code, contact_info_at,
  has_authorization_to_act_for_employer) on person to corridor_app;
grant update (role) on employer_member to corridor_app;
grant update (ended_at) on email_change to corridor_app;
grant update (last_seen_at, address, user_agent, ended_at) on session to corridor_app;
grant update (status, response) on idempotency_key to corridor_app;
grant update (role, token_hash, link_sent_at, expires_at, withdrawn_at) on team_invitation to corridor_app;
grant update (moved_because) on pay_cycle to corridor_app;
grant insert on stopped_address, session to corridor_app;

-- Beyond what tenants may.
grant select on approval_step, audit_chain, audit_entry, balance_mark, chain_mark, execution, field_key, kysely_migration, ledger_transfer,
  moved_alone, outbox_event, rate_limit, row_seal, verification_mark to corridor_operations;
grant insert on approval_step, balance_mark, chain_mark, execution, field_key, funding, funding_file, fx_rate, moved_alone, operator,
  payment_attempt, row_seal, setting, verification_mark to corridor_operations;
grant delete on idempotency_key, rate_limit to corridor_operations;
grant update on balance_mark, chain_mark, outbox_event, payment_attempt, row_seal, setting, verification_mark to corridor_operations;
grant update (answer, answered_by, answered_at, reason, outcome) on approval_step to corridor_operations;
grant update (suspended_at) on employer to corridor_operations;
grant update (role) on operator to corridor_operations;
grant update (email, is_partner, suspended_at) on person to corridor_operations;
grant update (old_confirmed_at, new_confirmed_at) on email_change to corridor_operations;
grant update (accepted_at, accepted_by) on team_invitation to corridor_operations;
grant update (removed_at) on stored_file to corridor_operations;

-- Who acts for nobody is told of nobody's balances: an unknown company is no company, and not one that may be.
create or replace function app.lock_balances(owner_uuid uuid, codes text[]) returns table (currency text, available bigint)
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if (app.sees_all() or owner_uuid = app.acting_employer()) is not true then return; end if;
  perform 1 from ledger_account a
    where a.employer_uuid = owner_uuid and a.kind in ('available', 'reserved') and a.currency = any(codes)
    order by a.account_id for no key update;
  return query select a.currency, a.posted_in - a.posted_out - a.pending_out from ledger_account a
    where a.employer_uuid = owner_uuid and a.kind = 'available' and a.currency = any(codes);
end $$;

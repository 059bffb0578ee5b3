-- What operators say when they suspend somebody, and an employer when they end a contract, sealed (decision 0163): it stood in the audit alone, in clear and for ever,
-- and nobody could read it again. A process of before knows of neither: where it suspends, reinstates or ends anew, the words of before go.
alter table person add column sealed_suspension text constraint sealed_person_sealed_suspension check (starts_with(sealed_suspension, 'sealed:'));
alter table employer add column sealed_suspension text constraint sealed_employer_sealed_suspension check (starts_with(sealed_suspension, 'sealed:'));
alter table contract add column sealed_end_reason text constraint sealed_contract_sealed_end_reason check (starts_with(sealed_end_reason, 'sealed:'));
grant update (sealed_suspension) on person to corridor_operations;
grant update (sealed_suspension) on employer to corridor_operations;
create function app.drop_stale_suspension() returns trigger language plpgsql set search_path = public, app, pg_temp as $$
begin
  new.sealed_suspension := null;
  return new;
end $$;
create trigger stale_suspension before update of suspended_at on person for each row
  when (old.sealed_suspension = new.sealed_suspension) execute function app.drop_stale_suspension();
create trigger stale_suspension before update of suspended_at on employer for each row
  when (old.sealed_suspension = new.sealed_suspension) execute function app.drop_stale_suspension();
create function app.drop_stale_end_reason() returns trigger language plpgsql set search_path = public, app, pg_temp as $$
begin
  new.sealed_end_reason := null;
  return new;
end $$;
create trigger stale_end_reason before update of contract_end_date on contract for each row
  when (old.sealed_end_reason = new.sealed_end_reason and old.contract_end_date is distinct from new.contract_end_date)
  execute function app.drop_stale_end_reason();

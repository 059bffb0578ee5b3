-- What operators have somebody told whom they suspend, sealed and apart from the note that they keep for themselves (decision 0204).
-- A process of before knows of no such words: where it suspends or reinstates anew, those of before go.
alter table person add column sealed_told text constraint sealed_person_sealed_told check (starts_with(sealed_told, 'sealed:'));
alter table employer add column sealed_told text constraint sealed_employer_sealed_told check (starts_with(sealed_told, 'sealed:'));
grant update (sealed_told) on person to corridor_operations;
grant update (sealed_told) on employer to corridor_operations;
create function app.drop_stale_told() returns trigger language plpgsql set search_path = public, app, pg_temp as $$
begin
  new.sealed_told := null;
  return new;
end $$;
create trigger stale_told before update of suspended_at on person for each row
  when (old.sealed_told = new.sealed_told) execute function app.drop_stale_told();
create trigger stale_told before update of suspended_at on employer for each row
  when (old.sealed_told = new.sealed_told) execute function app.drop_stale_told();

-- From when on clients may be sent to a destination: as `usable_from`, but that a mere change of its share does not put it off, since nobody is redirected by that
-- (decision 0223). Null: as `usable_from`. Held here, so that it holds whatever process of whatever release saves a change.
alter table destination add column offered_from timestamptz;
create function app.keep_offered() returns trigger language plpgsql set search_path = public, app, pg_temp as $$
begin
  if new.status <> old.status then
    new.offered_from := null;
  elsif new.usable_from is distinct from old.usable_from then
    new.offered_from := case when new.percentage_bps <> old.percentage_bps then coalesce(old.offered_from, old.usable_from) end;
  end if;
  return new;
end $$;
create trigger keep_offered before update on destination for each row execute function app.keep_offered();

-- Over which terms of a draft something was typed (decision 0145): what is typed is kept over later ones, and put over those that were seen alone. What a process
-- of before types was typed over the terms of then, as its form takes it; what it types into what is there stays over those of before.
alter table contract_draft add column terms_version integer check (terms_version >= 0);
update contract_draft d set terms_version = coalesce((select k.terms_version from contract k where k.contract_uuid = d.contract_uuid), 0);
grant update (terms_version) on contract_draft to corridor_app;

-- The versions that were given to what is typed of a contract: none comes again once that was put or discarded, or what somebody saw of it would fit what
-- somebody else types after it. The count is held by whoever types until their transaction ends, so that two who begin anew at once follow each other.
create table contract_draft_count (
  contract_uuid uuid primary key,
  version integer not null check (version > 0)
);
insert into contract_draft_count select contract_uuid, version from contract_draft;

create function app.count_typed() returns trigger language plpgsql security definer set search_path = public, app, pg_temp as $$
declare
  counted integer;
begin
  insert into contract_draft_count as c (contract_uuid, version) values (new.contract_uuid, new.version)
    on conflict (contract_uuid) do update
      set version = greatest(excluded.version, case when tg_op = 'INSERT' then c.version + 1 else c.version end)
    returning version into counted;
  if tg_op = 'INSERT' then
    new.version := counted;
    new.terms_version := coalesce(new.terms_version,
      (select terms_version from contract where contract_uuid = new.contract_uuid and employer_uuid = new.employer_uuid), 0);
  end if;
  return new;
end $$;
create trigger typed_counted before insert or update of version on contract_draft for each row execute function app.count_typed();

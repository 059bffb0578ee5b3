-- What a name on a list looks like, whatever letters it is made of (decision 0134; domain/screening/fold-name.ts). An import writes it; of
-- lists that came before, and by processes of before, the job does, and looks for everybody again.
alter table screening_name add column look text;
create index screening_name_look on screening_name using gin (look gin_trgm_ops);
create index screening_name_unlooked on screening_name (list_uuid) where look is null;
grant update (look) on screening_name to corridor_operations;
select app.screen_all();

-- Which key took the place of another. Of what was replaced before, and of what a process of before replaces, nothing says it.
alter table api_key add column replaced_by uuid,
  add foreign key (replaced_by, employer_uuid) references api_key (key_uuid, employer_uuid);
grant select (replaced_by) on api_key to corridor_app;
grant update (replaced_by) on api_key to corridor_app;

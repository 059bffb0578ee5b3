-- What decides whether somebody may act alone, and what they moved, has a seal; for that a row needs a name.
alter table moved_alone add column moved_uuid uuid not null default gen_random_uuid() primary key;
-- Which columns the seals are of, and under which laws, for where no anchor says so.
alter table verification_mark add column guards text;
-- Who left a team has no seal any more.
grant delete on row_seal to corridor_operations;

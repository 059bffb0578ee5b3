-- A report of a pay cycle with many people: asked for by somebody, made by a job slice by slice, kept for some days. One of a cycle is made at
-- a time. Its PDF lies in the file store in pieces that fit into memory, in the order of `file_uuids`.
create table report (
  report_uuid uuid primary key,
  employer_uuid uuid not null,
  cycle_uuid uuid not null,
  asked_by text not null,
  asked_at timestamptz not null,
  status text not null check (status in ('MAKING', 'READY', 'FAILED')),
  people integer not null check (people >= 0),
  -- How many of them stand in it by now, and when that last changed.
  done integer not null default 0 check (done >= 0),
  moved_at timestamptz not null,
  file_uuids uuid[] not null default '{}',
  foreign key (cycle_uuid, employer_uuid) references pay_cycle (cycle_uuid, employer_uuid)
);
create unique index report_making on report (cycle_uuid) where status = 'MAKING';
create index report_of_cycle on report (cycle_uuid, asked_at desc);
create index report_moved on report (moved_at);
call app.protect('report', 'employer_uuid = (select app.acting_employer())');
grant select, insert on report to corridor_app;
grant update (moved_at) on report to corridor_app;
grant update (status, done, file_uuids) on report to corridor_operations;
grant delete on report to corridor_operations;

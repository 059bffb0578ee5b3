-- Of which time a contractor was reminded that it is to be reported, and of which cycle those who approve that reports wait: SOON on the
-- working day before the pay is to be approved, TODAY on that day. Each once.
create table time_reminder (
  -- A line item whose contractor is asked, or a cycle whose approvers are.
  about_uuid uuid not null,
  employer_uuid uuid not null references employer (employer_uuid),
  kind text not null check (kind in ('SOON', 'TODAY')),
  reminded_at timestamptz not null,
  primary key (about_uuid, kind)
);
call app.protect('time_reminder', 'employer_uuid = (select app.acting_employer())');
grant select, insert on time_reminder to corridor_app;

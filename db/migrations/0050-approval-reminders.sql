-- Of which cycle those who approve were reminded, and when: SOON on the day by which it is to be approved, TODAY once its pay date has
-- come. Each once.
create table approval_reminder (
  cycle_uuid uuid not null,
  employer_uuid uuid not null,
  kind text not null check (kind in ('SOON', 'TODAY')),
  reminded_at timestamptz not null,
  primary key (cycle_uuid, kind),
  foreign key (cycle_uuid, employer_uuid) references pay_cycle (cycle_uuid, employer_uuid)
);
call app.protect('approval_reminder', 'employer_uuid = (select app.acting_employer())');
grant select, insert on approval_reminder to corridor_app;
create index pay_cycle_by_date on pay_cycle (pay_date);

-- When an employer last asked the people of a cycle, for whom its pay waits, to look at it.
create table payee_reminder (
  cycle_uuid uuid primary key,
  employer_uuid uuid not null,
  asked_by text not null,
  asked_at timestamptz not null,
  foreign key (cycle_uuid, employer_uuid) references pay_cycle (cycle_uuid, employer_uuid)
);
create index payee_reminder_of_employer on payee_reminder (employer_uuid);
call app.protect('payee_reminder', 'employer_uuid = (select app.acting_employer())');
grant select, insert on payee_reminder to corridor_app;
grant update (asked_by, asked_at) on payee_reminder to corridor_app;
grant select on payee_reminder to corridor_operations;

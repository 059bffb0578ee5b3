-- The holidays that a company keeps: whose public ones, and days of its own. Never changed: another version takes its place, and a policy
-- keeps the version by which its dates were signed for.
create table holiday_calendar (
  employer_uuid uuid not null references employer (employer_uuid),
  version integer not null check (version > 0),
  country_code text not null,
  subdivision_code text,
  -- What new policies begin with.
  holiday_policy text not null check (holiday_policy in ('RESPECT', 'IGNORE')),
  -- [{"date": "2026-12-24", "label": "Company closed"}], by date.
  holidays jsonb not null,
  created_at timestamptz not null,
  created_by text not null,
  primary key (employer_uuid, version)
);
call app.protect('holiday_calendar', 'employer_uuid = (select app.acting_employer())');
grant select, insert on holiday_calendar to corridor_app;

-- Null: the public holidays of where the employer is at home.
alter table payroll_policy add column holiday_version integer;
alter table payroll_policy add foreign key (employer_uuid, holiday_version) references holiday_calendar (employer_uuid, version);

-- A payslip says of who paid and of who was paid what was so when the pay had arrived (decision 0266): what it printed of them before a change stays, sealed.
-- The legal name of a company is in its audit already (0310).
create table former_details (
  former_uuid uuid primary key,
  employer_uuid uuid references employer (employer_uuid),
  contractor_sub text references person (sub),
  record text not null constraint sealed_former_details_record check (starts_with(record, 'sealed:')),
  until_at timestamptz not null,
  constraint former_details_of_one check (num_nonnulls(employer_uuid, contractor_sub) = 1)
);
create index former_details_of_employer on former_details (employer_uuid, until_at) where employer_uuid is not null;
create index former_details_of_contractor on former_details (contractor_sub, until_at) where contractor_sub is not null;
-- Of a company whoever sees it, as its address of today; of a contractor nobody else.
call app.protect('former_details', 'contractor_sub = (select app.acting_sub()) or employer_uuid in (select employer_uuid from employer)');
grant select, insert on former_details to corridor_app;

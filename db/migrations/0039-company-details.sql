-- What a company says of itself for its verification, and where it is registered, which its papers say. Sealed: who owns a company, with
-- birth dates, is nobody's but its own and its reviewers'. Nobody searches in it.
alter table employer add column registered_address text;
alter table employer add constraint sealed_employer_registered_address check (starts_with(registered_address, 'sealed:'));
grant update (registered_address) on employer to corridor_app;

create table company_details (
  employer_uuid uuid primary key references employer (employer_uuid),
  record text not null,
  given_by text not null references person (sub),
  given_at timestamptz not null,
  constraint sealed_company_details_record check (starts_with(record, 'sealed:'))
);
call app.protect('company_details', 'employer_uuid = (select app.acting_employer())');
grant select, insert on company_details to corridor_app;
grant update (record, given_by, given_at) on company_details to corridor_app;

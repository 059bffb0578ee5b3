-- Which request a receipt covered with how much: where it is taken back, that is asked for again.
create table funding_request_part (
  funding_uuid uuid not null references funding (funding_uuid),
  request_uuid uuid not null references funding_request (request_uuid),
  employer_uuid uuid not null references employer (employer_uuid),
  minor bigint not null check (minor > 0),
  primary key (funding_uuid, request_uuid)
);
call app.protect('funding_request_part', 'employer_uuid = (select app.acting_employer())');
call app.append_only('funding_request_part');
grant select on funding_request_part to corridor_app;
grant insert on funding_request_part to corridor_operations;

-- What is open again may stand beside the same that was asked for since.
alter table funding_request add column reopened_at timestamptz;
grant update (reopened_at) on funding_request to corridor_operations;
drop index funding_request_open;
create unique index funding_request_open on funding_request (employer_uuid, currency, amount_minor, needed_on)
  where status = 'REQUESTED' and reopened_at is null;
create index funding_request_waiting on funding_request (employer_uuid, currency) where status = 'REQUESTED';

-- What a contractor reports of their time in one period of a contract (decision 0067). What the employer accepts of it becomes an entry of the
-- period's line item, under the timesheet's id.
alter table payroll_policy add column time_required boolean not null default false;

create table timesheet (
  timesheet_uuid uuid primary key,
  employer_uuid uuid not null,
  contract_uuid uuid not null,
  contractor_sub text not null references person (sub),
  start_date date not null,
  end_date date not null check (end_date >= start_date),
  -- OPEN: nothing is reported, or it was taken back. STANDS: the employer lets the scheduled time stand.
  status text not null check (status in ('OPEN', 'REPORTED', 'ACCEPTED', 'CORRECTED', 'STANDS')),
  hours_hundredths integer check (hours_hundredths between 1 and 74400),
  -- The same by days; null where it is a sum.
  days jsonb,
  notes text not null default '' check (length(notes) <= 500),
  reported_at timestamptz,
  -- What is paid instead, and why.
  corrected_hundredths integer check (corrected_hundredths between 1 and 74400),
  reason text not null default '' check (length(reason) <= 500),
  answered_by text references person (sub),
  answered_at timestamptz,
  version integer not null default 1,
  unique (contract_uuid, start_date),
  check ((status in ('REPORTED', 'ACCEPTED', 'CORRECTED')) = (hours_hundredths is not null and reported_at is not null)),
  check ((status = 'CORRECTED') = (corrected_hundredths is not null and reason <> '')),
  check ((status in ('ACCEPTED', 'CORRECTED', 'STANDS')) = (answered_by is not null and answered_at is not null)),
  foreign key (contract_uuid, employer_uuid) references contract (contract_uuid, employer_uuid)
);
create index timesheet_by_contractor on timesheet (contractor_sub, start_date);
create index timesheet_waiting on timesheet (employer_uuid, start_date) where status = 'REPORTED';
call app.protect('timesheet', 'employer_uuid = (select app.acting_employer()) or contractor_sub = (select app.acting_sub())');
grant select, insert, update on timesheet to corridor_app;

-- Whatever takes reported time off a line item, such as days that are worked out anew, asks for an answer again.
create function app.reported_time_went() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  update timesheet t set status = 'REPORTED', corrected_hundredths = null, reason = '', answered_by = null, answered_at = null, version = t.version + 1
    where t.status in ('ACCEPTED', 'CORRECTED')
      and t.timesheet_uuid in (select (e ->> 'entry_uuid')::uuid from jsonb_array_elements(old.entries) e where e ->> 'kind' = 'REPORTED_TIME')
      and not coalesce(new.entries @> jsonb_build_array(jsonb_build_object('entry_uuid', t.timesheet_uuid)), false);
  return null;
end $$;
create trigger reported_time_went after update on line_item for each row
  when (old.entries is not null and old.entries is distinct from new.entries) execute function app.reported_time_went();

-- What a review reads besides: whether time was reported and answered, and whether it has to be.
create function app.timesheets_changed() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform app.review_people_again(array[new.contractor_sub], new.employer_uuid);
  return null;
end $$;
create trigger timesheets_changed after insert or update on timesheet for each row execute function app.timesheets_changed();
create function app.time_policy_changed() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into review_due as d (cycle_uuid, contractor_sub, employer_uuid)
    select distinct r.cycle_uuid, r.contractor_sub, r.employer_uuid from item_review r join pay_cycle c using (cycle_uuid)
      where c.policy_uuid = new.policy_uuid
    on conflict (cycle_uuid, contractor_sub) do update set due_at = '-infinity' where d.due_at > '-infinity';
  return null;
end $$;
create trigger time_policy_changed after update on payroll_policy for each row
  when (old.time_required is distinct from new.time_required) execute function app.time_policy_changed();

-- A line item's page tells what happened to its timesheet.
create index audit_entry_of_one_timesheet on audit_entry ((entity_uuids[1]), seq) where entity = 'timesheet' and cardinality(entity_uuids) = 1;

-- What a company was registered as at an instant: the first change of its legal name after that says what it was before. A payslip and its code name who
-- paid as it was called then (decision 0252); the audit has it of every change, so that none is kept twice.
create index audit_entry_of_names on audit_entry ((entity_uuids[1]), created_at) where entity = 'employer' and action in ('name', 'give_details');
create function app.legal_name_at(company uuid, instant timestamptz) returns text language sql stable security definer
  set search_path = public, app, pg_temp as $$
  select coalesce((select nullif(a.before ->> 'corporation_name', '') from audit_entry a
      where a.entity = 'employer' and a.action in ('name', 'give_details') and a.entity_uuids[1] = company::text and a.created_at > instant
        and a.before ->> 'corporation_name' is distinct from a.after ->> 'corporation_name'
      order by a.created_at, a.seq limit 1),
    (select corporation_name from employer where employer_uuid = company)) $$;
grant execute on function app.legal_name_at(uuid, timestamptz) to corridor_app;

-- Which days a report of time speaks of: those of its period that the contract paid when it was reported. A contract that ends afterwards pays fewer, and
-- what was said of more is not accepted for them. The database says it, so that it is there whoever reports.
alter table timesheet add column reported_days daterange;
create function app.days_of_report() returns trigger language plpgsql set search_path = public, app, pg_temp as $$
begin
  new.reported_days := case when new.reported_at is not null then
    (select app.days(new.start_date, new.end_date) * k.earns from contract k where k.contract_uuid = new.contract_uuid) end;
  return new;
end $$;
create trigger days_of_report before insert on timesheet for each row execute function app.days_of_report();
create trigger days_of_report_again before update on timesheet for each row
  when (old.reported_at is distinct from new.reported_at) execute function app.days_of_report();

-- Which terms of a draft somebody saw, who changed them last and when (decision 0145): other terms are put over what was seen alone. The trigger counts what
-- a process of before writes, which does not say who it was.
alter table contract add column terms_version integer not null default 1, add column terms_at timestamptz, add column terms_by text;
create function app.count_terms() returns trigger language plpgsql set search_path = public, app, pg_temp as $$
begin
  new.terms_version := old.terms_version + 1;
  new.terms_at := null;
  new.terms_by := null;
  return new;
end $$;
create trigger terms_counted before update on contract for each row
  when (new.status = 'DRAFT' and new.terms_version = old.terms_version and (old.role, old.currency, old.paid, old.hourly_rate_minor, old.scheduled_hours_hundredths, old.pay_policy_uuid, old.effective_date,
      old.contract_start_date, old.contract_end_date, old.exhibit_a, old.exhibit_format, old.country_clauses)
    is distinct from (new.role, new.currency, new.paid, new.hourly_rate_minor, new.scheduled_hours_hundredths, new.pay_policy_uuid, new.effective_date,
      new.contract_start_date, new.contract_end_date, new.exhibit_a, new.exhibit_format, new.country_clauses))
  execute function app.count_terms();

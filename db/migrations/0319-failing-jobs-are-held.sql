-- Jobs are held before it is looked which of them fail: of two operators at the same moment the second let go what the first had tried again (0306).
create or replace function app.try_jobs_again(failing_task text, after_tries int) returns bigint
  language plpgsql security definer set search_path = graphile_worker, public, app, pg_temp as $$
begin
  perform from _private_jobs where id in (select job_id from app.failing_jobs(after_tries) where task = failing_task) order by id for update;
  return (select count(*) from reschedule_jobs(
    array(select job_id from app.failing_jobs(after_tries) where task = failing_task order by job_id), run_at => now(), attempts => 0));
end $$;

create or replace function app.let_jobs_go(gone_task text) returns setof bigint
  language plpgsql security definer set search_path = graphile_worker, public, app, pg_temp as $$
begin
  perform from _private_jobs where id in (select job_id from app.failing_jobs(1) where task = gone_task and over) order by id for update;
  return query select j.id from complete_jobs(
    array(select job_id from app.failing_jobs(1) where task = gone_task and over order by job_id)) j;
end $$;

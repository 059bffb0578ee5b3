-- A job that runs at this moment does not fail: it stood on the list, while who had it tried again read that nothing fails any more (0306).
create or replace function app.failing_jobs(after_tries int)
  returns table (job_id bigint, task text, over boolean, since timestamptz, next_at timestamptz, changed_at timestamptz, reason text)
  language plpgsql stable security definer set search_path = graphile_worker, public, app, pg_temp as $$
begin
  if not app.sees_all() then return; end if;
  return query select j.id, t.identifier, j.attempts >= j.max_attempts, j.created_at, j.run_at, j.updated_at, j.last_error
    from _private_jobs j join _private_tasks t on t.id = j.task_id
    where j.last_error is not null and j.attempts >= least(after_tries, j.max_attempts)
      and (j.locked_at is null or j.locked_at < now() - interval '4 hours');
end $$;

-- Jobs are held before it is looked which of them fail: of two operators at the same moment the second let go what the first had tried again.
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

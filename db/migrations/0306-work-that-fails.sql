-- What is not done for somebody to see: jobs that failed several times, and events whose reaction was given up. Until now both lay
-- where nobody looks. The queue's tables belong to the owner, so operators ask by functions.
create function app.failing_jobs(after_tries int)
  returns table (job_id bigint, task text, over boolean, since timestamptz, next_at timestamptz, changed_at timestamptz, reason text)
  language plpgsql stable security definer set search_path = graphile_worker, public, app, pg_temp as $$
begin
  if not app.sees_all() then return; end if;
  return query select j.id, t.identifier, j.attempts >= j.max_attempts, j.created_at, j.run_at, j.updated_at, j.last_error
    from _private_jobs j join _private_tasks t on t.id = j.task_id
    where j.last_error is not null and j.attempts >= least(after_tries, j.max_attempts);
end $$;

-- Has all of a task that fail tried at once, with all their tries. What runs at this moment is left alone. Answers how many.
create function app.try_jobs_again(failing_task text, after_tries int) returns bigint
  language plpgsql security definer set search_path = graphile_worker, public, app, pg_temp as $$
begin
  return (select count(*) from reschedule_jobs(
    array(select job_id from app.failing_jobs(after_tries) where task = failing_task order by job_id), run_at => now(), attempts => 0));
end $$;

-- Takes out of the queue what of a task is tried no more. Answers which.
create function app.let_jobs_go(gone_task text) returns setof bigint
  language plpgsql security definer set search_path = graphile_worker, public, app, pg_temp as $$
begin
  return query select j.id from complete_jobs(
    array(select job_id from app.failing_jobs(1) where task = gone_task and over order by job_id)) j;
end $$;
grant execute on function app.failing_jobs(int), app.try_jobs_again(text, int), app.let_jobs_go(text) to corridor_operations;

create index outbox_event_dead on outbox_event (created_at) where dead;

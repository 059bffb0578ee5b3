-- What is sent waits behind what is done: ten thousand mails keep no payment, and nobody who looks for one reads past them.
create or replace function app.enqueue(task text, payload json, job_key text default null, run_at timestamptz default null)
  returns void language plpgsql security definer set search_path = graphile_worker, public, pg_temp as $$
begin
  perform graphile_worker.add_job(task, payload, run_at => coalesce(run_at, now()), job_key => job_key, max_attempts => 25,
    priority => case when task like 'send%' then 10 else 0 end);
end $$;

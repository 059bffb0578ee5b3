-- What is sent waits behind what is done, and many mails at once behind one that somebody waits for: ten thousand keep no payment and
-- no link to log in with, and who looks for a job does not read past them.
create or replace function app.enqueue(task text, payload json, job_key text default null, run_at timestamptz default null)
  returns void language plpgsql security definer set search_path = graphile_worker, public, pg_temp as $$
begin
  perform graphile_worker.add_job(task, payload, run_at => coalesce(run_at, now()), job_key => job_key, max_attempts => 25,
    priority => case when task = 'send_mails' then 20 when task like 'send%' then 10 else 0 end);
end $$;

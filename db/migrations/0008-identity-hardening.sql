-- Right log-ins are no guesses; whoever wants no more invitations gets none, whoever invites.

-- Gives one try back to each bucket, given as to app.take_try: what it was taken for was none.
create function app.give_try_back(buckets jsonb) returns void language sql set search_path = public, pg_temp as $$
  update rate_limit r set full_until = r.full_until - make_interval(secs => (b ->> 'seconds')::float8)
    from jsonb_array_elements(buckets) b where r.bucket = b ->> 'bucket'
$$;

-- Addresses that take no invitations, by the SHA-256 of their one spelling. Written by whoever has the link of an invitation.
create table stopped_address (
  address_hash bytea primary key check (length(address_hash) = 32),
  stopped_at timestamptz not null default now()
);
-- Everybody who invites asks whether an address is here; only what we do for nobody in particular changes it.
alter table stopped_address enable row level security;
alter table stopped_address force row level security;
create policy asked on stopped_address for select using (true);
create policy changed on stopped_address using ((select app.acting_role()) in ('anonymous', 'system'))
  with check ((select app.acting_role()) in ('anonymous', 'system'));

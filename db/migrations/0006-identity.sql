-- Who may do what within a team, on which devices somebody is signed in, and how often anything may be tried.

-- A session as the API knows it: one for each `sid` of the provider's tokens. Ending it refuses its tokens within a second.
create table session (
  session_id text primary key,
  sub text not null,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  address text not null default '',
  user_agent text not null default '',
  ended_at timestamptz
);
create index session_by_person on session (sub, last_seen_at desc);
call app.protect('session', 'sub = (select app.acting_sub())');

-- What an operator may do. Operators are made by a command on the server, or invited by an admin among them.
create table operator (
  sub text primary key references person (sub),
  role text not null check (role in ('admin', 'verifier', 'treasurer')),
  created_at timestamptz not null
);
insert into operator (sub, role, created_at) select sub, 'admin', created_at from person where type = 'operator';

-- An invitation into a team: of an employer, or of the operators where employer_uuid is null.
create table team_invitation (
  invitation_uuid uuid primary key,
  employer_uuid uuid references employer (employer_uuid),
  email text not null,
  role text not null,
  -- Null for the first operators, whom a command on the server invites where accounts are made elsewhere.
  inviter_sub text references person (sub),
  token_hash bytea not null unique,
  created_at timestamptz not null,
  link_sent_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by text references person (sub),
  withdrawn_at timestamptz,
  check (case when employer_uuid is null then role in ('admin', 'verifier', 'treasurer') else role in ('owner', 'admin', 'approver', 'viewer') end)
);
create unique index team_invitation_live on team_invitation (coalesce(employer_uuid, '00000000-0000-0000-0000-000000000000'), email)
  where accepted_at is null and withdrawn_at is null;
call app.protect('team_invitation', 'employer_uuid = (select app.acting_employer())');

-- A change of somebody's e-mail, which both addresses confirm.
create table email_change (
  change_uuid uuid primary key,
  sub text not null references person (sub),
  old_email text not null,
  new_email text not null,
  old_token_hash bytea not null unique,
  new_token_hash bytea not null unique,
  old_confirmed_at timestamptz,
  new_confirmed_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create unique index email_change_live on email_change (sub) where ended_at is null;
call app.protect('email_change', 'sub = (select app.acting_sub())');

-- Above this sum, in the employer's currency, approving asks for a fresh proof of who approves; null is the platform's limit.
alter table employer add column approval_limit_minor bigint check (approval_limit_minor >= 0);

-- How often something was tried, for all processes: one row per bucket, by the generic cell rate algorithm (GCRA, ITU-T I.371).
-- `full_until` is when the bucket would be empty again; what would raise it above now() + burst is refused.
create table rate_limit (
  bucket text primary key,
  full_until timestamptz not null
);
create index rate_limit_past on rate_limit (full_until);

-- Takes one try out of each bucket, given as [{bucket, burst, seconds}]: at most `burst` at once, one more each `seconds`.
-- Answers after how many seconds all would allow it, 0 when they did. A refusal takes from none of them.
create function app.take_try(buckets jsonb) returns integer language plpgsql set search_path = public, pg_temp as $$
declare
  moment timestamptz := clock_timestamp();
  wait double precision;
begin
  -- In name order, so that two that share buckets never wait for each other.
  perform pg_advisory_xact_lock(hashtextextended(b ->> 'bucket', 7204513)) from
    (select b from jsonb_array_elements(buckets) b order by b ->> 'bucket') t;
  select max(extract(epoch from greatest(r.full_until, moment) - moment) - ((b ->> 'burst')::float8 - 1) * (b ->> 'seconds')::float8)
    into wait from jsonb_array_elements(buckets) b left join rate_limit r on r.bucket = b ->> 'bucket';
  if wait > 0.001 then return ceil(wait)::integer; end if;
  insert into rate_limit (bucket, full_until)
    select b ->> 'bucket', moment + make_interval(secs => (b ->> 'seconds')::float8) from jsonb_array_elements(buckets) b
    on conflict (bucket) do update set full_until = greatest(rate_limit.full_until, moment) + (excluded.full_until - moment);
  return 0;
end $$;

-- The embedded provider's own: kept beside its tables, read and written by nobody else.
create schema if not exists auth;
create table auth.totp_factor (
  user_id uuid primary key,
  secret text not null,
  confirmed_at timestamptz,
  -- The last time step whose code was taken: a code works once (RFC 6238, 5.2).
  last_step bigint not null default 0
);
create table auth.recovery_code (
  user_id uuid not null,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- An outside OpenID provider's: log-ins that are under way, and what its sessions hold for the browsers that we are a back end of.
-- Cookies and states are kept as hashes, codes and tokens encrypted.
create table auth.oidc_flow (
  state_hash bytea primary key,
  browser_hash bytea not null,
  sealed text not null,
  expires_at timestamptz not null
);
create index oidc_flow_past on auth.oidc_flow (expires_at);
create table auth.oidc_session (
  cookie_hash bytea primary key,
  session_id text not null,
  sub text not null,
  -- Null once the session is over; what is left says that this authentication counts no more.
  sealed text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index oidc_session_by_id on auth.oidc_session (session_id, sub);
create index oidc_session_past on auth.oidc_session (expires_at) where sealed is not null;

-- Keys by which an employer's machines call the API (decision 0100). Of a key its digest is kept, and its beginning, by which people know it.
create table api_key (
  key_uuid uuid primary key,
  employer_uuid uuid not null references employer (employer_uuid),
  name text not null check (length(name) between 1 and 80),
  prefix text not null,
  secret_hash bytea not null unique check (length(secret_hash) = 32),
  scopes text[] not null check (cardinality(scopes) > 0),
  -- Moves no money, and sees none.
  sandbox boolean not null,
  -- Networks from which it may be used (CIDR); none: from anywhere.
  addresses text[] not null default '{}',
  created_by text not null references person (sub),
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  revoked_at timestamptz,
  -- To the minute.
  last_used_at timestamptz,
  unique (key_uuid, employer_uuid)
);
create index api_key_of_employer on api_key (employer_uuid, created_at desc, key_uuid desc);
call app.protect('api_key', 'employer_uuid = (select app.acting_employer())');

-- No tenant reads a digest: who brings a key is found by it before anybody acts.
grant select (key_uuid, employer_uuid, name, prefix, scopes, sandbox, addresses, created_by, created_at, expires_at, revoked_at, last_used_at)
  on api_key to corridor_app;
grant insert on api_key to corridor_app;
grant update (expires_at, revoked_at) on api_key to corridor_app;
grant select on api_key to corridor_operations;
grant update (last_used_at) on api_key to corridor_operations;

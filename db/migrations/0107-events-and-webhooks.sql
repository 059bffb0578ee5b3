-- What companies are told of, in order and for good, and the webhooks by which it reaches their machines (decision 0101).
create table told_head (
  employer_uuid uuid not null references employer (employer_uuid),
  sandbox boolean not null,
  sequence bigint not null,
  primary key (employer_uuid, sandbox)
);
call app.protect('told_head', 'employer_uuid = (select app.acting_employer())');
grant select, insert, update on told_head to corridor_app, corridor_operations;

-- Numbered without gaps in the order in which transactions committed: who has read up to a number has read all before it.
create table told_event (
  event_uuid uuid primary key,
  employer_uuid uuid not null,
  sandbox boolean not null,
  sequence bigint not null check (sequence > 0),
  type text not null,
  version_date date not null,
  data jsonb not null,
  created_at timestamptz not null,
  unique (employer_uuid, sandbox, sequence),
  unique (event_uuid, employer_uuid),
  foreign key (employer_uuid, sandbox) references told_head (employer_uuid, sandbox)
);
call app.protect('told_event', 'employer_uuid = (select app.acting_employer())');
grant select, insert on told_event to corridor_app, corridor_operations;
call app.append_only('told_event');

create table webhook (
  webhook_uuid uuid primary key,
  employer_uuid uuid not null references employer (employer_uuid),
  sandbox boolean not null,
  url text not null check (length(url) <= 500),
  events text[] not null check (cardinality(events) > 0),
  secret text not null,
  -- Signs as well for a day after the other took its place.
  previous_secret text not null default '',
  secret_since timestamptz not null,
  created_by text not null references person (sub),
  created_at timestamptz not null,
  failing_since timestamptz,
  removed_at timestamptz,
  unique (webhook_uuid, employer_uuid),
  constraint sealed_webhook_secret check (starts_with(secret, 'sealed:')),
  constraint sealed_webhook_previous_secret check (previous_secret = '' or starts_with(previous_secret, 'sealed:'))
);
create index webhook_of_employer on webhook (employer_uuid, sandbox) where removed_at is null;
call app.protect('webhook', 'employer_uuid = (select app.acting_employer())');
grant select, insert, update (secret, previous_secret, secret_since, removed_at) on webhook to corridor_app;
grant select, update (failing_since, secret, previous_secret) on webhook to corridor_operations;

create table webhook_delivery (
  delivery_uuid uuid primary key,
  webhook_uuid uuid not null,
  employer_uuid uuid not null,
  event_uuid uuid not null,
  status text not null check (status in ('WAITING', 'DELIVERED', 'FAILED')),
  tries integer not null default 0 check (tries >= 0),
  -- When it is sent next; who sends it moves this on first, so that what a killed process held is sent again.
  next_at timestamptz not null,
  tried_at timestamptz,
  took_ms integer,
  -- The status that was answered; null where nothing was.
  answer_status integer,
  -- The beginning of what was answered, or why nothing was.
  answer text not null default '' check (length(answer) <= 500),
  unique (webhook_uuid, event_uuid),
  foreign key (webhook_uuid, employer_uuid) references webhook (webhook_uuid, employer_uuid),
  foreign key (event_uuid, employer_uuid) references told_event (event_uuid, employer_uuid)
);
create index webhook_delivery_due on webhook_delivery (webhook_uuid, next_at) where status = 'WAITING';
create index webhook_delivery_newest on webhook_delivery (employer_uuid, tried_at desc, delivery_uuid desc) where tried_at is not null;
call app.protect('webhook_delivery', 'employer_uuid = (select app.acting_employer())');
grant select, insert, update (status, tries, next_at) on webhook_delivery to corridor_app;
grant select, insert, update (status, tries, next_at, tried_at, took_ms, answer_status, answer) on webhook_delivery to corridor_operations;

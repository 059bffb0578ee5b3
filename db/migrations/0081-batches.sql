-- A file of payments for a bank: it is kept before anything leaves, and leaves when another person than who made it says so.
create table bank_batch (
  batch_uuid uuid primary key,
  channel_uuid uuid not null references bank_channel (channel_uuid),
  execution_uuid uuid not null references execution (execution_uuid),
  status text not null check (status in ('WAITING', 'RELEASED', 'DISCARDED', 'REPLACED')),
  -- Whose number it has: no file of that sequence has it again.
  sequence bytea not null references bank_number (sequence),
  number bigint not null,
  due_on date not null,
  currency text not null,
  payments integer not null check (payments > 0),
  total_minor bigint not null check (total_minor > 0),
  file_uuid uuid not null unique references stored_file (file_uuid),
  file_sha256 text not null check (file_sha256 ~ '^[0-9a-f]{64}$'),
  made_by text not null references person (sub),
  made_at timestamptz not null,
  answered_by text references person (sub),
  answered_at timestamptz,
  words text not null default '' check (length(words) <= 500),
  unique (sequence, number),
  constraint bank_batch_answered_whole check ((answered_by is null) = (answered_at is null) and (answered_by is null) = (status = 'WAITING')),
  constraint bank_batch_released_by_another check (status <> 'RELEASED' or answered_by <> made_by)
);
create index bank_batch_newest on bank_batch (made_at desc, batch_uuid desc);
create index bank_batch_waiting on bank_batch (made_at) where status = 'WAITING';
create index bank_batch_of_execution on bank_batch (execution_uuid);
call app.protect('bank_batch', 'false');
grant select, insert on bank_batch to corridor_operations;
grant update (status, answered_by, answered_at, words) on bank_batch to corridor_operations;

-- The attempts in a file. Those of a file that does not leave do not count any more.
create table bank_batch_line (
  batch_uuid uuid not null references bank_batch (batch_uuid),
  attempt_uuid uuid not null references payment_attempt (attempt_uuid),
  -- Under which the bank speaks of it.
  reference text not null,
  amount_minor bigint not null check (amount_minor > 0),
  counts boolean not null default true,
  primary key (batch_uuid, attempt_uuid)
);
create unique index bank_batch_line_counts on bank_batch_line (attempt_uuid) where counts;
create index bank_batch_line_reference on bank_batch_line (reference);
call app.protect('bank_batch_line', 'false');
grant select, insert on bank_batch_line to corridor_operations;
grant update (counts) on bank_batch_line to corridor_operations;

-- A file of a bank is opened to pay.
alter table file_read drop constraint file_read_purpose_check;
alter table file_read add constraint file_read_purpose_check
  check (purpose in ('', 'own', 'verification', 'contract', 'report', 'tax', 'payment'));

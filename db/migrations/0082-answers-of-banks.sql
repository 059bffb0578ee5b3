-- What a bank answered, as it came: a file is taken once, whole, and each line of it says what it did.
create table bank_answer (
  answer_uuid uuid primary key,
  channel_uuid uuid not null references bank_channel (channel_uuid),
  file_uuid uuid not null unique references stored_file (file_uuid),
  file_sha256 text not null unique check (file_sha256 ~ '^[0-9a-f]{64}$'),
  given_by text not null references person (sub),
  given_at timestamptz not null
);
create index bank_answer_newest on bank_answer (given_at desc, answer_uuid desc);
call app.protect('bank_answer', 'false');
call app.append_only('bank_answer');
grant select, insert on bank_answer to corridor_operations;

create table bank_answer_line (
  answer_uuid uuid not null references bank_answer (answer_uuid),
  line integer not null,
  reference text not null check (length(reference) <= 255),
  attempt_uuid uuid references payment_attempt (attempt_uuid),
  outcome text not null check (outcome in ('ACCEPTED', 'SETTLED', 'REJECTED', 'RETURNED')),
  -- What it did: nothing where it was known, or says that the bank will pay; it moves nothing where it contradicts what is known.
  did text not null check (did in ('SETTLED', 'FAILED', 'RETURNED', 'NOTHING', 'CONTRADICTS', 'UNKNOWN')),
  currency text,
  amount_minor bigint,
  reason text,
  primary key (answer_uuid, line)
);
create index bank_answer_line_attempt on bank_answer_line (attempt_uuid) where attempt_uuid is not null;
call app.protect('bank_answer_line', 'false');
call app.append_only('bank_answer_line');
grant select, insert on bank_answer_line to corridor_operations;

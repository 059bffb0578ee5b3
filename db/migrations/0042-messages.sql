-- What operators write to a contractor. CREATED until its mail left, SENT since; never changed, and read by the contractor alone. Sealed: it
-- may be about anything.
create table message (
  message_uuid uuid primary key,
  contractor_sub text not null references contractor (sub),
  author_sub text not null references person (sub),
  -- As it was then.
  author_name text not null,
  subject text not null,
  full_text text not null,
  written_at timestamptz not null,
  sent_at timestamptz,
  read_at timestamptz,
  constraint sealed_message_subject check (starts_with(subject, 'sealed:')),
  constraint sealed_message_full_text check (starts_with(full_text, 'sealed:'))
);
create index message_newest on message (contractor_sub, written_at desc, message_uuid desc);
create index message_unread on message (contractor_sub) where read_at is null;
call app.protect('message', 'contractor_sub = (select app.acting_sub())');
grant select on message to corridor_app;
grant update (read_at) on message to corridor_app;
grant insert on message to corridor_operations;
grant update (sent_at) on message to corridor_operations;

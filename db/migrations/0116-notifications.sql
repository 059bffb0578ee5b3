-- Somebody is told of what happened in Corridor, and by mail when and how they choose (docs/decisions/0108-told-once-mailed-as-chosen.md).
create table notification (
  notification_uuid uuid primary key,
  person_sub text not null references person (sub),
  kind text not null check (kind in ('ALWAYS', 'TASK', 'PAY', 'NEWS')),
  -- The mail that says it, and what it is filled with: without links that prove something.
  template text not null,
  data text not null,
  told_at timestamptz not null,
  -- Until when its mail waits; null once it left, and for one that waits for nothing.
  mail_at timestamptz,
  read_at timestamptz,
  constraint sealed_notification_data check (starts_with(data, 'sealed:'))
);
create index notification_newest on notification (person_sub, told_at desc, notification_uuid desc);
create index notification_unread on notification (person_sub) where read_at is null;
create index notification_waits on notification (mail_at, person_sub) where mail_at is not null;
create index notification_age on notification (told_at);
call app.protect('notification', 'person_sub = (select app.acting_sub())');
grant select on notification to corridor_app;
grant update (read_at) on notification to corridor_app;
grant insert, delete on notification to corridor_operations;
grant update (mail_at) on notification to corridor_operations;

create table notification_preference (
  person_sub text primary key references person (sub),
  task_way text not null check (task_way in ('AT_ONCE', 'DAILY')),
  pay_way text not null check (pay_way in ('AT_ONCE', 'DAILY', 'IN_APP')),
  news_way text not null check (news_way in ('AT_ONCE', 'DAILY', 'IN_APP')),
  -- Hours of the day in which mail waits; both or neither.
  quiet_from integer check (quiet_from between 0 and 23),
  quiet_until integer check (quiet_until between 0 and 23),
  daily_hour integer not null check (daily_hour between 0 and 23),
  time_zone text not null check (length(time_zone) between 1 and 64),
  changed_at timestamptz not null,
  check ((quiet_from is null) = (quiet_until is null))
);
call app.protect('notification_preference', 'person_sub = (select app.acting_sub())');
grant select, insert, update on notification_preference to corridor_app;

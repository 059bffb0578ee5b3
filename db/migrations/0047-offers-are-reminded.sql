-- How many reminders of an offer its contractor was sent, so that each is sent once.
alter table contract add column reminders integer not null default 0 check (reminders >= 0);

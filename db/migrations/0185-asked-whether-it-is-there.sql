-- When somebody was asked again whether a small first payment is there, so many days after it arrived: each once.
create table first_payment_reminder (
  payment_uuid uuid not null,
  employer_uuid uuid not null,
  after_days integer not null,
  reminded_at timestamptz not null,
  primary key (payment_uuid, after_days),
  foreign key (payment_uuid, employer_uuid) references payment (payment_uuid, employer_uuid)
);
create index first_payment_reminder_of_employer on first_payment_reminder (employer_uuid);
call app.protect('first_payment_reminder', 'false');
grant select, insert on first_payment_reminder to corridor_operations;

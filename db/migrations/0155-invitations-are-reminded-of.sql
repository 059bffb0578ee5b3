-- Somebody was reminded of an invitation that they have not answered, so many days into the time that its link lasts; sent anew by the
-- company it lasts, and is reminded of, once more.
create table invitation_reminder (
  invitation_uuid uuid not null,
  employer_uuid uuid not null,
  since timestamptz not null,
  day integer not null,
  reminded_at timestamptz not null,
  primary key (invitation_uuid, since, day),
  foreign key (invitation_uuid, employer_uuid) references invitation (invitation_uuid, employer_uuid)
);
call app.protect('invitation_reminder', 'false');
grant select, insert on invitation_reminder to corridor_operations;

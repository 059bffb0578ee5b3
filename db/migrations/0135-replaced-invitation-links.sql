-- Links of invitations that a newer one took the place of (decision 0127): who has one is told which mail to open instead.
create table replaced_invitation_link (
  token_hash bytea primary key,
  invitation_uuid uuid not null,
  employer_uuid uuid not null,
  replaced_at timestamptz not null,
  foreign key (invitation_uuid, employer_uuid) references invitation (invitation_uuid, employer_uuid)
);
create index replaced_invitation_link_of on replaced_invitation_link (invitation_uuid, employer_uuid);
call app.protect('replaced_invitation_link', 'employer_uuid = (select app.acting_employer())');
call app.append_only('replaced_invitation_link');
grant select, insert on replaced_invitation_link to corridor_app;

-- An operator who could make operators alone would be their own second person: what one admin invites, another one confirms, and only
-- then is there a link. Invitations by a command on the server (no inviter) need none.
alter table team_invitation
  add column confirmed_by text references person (sub),
  add column confirmed_at timestamptz,
  add constraint team_invitation_confirmed check ((confirmed_by is null) = (confirmed_at is null)),
  add constraint team_invitation_by_two check (confirmed_by <> inviter_sub),
  -- Those that were accepted before this rule stay as they are.
  add constraint team_invitation_of_operators
    check (employer_uuid is not null or inviter_sub is null or accepted_at is null or confirmed_at is not null) not valid;
grant update (confirmed_by, confirmed_at) on team_invitation to corridor_operations;

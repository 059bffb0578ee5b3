-- Links by which a calendar application follows pay dates: of one policy for somebody of its employer, or of their own pay for a contractor.
-- One row of a person and what they follow; a new link takes the place of the one before, and of its token the digest is kept (decision 0065).
create table calendar_feed (
  feed_uuid uuid primary key,
  sub text not null references person (sub),
  -- Both null: the contractor's own pay.
  employer_uuid uuid,
  policy_uuid uuid,
  token_hash bytea not null unique check (length(token_hash) = 32),
  created_at timestamptz not null,
  revoked_at timestamptz,
  check ((employer_uuid is null) = (policy_uuid is null)),
  unique nulls not distinct (sub, policy_uuid),
  foreign key (policy_uuid, employer_uuid) references payroll_policy (policy_uuid, employer_uuid)
);
call app.protect('calendar_feed', 'sub = (select app.acting_sub()) and employer_uuid is not distinct from (select app.acting_employer())');
create index calendar_feed_policy on calendar_feed (policy_uuid, employer_uuid);

-- No tenant finds a link by its digest; who has a link is nobody's tenant.
grant select (feed_uuid, sub, employer_uuid, policy_uuid, created_at, revoked_at) on calendar_feed to corridor_app;
grant insert on calendar_feed to corridor_app;
grant update (token_hash, created_at, revoked_at) on calendar_feed to corridor_app;
grant select (token_hash) on calendar_feed to corridor_operations;

-- Contractors read the holidays by which the policies go that pay them: their dates are worked out from them.
do $$ begin
  execute format('alter policy tenant on holiday_calendar using (%s)', app.by_login(
    $rule$employer_uuid = (select app.acting_employer()) or ((select app.acting_role()) = 'contractor'
      and exists (select from payroll_policy p where p.employer_uuid = holiday_calendar.employer_uuid
        and p.holiday_version = holiday_calendar.version))$rule$));
end $$;

-- How many approve a pay and who is to be among them goes by bands of its sum, and somebody absent has a substitute (decision 0072).

-- The list as an owner set it, by rising sums; null where none did: then the sum above which two approve holds, as before there were bands.
alter table employer add column approval_bands jsonb check (jsonb_typeof(approval_bands) = 'array');
grant update (approval_bands) on employer to corridor_app;

-- A process of the release before knows that sum alone: what it sets is the rule then, and not bands of which it knew nothing.
create function app.sum_before_bands() returns trigger language plpgsql as $$
begin
  new.approval_bands := null;
  return new;
end $$;
create trigger sum_before_bands before update of two_approvers_above_minor on employer for each row
  when (new.two_approvers_above_minor is distinct from old.two_approvers_above_minor
    and new.approval_bands is not distinct from old.approval_bands)
  execute function app.sum_before_bands();

-- Who stands in for whom when approving, from the first day to the last. It ends by itself, or before that by one of them or an owner.
create table approval_substitute (
  substitution_uuid uuid primary key,
  employer_uuid uuid not null references employer (employer_uuid),
  absent_sub text not null references person (sub),
  substitute_sub text not null references person (sub),
  from_date date not null,
  until_date date not null,
  set_by text not null references person (sub),
  set_at timestamptz not null,
  -- Null for an end by itself.
  ended_by text references person (sub),
  ended_at timestamptz,
  constraint of_another check (absent_sub <> substitute_sub),
  constraint not_for_long check (until_date >= from_date and until_date - from_date < 60),
  constraint ended_whole check (ended_by is null or ended_at is not null)
);
-- One at a time for each who is absent.
create unique index approval_substitute_open on approval_substitute (employer_uuid, absent_sub) where ended_at is null;
create index approval_substitute_until on approval_substitute (until_date) where ended_at is null;
call app.protect('approval_substitute', 'employer_uuid = (select app.acting_employer())');
grant select, insert on approval_substitute to corridor_app;
grant update (ended_by, ended_at) on approval_substitute to corridor_app;

-- For whom somebody stood in when they approved.
alter table approval add column stood_in_for text[] not null default '{}';

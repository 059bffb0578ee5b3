-- Two people: what one person may not do alone is kept as it was asked, until another answers. One shape for operators and, with
-- employer_uuid, for the people of an employer. And what each moved without a second, since a sum cut into pieces stays one sum.

create table approval_step (
  step_uuid uuid primary key,
  -- Null for what the platform's own people ask of each other.
  employer_uuid uuid references employer (employer_uuid),
  kind text not null check (kind in ('book_funding', 'execute_payments')),
  -- Whole, so that what is done is what was asked.
  content jsonb not null,
  -- SHA-256 of what it meant when it was asked, line by line.
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  title text not null,
  totals jsonb not null,
  lines integer not null check (lines > 0),
  -- The roles of those who may answer.
  may_answer text[] not null check (cardinality(may_answer) > 0),
  asked_by text not null references person (sub),
  asked_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > asked_at),
  answer text check (answer in ('APPROVED', 'REJECTED', 'WITHDRAWN', 'EXPIRED')),
  answered_by text references person (sub),
  answered_at timestamptz,
  reason text,
  outcome jsonb,
  constraint answered_whole check ((answer is null) = (answered_at is null)
    and (answer in ('APPROVED', 'REJECTED', 'WITHDRAWN')) is not distinct from
      case when answer is null then null else answered_by is not null end),
  constraint by_a_second_person check (answer not in ('APPROVED', 'REJECTED') or answered_by <> asked_by),
  constraint withdrawn_by_who_asked check (answer <> 'WITHDRAWN' or answered_by = asked_by),
  constraint in_time check (answer not in ('APPROVED', 'REJECTED', 'WITHDRAWN') or answered_at < expires_at)
);
-- The same thing waits once.
create unique index approval_step_waiting on approval_step (kind, digest) where answer is null;
create index approval_step_newest on approval_step (asked_at desc, step_uuid desc);
call app.protect('approval_step', 'employer_uuid = (select app.acting_employer())');

-- What was asked never changes, and an answer stands.
revoke update, delete, truncate on approval_step from corridor_app;
grant update (answer, answered_by, answered_at, reason, outcome) on approval_step to corridor_app;
create function app.answer_once() returns trigger language plpgsql as $$
begin
  if old.answer is not null then
    raise exception 'a step is answered once' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger answer_once before update on approval_step for each row execute function app.answer_once();

create table moved_alone (
  sub text not null references person (sub),
  kind text not null check (kind in ('book_funding', 'execute_payments')),
  -- In cents of a US dollar, at the rates of that moment.
  worth_minor bigint not null check (worth_minor > 0),
  at timestamptz not null
);
create index moved_alone_lately on moved_alone (sub, kind, at);
-- Operators and our own jobs see it.
call app.protect('moved_alone', 'false');
call app.append_only('moved_alone');

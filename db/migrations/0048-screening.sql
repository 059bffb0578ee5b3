-- Lists of sanctioned people and companies, who of ours is like somebody on them, and what two people decided about it. The lists are
-- published and nobody's rows; what was found is operators' alone, since whoever is looked at is not told. All that a company or a
-- contractor may read is since when their payments wait (`compliance_hold`).

create extension if not exists pg_trgm;
grant execute on function similarity(text, text), similarity_op(text, text) to corridor_operations;

-- A file as it was imported. Of a source one is in force; those before it stay as a record.
create table screening_list (
  list_uuid uuid primary key,
  source text not null check (source ~ '^[a-z0-9-]{1,40}$'),
  format text not null check (format in ('ftm', 'ofac')),
  version text not null,
  file_name text not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  entries integer not null check (entries >= 0),
  imported_at timestamptz not null,
  replaced_at timestamptz
);
create unique index screening_list_in_force on screening_list (source) where replaced_at is null;

create table screening_entry (
  list_uuid uuid not null references screening_list (list_uuid),
  entry_id text not null,
  kind text not null check (kind in ('person', 'organisation')),
  name text not null,
  birth_dates text[] not null,
  countries text[] not null,
  registration_numbers text[] not null,
  topics text[] not null,
  programs text[] not null,
  primary key (list_uuid, entry_id)
);

-- Every name of an entry, folded as ours are (domain/screening/fold-name.ts). A weak alias is one that many have.
create table screening_name (
  list_uuid uuid not null,
  entry_id text not null,
  name text not null,
  folded text not null,
  weak boolean not null,
  foreign key (list_uuid, entry_id) references screening_entry (list_uuid, entry_id) on delete cascade
);
create index screening_name_of on screening_name (list_uuid, entry_id);
create index screening_name_alike on screening_name using gin (folded gin_trgm_ops);
grant select, insert, update on screening_list to corridor_operations;
grant select, insert, update, delete on screening_entry to corridor_operations;
grant select, insert on screening_name to corridor_operations;

-- Who is to be looked for on the lists: whoever is new or changed, and everybody when a list comes. A row goes when they were looked for.
create table screening_due (
  party text primary key,
  contractor_sub text references contractor (sub),
  employer_uuid uuid references employer (employer_uuid),
  due_at timestamptz not null default '-infinity',
  -- How often it failed: what does not open keeps nobody else from being looked for.
  failures integer not null default 0,
  constraint due_of_one check ((contractor_sub is null) <> (employer_uuid is null) and party = coalesce(contractor_sub, employer_uuid::text))
);
create index screening_due_now on screening_due (due_at, party);
call app.protect('screening_due', 'contractor_sub = (select app.acting_sub()) or employer_uuid = (select app.acting_employer())');
grant select, update, delete on screening_due to corridor_operations;

-- Somebody who is like an entry of a list. One row for each pair as both were then; another spelling of either is asked anew.
create table screening_hit (
  hit_uuid uuid primary key,
  contractor_sub text references contractor (sub),
  employer_uuid uuid references employer (employer_uuid),
  -- Who of the party: itself, an owner, or a person who acts for it.
  subject_kind text not null check (subject_kind in ('contractor', 'company', 'owner', 'member')),
  subject_key text not null,
  -- HMAC of what is compared of them, and that itself.
  subject_digest text not null,
  subject text not null,
  source text not null,
  entry_id text not null,
  entry_digest text not null,
  entry jsonb not null,
  list_uuid uuid not null references screening_list (list_uuid),
  score integer not null check (score between 0 and 100),
  reasons jsonb not null,
  status text not null check (status in ('OPEN', 'CLAIMED', 'CONFIRMED', 'CLEARED', 'LAPSED')),
  found_at timestamptz not null,
  -- Who says that it is the same, and who confirmed that.
  claimed_by text references person (sub),
  claimed_at timestamptz,
  decided_by text references person (sub),
  decided_at timestamptz,
  words text,
  version integer not null default 1,
  constraint sealed_screening_hit_subject check (starts_with(subject, 'sealed:')),
  constraint sealed_screening_hit_words check (words is null or words = '' or starts_with(words, 'sealed:')),
  constraint hit_of_one check ((contractor_sub is null) <> (employer_uuid is null)),
  constraint claimed_whole check ((status in ('CLAIMED', 'CONFIRMED')) = (claimed_by is not null) and (claimed_by is null) = (claimed_at is null)),
  constraint decided_whole check ((status in ('CONFIRMED', 'CLEARED')) = (decided_by is not null) and (decided_by is null) = (decided_at is null)),
  constraint confirmed_by_a_second_person check (status <> 'CONFIRMED' or decided_by <> claimed_by)
);
create unique index screening_hit_live on screening_hit (subject_key, source, entry_id) where status in ('OPEN', 'CLAIMED', 'CONFIRMED');
create unique index screening_hit_pair on screening_hit (subject_key, subject_digest, source, entry_id, entry_digest) where status <> 'LAPSED';
create index screening_hit_of_contractor on screening_hit (contractor_sub);
create index screening_hit_of_employer on screening_hit (employer_uuid);
create index screening_hit_newest on screening_hit (found_at desc, hit_uuid desc);
call app.protect('screening_hit', 'false');
grant select, insert, update on screening_hit to corridor_operations;

-- Since when somebody's payments wait for an answer. It says neither why nor for what.
create table compliance_hold (
  party text primary key,
  contractor_sub text unique references contractor (sub),
  employer_uuid uuid unique references employer (employer_uuid),
  since timestamptz not null,
  constraint hold_of_one check ((contractor_sub is null) <> (employer_uuid is null) and party = coalesce(contractor_sub, employer_uuid::text))
);
call app.protect('compliance_hold', 'contractor_sub = (select app.acting_sub()) or employer_uuid = (select app.acting_employer())
  or exists (select from invitation i where i.contractor_sub = compliance_hold.contractor_sub and i.employer_uuid = (select app.acting_employer()))');
grant select on compliance_hold to corridor_app;
grant insert, delete on compliance_hold to corridor_operations;

-- What waits for approval is said anew of whose payments begin or cease to wait.
create function app.hold_changed() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform app.review_people_again(array_agg(contractor_sub)) from changed_rows where contractor_sub is not null having count(*) > 0;
  return null;
end $$;
create trigger held after insert on compliance_hold referencing new table as changed_rows
  for each statement execute function app.hold_changed();
create trigger let_go after delete on compliance_hold referencing old table as changed_rows
  for each statement execute function app.hold_changed();

-- Who is new or changed is looked for, whatever changed them: a use case cannot forget it.
create function app.screen_again(subs text[], employers uuid[]) returns void language sql security definer set search_path = public, app, pg_temp as $$
  insert into screening_due as d (party, contractor_sub, employer_uuid)
    select c.sub, c.sub, null from contractor c where c.sub = any(subs)
    union select m.employer_uuid::text, null, m.employer_uuid from employer_member m where m.sub = any(subs)
    union select e.employer_uuid::text, null, e.employer_uuid from employer e where e.employer_uuid = any(employers)
    order by 1
  on conflict (party) do update set due_at = '-infinity'
$$;
create function app.person_to_screen() returns trigger language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform app.screen_again(array[new.sub], '{}');
  return null;
end $$;
create function app.company_to_screen() returns trigger language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform app.screen_again('{}', array[new.employer_uuid]);
  return null;
end $$;
create trigger screened after update on person for each row
  when ((old.first_name, old.middle_name, old.last_name, old.country_code) is distinct from (new.first_name, new.middle_name, new.last_name, new.country_code))
  execute function app.person_to_screen();
create trigger screened after insert on contractor for each row execute function app.person_to_screen();
create trigger screened after insert on employer for each row execute function app.company_to_screen();
create trigger screened_again after update on employer for each row
  when ((old.corporation_name, old.business_name, old.country_code) is distinct from (new.corporation_name, new.business_name, new.country_code))
  execute function app.company_to_screen();
create trigger screened after insert or update on company_details for each row execute function app.company_to_screen();
create trigger screened after insert on employer_member for each row execute function app.company_to_screen();

-- Everybody, by operations alone: a list came.
create function app.screen_all() returns void language sql security definer set search_path = public, app, pg_temp as $$
  insert into screening_due as d (party, contractor_sub, employer_uuid)
    select sub, sub, null from contractor where app.sees_all() union all select employer_uuid::text, null, employer_uuid from employer where app.sees_all()
    order by 1
  on conflict (party) do update set due_at = '-infinity', failures = 0
$$;
grant execute on function app.screen_all() to corridor_operations;

-- Identity's own records live with the identity provider; here is who a signed-in person is to Corridor, and whom they act for.

create table person (
  sub text primary key,
  type text not null check (type in ('employer', 'contractor', 'operator')),
  email text not null,
  first_name text not null,
  last_name text not null,
  middle_name text not null default '',
  preferred_name text not null default '',
  phone_number text not null default '',
  country_code text,
  subdivision_code text,
  how_did_you_hear_about_us text,
  is_partner boolean not null default false,
  has_authorization_to_act_for_employer boolean not null default false,
  contact_info_at timestamptz,
  suspended_at timestamptz,
  created_at timestamptz not null
);
create index person_email on person (email);

create table agreement (
  sub text not null references person (sub),
  kind text not null check (kind in ('terms-of-service', 'data-privacy-policy')),
  version text not null,
  accepted_at timestamptz not null,
  address text not null,
  primary key (sub, kind, version)
);

create table employer (
  employer_uuid uuid primary key,
  domain text unique,
  corporation_name text not null default '',
  business_name text not null default '',
  is_partner boolean not null default false,
  country_code text not null,
  subdivision_code text,
  currency text not null default 'USD',
  names_and_owners text not null default '',
  verification text not null default 'UNVERIFIED' check (verification in ('UNVERIFIED', 'PENDING_REVIEW', 'VERIFIED', 'REJECTED')),
  verification_reason text,
  documents_at timestamptz,
  suspended_at timestamptz,
  created_at timestamptz not null,
  version integer not null default 1
);

create table employer_member (
  employer_uuid uuid not null references employer (employer_uuid),
  sub text not null unique references person (sub),
  role text not null default 'owner' check (role in ('owner', 'admin', 'approver', 'viewer')),
  created_at timestamptz not null,
  primary key (employer_uuid, sub)
);

create table contractor (
  sub text primary key references person (sub),
  permanent_address jsonb,
  mailing_address jsonb,
  personal_info_at timestamptz,
  documents_at timestamptz,
  verification text not null default 'UNVERIFIED' check (verification in ('UNVERIFIED', 'PENDING_REVIEW', 'VERIFIED', 'REJECTED')),
  verification_reason text,
  created_at timestamptz not null,
  version integer not null default 1
);

create table invitation (
  invitation_uuid uuid primary key,
  employer_uuid uuid not null references employer (employer_uuid),
  email text not null,
  contractor_sub text references person (sub),
  inviter_sub text not null references person (sub),
  role text not null default '',
  country_code text,
  pay_policy_uuid uuid,
  status text not null default 'INVITED' check (status in ('INVITED', 'ACCEPTED', 'OFFBOARDED', 'REJECTED')),
  token_hash bytea not null,
  datetime_invited timestamptz not null,
  link_sent_at timestamptz not null,
  expires_at timestamptz not null,
  answered_at timestamptz,
  removed_at timestamptz,
  version integer not null default 1,
  unique (invitation_uuid, employer_uuid)
);
-- One live invitation per employer and address; history keeps the ended ones.
create unique index invitation_live on invitation (employer_uuid, email) where status in ('INVITED', 'ACCEPTED') and removed_at is null;
create index invitation_by_contractor on invitation (contractor_sub);
create index invitation_by_email on invitation (email);
create unique index invitation_token on invitation (token_hash);
create index invitation_newest on invitation (employer_uuid, datetime_invited desc, invitation_uuid desc);

-- Metadata of stored files; the bytes are encrypted outside the database.
create table stored_file (
  file_uuid uuid primary key,
  employer_uuid uuid references employer (employer_uuid),
  contractor_sub text references person (sub),
  kind text not null,
  file_name text not null,
  mime_type text not null,
  size_bytes integer not null,
  sha256 text not null,
  created_at timestamptz not null,
  created_by text not null
);
create index stored_file_by_contractor on stored_file (contractor_sub);
create index stored_file_by_employer on stored_file (employer_uuid);

-- Everyone who opened a file is seen by its owner (design: Promises, 8).
create table file_read (
  file_uuid uuid not null references stored_file (file_uuid),
  reader_sub text not null,
  reader_role text not null,
  read_at timestamptz not null,
  primary key (file_uuid, read_at, reader_sub)
);

-- A document handed in for verification; the newest of a kind counts.
create table identity_document (
  document_uuid uuid primary key,
  employer_uuid uuid references employer (employer_uuid),
  contractor_sub text references person (sub),
  kind text not null,
  document_type text,
  residency text,
  file_uuid uuid not null references stored_file (file_uuid),
  status text not null default 'PENDING_REVIEW' check (status in ('PENDING_REVIEW', 'VERIFIED', 'REJECTED')),
  reason text,
  uploaded_at timestamptz not null,
  superseded_at timestamptz,
  check ((employer_uuid is null) <> (contractor_sub is null))
);
create unique index identity_document_current on identity_document (coalesce(employer_uuid::text, contractor_sub), kind) where superseded_at is null;

call app.protect('employer', $$employer_uuid = (select app.acting_employer())
  or ((select app.acting_role()) = 'contractor' and exists (select from invitation i where i.employer_uuid = employer.employer_uuid))$$);
call app.protect('employer_member', 'employer_uuid = (select app.acting_employer()) or sub = (select app.acting_sub())');
call app.protect('invitation', 'employer_uuid = (select app.acting_employer()) or contractor_sub = (select app.acting_sub())');
call app.protect('contractor', $$sub = (select app.acting_sub())
  or exists (select from invitation i where i.contractor_sub = contractor.sub and i.employer_uuid = (select app.acting_employer()))$$);
call app.protect('stored_file', 'employer_uuid = (select app.acting_employer()) or contractor_sub = (select app.acting_sub())');
call app.protect('file_read', 'exists (select from stored_file f where f.file_uuid = file_read.file_uuid)');
call app.protect('identity_document', 'employer_uuid = (select app.acting_employer()) or contractor_sub = (select app.acting_sub())');
call app.append_only('file_read');
call app.append_only('agreement');

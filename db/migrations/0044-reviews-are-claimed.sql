-- Who of the operators looks at whom, so that two do not look at one. It ends by itself some time after the last that they did.
create table review_claim (
  claim_uuid uuid primary key,
  employer_uuid uuid unique references employer (employer_uuid),
  contractor_sub text unique references contractor (sub),
  claimed_by text not null references person (sub),
  claimed_at timestamptz not null,
  active_at timestamptz not null check (active_at >= claimed_at),
  check ((employer_uuid is null) <> (contractor_sub is null))
);
call app.protect('review_claim', 'false');
create index review_claim_by on review_claim (claimed_by);
grant select, insert, update, delete on review_claim to corridor_operations;

-- That a document ends was announced, so many days before; of another day it is announced anew.
create table document_notice (
  document_uuid uuid not null references identity_document (document_uuid),
  expires_on date not null,
  days_before integer not null,
  announced_at timestamptz not null,
  primary key (document_uuid, expires_on, days_before)
);
call app.protect('document_notice', 'false');
grant select, insert on document_notice to corridor_operations;

-- Somebody was reminded of what is open of their onboarding, on a day since they signed up or accepted.
create table onboarding_reminder (
  contractor_sub text not null references contractor (sub),
  day integer not null,
  reminded_at timestamptz not null,
  primary key (contractor_sub, day)
);
call app.protect('onboarding_reminder', 'false');
grant select, insert on onboarding_reminder to corridor_operations;
create index contractor_signed_up on contractor (created_at, sub);

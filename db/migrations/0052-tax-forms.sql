-- A form that a contractor signed for a payer in the United States. Another of the same two takes its place; none is ever changed.
create table tax_form (
  form_uuid uuid primary key,
  contractor_sub text not null references contractor (sub),
  employer_uuid uuid not null references employer (employer_uuid),
  kind text not null check (kind in ('W-9', 'W-8BEN', 'W-8BEN-E')),
  -- What was answered, sealed: it holds tax numbers.
  answers text not null,
  -- SHA-256 of what was read before it was signed.
  text_sha256 text not null,
  file_uuid uuid not null references stored_file (file_uuid),
  signed_at timestamptz not null,
  valid_through date,
  superseded_at timestamptz,
  constraint sealed_tax_form_answers check (starts_with(answers, 'sealed:'))
);
create unique index tax_form_current on tax_form (contractor_sub, employer_uuid) where superseded_at is null;
create index tax_form_by_employer on tax_form (employer_uuid, contractor_sub);
call app.protect('tax_form', 'employer_uuid = (select app.acting_employer()) or contractor_sub = (select app.acting_sub())');
grant select, insert on tax_form to corridor_app;
grant update (superseded_at) on tax_form to corridor_app;

-- What a signed paper is asked about: whose it is, by the digest of its file; and who drafted and read it before it was signed, for its last page.
create index contract_signed_digest on contract (pdf_sha256) where status in ('ACTIVE', 'COMPLETED');

-- Who drafted a contract, and who of its two sides first opened which version of its document, from where. Signatures stand in contract_signature.
create table contract_step (
  contract_uuid uuid not null,
  employer_uuid uuid not null,
  contractor_sub text not null references person (sub),
  what text not null check (what in ('draft', 'read')),
  party text not null check (party in ('employer', 'contractor')),
  sub text not null references person (sub),
  name text not null,
  email text not null,
  address text not null,
  happened_at timestamptz not null,
  -- Of what was read; empty of a draft.
  pdf_sha256 text not null default '',
  primary key (contract_uuid, what, sub, pdf_sha256),
  foreign key (contract_uuid, employer_uuid) references contract (contract_uuid, employer_uuid)
);
call app.protect('contract_step', 'employer_uuid = (select app.acting_employer()) or contractor_sub = (select app.acting_sub())');
call app.append_only('contract_step');
grant select, insert on contract_step to corridor_app;
create index contract_step_employer on contract_step (employer_uuid);

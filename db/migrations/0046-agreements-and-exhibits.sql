-- Agreements that were signed elsewhere, whose terms the contractor confirms here (kind OUTSIDE); exhibits in rich text; clauses of a country.
alter table contract
  add column kind text not null default 'CORRIDOR' check (kind in ('CORRIDOR', 'OUTSIDE')),
  -- The agreement itself, where the employer attached it.
  add column agreement_file_uuid uuid references stored_file (file_uuid),
  -- How `exhibit_a` is read. What is there is plain text, and stays so.
  add column exhibit_format text not null default 'PLAIN' check (exhibit_format in ('PLAIN', 'MARKDOWN')),
  -- Which clauses of a country are added, with their version, such as `CA.1`; null for none.
  add column country_clauses text,
  add constraint contract_agreement_is_outside check (agreement_file_uuid is null or kind = 'OUTSIDE');

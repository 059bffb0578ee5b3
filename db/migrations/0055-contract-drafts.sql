-- What an employer typed of a contract's terms and has not put yet: as it was typed, so that anything may lack. It binds nobody. Its id is the
-- contract's that it becomes, or whose terms it is to change; a draft goes when its terms are put, or when it is discarded.
create table contract_draft (
  contract_uuid uuid primary key,
  employer_uuid uuid not null references employer (employer_uuid),
  contractor_sub text not null references person (sub),
  -- Counts what was saved, so that nobody writes over what they have not seen.
  version integer not null check (version > 0),
  -- Sealed: it holds what somebody is to earn and do.
  entry text not null,
  saved_at timestamptz not null,
  saved_by text not null references person (sub),
  constraint sealed_contract_draft_entry check (starts_with(entry, 'sealed:'))
);
create index contract_draft_pair on contract_draft (employer_uuid, contractor_sub);
call app.protect('contract_draft', 'employer_uuid = (select app.acting_employer())');
grant select, insert, delete on contract_draft to corridor_app;
grant update (version, entry, saved_at, saved_by) on contract_draft to corridor_app;

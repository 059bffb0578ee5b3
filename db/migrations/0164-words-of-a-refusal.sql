-- What somebody says when they decline an offer or reject a paper, sealed (decision 0146). The columns of before stay, since processes of before write them: a
-- nightly job seals what stands there, and what stands there is newer than what is sealed. The indexes hold nothing once all is sealed.
alter table contract add column sealed_decline_reason text constraint sealed_contract_sealed_decline_reason check (starts_with(sealed_decline_reason, 'sealed:'));
alter table contractor add column sealed_reason text constraint sealed_contractor_sealed_reason check (starts_with(sealed_reason, 'sealed:'));
alter table employer add column sealed_reason text constraint sealed_employer_sealed_reason check (starts_with(sealed_reason, 'sealed:'));
alter table identity_document add column sealed_reason text constraint sealed_identity_document_sealed_reason check (starts_with(sealed_reason, 'sealed:'));
grant update (sealed_reason) on employer to corridor_app;
create index contract_clear_words on contract (contract_uuid) where decline_reason <> '';
create index contractor_clear_words on contractor (sub) where verification_reason <> '';
create index employer_clear_words on employer (employer_uuid) where verification_reason <> '';
create index identity_document_clear_words on identity_document (document_uuid) where reason <> '';

-- Why a document was opened, beside by whom and when: its owner sees it. Empty for what was opened before this was kept.
alter table file_read add column purpose text not null default ''
  check (purpose in ('', 'own', 'verification', 'contract', 'report', 'tax'));

-- What somebody calls a document that they hand in may say who they are, or a number that stands in it. It is sealed; `file_name` is then
-- what kind of document it is. What was handed in before keeps its name.
alter table stored_file add column sealed_name text;
alter table stored_file add constraint sealed_stored_file_sealed_name check (starts_with(sealed_name, 'sealed:'));

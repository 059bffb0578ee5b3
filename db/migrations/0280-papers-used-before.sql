-- One paper of two people: what its number is like, as a keyed digest that tells nobody the number, and what its file holds (docs/decisions/0240-papers-used-before.md).
-- It is looked for when somebody is reviewed. Papers of before get theirs at the next start, and each night.
alter table identity_document add column number_index bytea;
create index identity_document_number on identity_document (number_index) where number_index is not null;
create index identity_document_unindexed on identity_document (document_uuid) where number is not null and number_index is null;
create index stored_file_content on stored_file (sha256) where contractor_sub is not null and removed_at is null;

-- A process of before writes another number and leaves the digest of the one before: then there is none until one is made. Another master key is no other
-- number: what it wraps stays (kernel/field-cipher.ts, boxOf).
create function app.forget_number_index() returns trigger language plpgsql as $$
begin
  if substr(split_part(new.number, ':', 3), 81) is distinct from substr(split_part(old.number, ':', 3), 81)
      and new.number_index is not distinct from old.number_index then
    new.number_index := null;
  end if;
  return new;
end $$;
create trigger number_index_forgotten before update on identity_document for each row execute function app.forget_number_index();

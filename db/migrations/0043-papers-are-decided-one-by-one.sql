-- Papers are decided one by one (docs/decisions/0054-papers-one-by-one.md): each with its reason, and of one version of it. What an identity document
-- says of itself stands beside it; its number is sealed, the day on which it ends is clear, because it is looked for.
alter table identity_document add column version integer not null default 1;
alter table identity_document add column reason_code text;
alter table identity_document add column decided_at timestamptz;
alter table identity_document add column number text;
alter table identity_document add column issuing_country text;
alter table identity_document add column citizenship text;
alter table identity_document add column expires_on date;
alter table identity_document add constraint sealed_identity_document_number check (starts_with(number, 'sealed:'));

-- A decision names the version that was opened: whatever changes what a paper is, or how it was decided, counts it up, by whichever process.
create function app.count_document() returns trigger language plpgsql as $$
begin
  if (new.status, new.superseded_at, new.document_type, new.residency, new.number, new.issuing_country, new.citizenship, new.expires_on)
      is distinct from (old.status, old.superseded_at, old.document_type, old.residency, old.number, old.issuing_country, old.citizenship, old.expires_on) then
    new.version := old.version + 1;
  end if;
  return new;
end $$;
create trigger counted before update on identity_document for each row execute function app.count_document();

-- Nobody accepts their own papers.
create function app.papers_verified_by_operators() returns trigger language plpgsql as $$
begin
  if new.status = 'VERIFIED' and (tg_op = 'INSERT' or old.status <> 'VERIFIED') and not pg_has_role(current_user, 'corridor_operations', 'usage') then
    raise exception 'nobody verifies their own papers' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger verified_by_operators before insert or update on identity_document for each row execute function app.papers_verified_by_operators();

-- The day on which the first of somebody's papers ends: their employers see it, who see no paper.
alter table contractor add column documents_expire_on date;
create index contractor_expiring on contractor (documents_expire_on, sub) where documents_expire_on is not null;
create index identity_document_expiring on identity_document (expires_on, document_uuid) where expires_on is not null and superseded_at is null;

create function app.keep_document_expiry() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  update contractor c set documents_expire_on = n.expires_on
    from (select t.contractor_sub, (select min(d.expires_on) from identity_document d
        where d.contractor_sub = t.contractor_sub and d.superseded_at is null) expires_on
      from (select distinct contractor_sub from touched where contractor_sub is not null) t) n
    where c.sub = n.contractor_sub and c.documents_expire_on is distinct from n.expires_on;
  return null;
end $$;
create trigger expiry_of_new after insert on identity_document referencing new table as touched
  for each statement execute function app.keep_document_expiry();
create trigger expiry_of_changed after update on identity_document referencing new table as touched
  for each statement execute function app.keep_document_expiry();

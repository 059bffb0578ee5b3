-- What lies in the database can be read by who has the master key alone (docs/decisions/0023). Personal values are sealed by the
-- server; here is that no clear one is written any more. Rows from before are sealed at the next start, which then validates
-- these constraints (src/server/kernel/seal-rows.ts).

select set_config('app.role', 'system', true);

-- A label shows the end of an account and not whose it is.
create temporary table relabelled on commit drop as
  select destination_uuid, contractor_sub, label was, currency || ' account ' || coalesce(substring(label from '••.*$'), '••') becomes
    from destination where kind = 'bank';
alter table destination_change disable trigger append_only;
update destination_change c
  set text = replace(replace(c.text, 'Bank account ' || r.was, r.becomes), r.was, r.becomes)
  from relabelled r where r.contractor_sub = c.contractor_sub and strpos(c.text, r.was) > 0;
alter table destination_change enable trigger append_only;
update payment p set destination_label = r.becomes from relabelled r
  where r.destination_uuid = p.destination_uuid and p.destination_label = r.was;
update destination d set label = r.becomes from relabelled r where r.destination_uuid = d.destination_uuid;

-- The key of blind indexes, sealed by the master key: made once and kept, so that an index outlives a change of the master key.
create table field_key (
  name text primary key,
  sealed text not null constraint sealed_field_key_sealed check (starts_with(sealed, 'sealed:'))
);
revoke update, delete, truncate on field_key from corridor_app;

alter table contractor alter column permanent_address type text using permanent_address::text;
alter table contractor alter column mailing_address type text using mailing_address::text;
alter table destination alter column bank type text using bank::text;

alter table person add constraint sealed_person_phone_number
  check (phone_number = '' or starts_with(phone_number, 'sealed:')) not valid;
alter table contractor add constraint sealed_contractor_permanent_address
  check (starts_with(permanent_address, 'sealed:')) not valid;
alter table contractor add constraint sealed_contractor_mailing_address
  check (starts_with(mailing_address, 'sealed:')) not valid;
alter table destination add constraint sealed_destination_bank check (starts_with(bank, 'sealed:')) not valid;

-- The same account twice is refused although nobody here can read it: a keyed hash of what tells accounts apart.
alter table destination add column bank_index bytea;
create unique index destination_account on destination (contractor_sub, bank_index) where bank_index is not null;

-- A kept answer is sealed, its input known by a keyed hash, and both are forgotten after 30 days. What was kept until now is
-- forgotten at once: whatever must not happen twice is known by an id of its own (docs/decisions/0011).
truncate idempotency_key;
alter table idempotency_key add constraint sealed_idempotency_key_response check (starts_with(response, 'sealed:'));
alter table idempotency_key alter column created_at drop default;
create index idempotency_key_past on idempotency_key (created_at);

-- What opens a link waits sealed, beside the payload.
alter table outbox_event add column secret text;
update outbox_event set secret = nullif(payload ->> 'secret', ''), payload = payload - 'secret'
  where payload ? 'secret' and delivered_at is null and not dead;
update outbox_event set payload = payload - 'secret' where payload ? 'secret';
alter table outbox_event add constraint sealed_outbox_event_secret check (starts_with(secret, 'sealed:')) not valid;
alter table outbox_event add constraint outbox_event_payload_without_secret check (not payload ? 'secret');

-- What an employer sees of a contractor whose relation ended, as long as it is ended: what was there at the end. Names, address
-- of mail and country stay searchable; the rest of the record is sealed.
create table ended_relation (
  employer_uuid uuid not null references employer (employer_uuid),
  contractor_sub text not null references person (sub),
  email text not null,
  first_name text not null,
  last_name text not null,
  country_code text,
  subdivision_code text,
  verification text not null,
  record text not null,
  ended_at timestamptz not null,
  primary key (contractor_sub, employer_uuid)
);
call app.protect('ended_relation', 'employer_uuid = (select app.acting_employer())');
-- Relations that ended before now are frozen now.
insert into ended_relation (employer_uuid, contractor_sub, email, first_name, last_name, country_code, subdivision_code,
    verification, record, ended_at)
  select distinct i.employer_uuid, p.sub, p.email, p.first_name, p.last_name, p.country_code, p.subdivision_code,
      c.verification, jsonb_build_object('preferred_name', p.preferred_name, 'phone_number', p.phone_number,
        'permanent_address', c.permanent_address::jsonb, 'mailing_address', c.mailing_address::jsonb)::text, now()
    from invitation i join person p on p.sub = i.contractor_sub join contractor c on c.sub = p.sub
    where i.status = 'OFFBOARDED' and not exists (select from invitation l
      where l.employer_uuid = i.employer_uuid and l.contractor_sub = i.contractor_sub and l.status = 'ACCEPTED' and l.removed_at is null);
alter table ended_relation add constraint sealed_ended_relation_record check (starts_with(record, 'sealed:')) not valid;

-- A person as the acting employer may see them: as they are, or as they were when their relation ended. For all others as they are.
create view person_seen with (security_invoker = true) as
  select p.sub, coalesce(x.email, p.email) email, coalesce(x.first_name, p.first_name) first_name,
      coalesce(x.last_name, p.last_name) last_name, case when x.contractor_sub is null then p.country_code else x.country_code end country_code,
      case when x.contractor_sub is null then p.subdivision_code else x.subdivision_code end subdivision_code, p.suspended_at,
      x.verification verification_at_end
    from person p left join ended_relation x on x.contractor_sub = p.sub and x.employer_uuid = (select app.acting_employer());

-- An employer sees the live rows of people in a live relation, or whose pay is still to come; no others.
drop policy tenant on contractor;
call app.protect('contractor', $$sub = (select app.acting_sub())
  or exists (select from invitation i where i.contractor_sub = contractor.sub and i.employer_uuid = (select app.acting_employer())
    and i.status in ('INVITED', 'ACCEPTED') and i.removed_at is null)
  or exists (select from line_item i where i.contractor_sub = contractor.sub and i.employer_uuid = (select app.acting_employer())
    and i.status in ('PENDING_APPROVAL', 'APPROVED'))$$);
drop policy tenant on destination;
call app.protect('destination', $$contractor_sub = (select app.acting_sub())
  or exists (select from invitation i where i.contractor_sub = destination.contractor_sub and i.employer_uuid = (select app.acting_employer())
    and i.status in ('INVITED', 'ACCEPTED') and i.removed_at is null)
  or exists (select from line_item i where i.contractor_sub = destination.contractor_sub and i.employer_uuid = (select app.acting_employer())
    and i.status in ('PENDING_APPROVAL', 'APPROVED'))$$);

-- A file whose bytes are gone: its row says that it was there. Superseded documents that nobody ever verified are removed some time
-- later; of those from before now nobody knows whether they were, so that they count as verified and stay.
alter table stored_file add column removed_at timestamptz;
alter table identity_document add column verified_at timestamptz;
update identity_document set verified_at = uploaded_at where status = 'VERIFIED' or superseded_at is not null;
create index identity_document_superseded on identity_document (superseded_at)
  where superseded_at is not null and verified_at is null;

-- The inbox of the demo is made where it is shown, and nowhere else.
drop table dev_mail;

-- Where nothing is clear, as in a new database, the laws hold from the start.
do $$
declare
  law record;
begin
  for law in select conrelid::regclass tbl, conname from pg_constraint where starts_with(conname, 'sealed_') and not convalidated loop
    begin
      execute format('alter table %s validate constraint %I', law.tbl, law.conname);
    exception when check_violation then null;
    end;
  end loop;
end $$;

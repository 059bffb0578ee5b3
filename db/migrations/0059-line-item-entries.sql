-- What somebody wrote on a line item beside the time that its contract gives: hours more or fewer, bonuses, expenses, adjustments and
-- agreed deductions (decision 0064). A line item is the sum of its entries, and the database holds it to that.
alter table line_item add column entries jsonb;

-- What entries of money add, in the smallest unit; an entry of time has hours and no amount of its own.
create function app.entries_minor(entries jsonb) returns bigint language sql immutable strict parallel safe
  return (select coalesce(sum((e ->> 'amount_minor')::bigint), 0)::bigint from jsonb_array_elements(entries) e);
create function app.entries_hours(entries jsonb) returns bigint language sql immutable strict parallel safe
  return (select coalesce(sum((e ->> 'hours_hundredths')::bigint), 0)::bigint from jsonb_array_elements(entries) e);
-- Those of money alone: what stays when the hours are worked out anew.
create function app.entries_of_money(entries jsonb) returns jsonb language sql immutable strict parallel safe
  return (select jsonb_agg(e order by n) from jsonb_array_elements(entries) with ordinality t(e, n) where e ->> 'hours_hundredths' is null);

grant execute on function app.pay_for(bigint, integer), app.entries_minor(jsonb), app.entries_hours(jsonb), app.entries_of_money(jsonb)
  to corridor_app;

alter table line_item add constraint line_item_sums_its_entries check (entries is null or (
  jsonb_typeof(entries) = 'array' and jsonb_array_length(entries) between 1 and 50
  and hours_hundredths = scheduled_hours_hundredths + app.entries_hours(entries)
  and amount_minor = app.pay_for(hourly_rate_minor, hours_hundredths) + app.entries_minor(entries)));

create trigger keep_approved_entries before update on line_item for each row
  when (old.status <> 'PENDING_APPROVAL' and old.entries is distinct from new.entries)
  execute function app.keep_approved_amount();

-- The same as before, but for entries: they change only while the item waits for approval.
create or replace function app.keep_approved_amount() returns trigger language plpgsql as $$
begin
  if old.status <> 'PENDING_APPROVAL' and (new.amount_minor, new.hours_hundredths, new.currency, new.contractor_sub, new.entries)
      is distinct from (old.amount_minor, old.hours_hundredths, old.currency, old.contractor_sub, old.entries) then
    raise exception 'a line item that is % keeps its amount', old.status using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- A deduction that an employer asks a contractor for. Only their yes makes it an entry; without one the item is paid without it.
create table deduction (
  deduction_uuid uuid primary key,
  employer_uuid uuid not null,
  line_item_uuid uuid not null,
  contractor_sub text not null references person (sub),
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  words text not null check (length(words) between 1 and 500),
  asked_by text not null references person (sub),
  asked_at timestamptz not null,
  answer_by date not null,
  status text not null default 'ASKED' check (status in ('ASKED', 'AGREED', 'DECLINED', 'WITHDRAWN')),
  ended_at timestamptz,
  check ((status = 'ASKED') = (ended_at is null)),
  foreign key (line_item_uuid, employer_uuid) references line_item (line_item_uuid, employer_uuid)
);
create index deduction_by_item on deduction (line_item_uuid, asked_at);
create index deduction_by_contractor on deduction (contractor_sub, asked_at);
call app.protect('deduction', 'employer_uuid = (select app.acting_employer()) or contractor_sub = (select app.acting_sub())');
-- What was asked stays as it was asked, and what was answered is answered.
create function app.keep_deduction() returns trigger language plpgsql as $$
begin
  if old.status <> 'ASKED' or (to_jsonb(new) - '{status,ended_at}'::text[]) is distinct from (to_jsonb(old) - '{status,ended_at}'::text[]) then
    raise exception 'a deduction stays as it was asked and answered' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger keep_deduction before update on deduction for each row execute function app.keep_deduction();
grant select, insert on deduction to corridor_app;
grant update (status, ended_at) on deduction to corridor_app;

-- What happened to one line item by itself, such as an edit: the item's page tells it.
create index audit_entry_of_one_item on audit_entry ((entity_uuids[1]), seq)
  where entity in ('line_item', 'deduction') and cardinality(entity_uuids) = 1;

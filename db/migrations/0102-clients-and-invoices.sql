-- Clients of contractors and what they are invoiced (decision 0097). Corridor moves none of this money: a client pays the contractor.

create table client (
  client_uuid uuid primary key,
  contractor_sub text not null references contractor (sub),
  -- Whom to write to; the company may have no name of its own.
  client_name text not null,
  company_name text not null,
  email text not null,
  -- Sealed: telephone, address and tax number.
  details text not null,
  currency text not null,
  created_at timestamptz not null,
  archived_at timestamptz,
  unique (client_uuid, contractor_sub),
  constraint sealed_client_details check (starts_with(details, 'sealed:'))
);
create index client_of_contractor on client (contractor_sub, client_uuid);
call app.protect('client', 'contractor_sub = (select app.acting_sub())');
grant select, insert, update on client to corridor_app;

-- Numbered without a gap per contractor and year when it is sent; whatever was sent stays as it was, and only its payments and its end follow.
create table invoice (
  invoice_uuid uuid primary key,
  contractor_sub text not null references contractor (sub),
  client_uuid uuid,
  kind text not null check (kind in ('CREDIT_NOTE', 'INVOICE')),
  status text not null check (status in ('CREATED', 'PAID', 'PARTIALLY_PAID', 'SENT', 'VOID')),
  start_date date,
  end_date date,
  due_date date,
  currency text not null,
  client_pays_transaction_fees boolean not null,
  fee_minor bigint not null check (fee_minor >= 0),
  tax_bps integer not null check (tax_bps between 0 and 10000),
  total_minor bigint not null check (total_minor >= 0),
  paid_minor bigint not null default 0 check (paid_minor between 0 and total_minor),
  -- What the contractor wrote on it, and their tax number: sealed, and of one that was sent both parties and every way to pay as well.
  record text not null,
  year integer,
  number integer check (number > 0),
  number_text text,
  issued_on date,
  sent_on timestamptz,
  -- Counts what was saved, so that nobody writes over what they have not seen.
  version integer not null check (version > 0),
  created_at timestamptz not null,
  saved_at timestamptz not null,
  unique (contractor_sub, year, number),
  unique (invoice_uuid, contractor_sub),
  foreign key (client_uuid, contractor_sub) references client (client_uuid, contractor_sub),
  constraint sealed_invoice_record check (starts_with(record, 'sealed:')),
  check (num_nulls(year, number, number_text, issued_on, sent_on) in (0, 5)),
  check (case status when 'CREATED' then number is null when 'VOID' then true else number is not null end),
  check (number is null or num_nulls(client_uuid, start_date, end_date, due_date) = 0),
  check (status <> 'PAID' or paid_minor = total_minor),
  check (status <> 'PARTIALLY_PAID' or paid_minor between 1 and total_minor - 1),
  check (status <> 'SENT' or paid_minor = 0)
);
create index invoice_newest on invoice (contractor_sub, created_at desc, invoice_uuid desc);
create index invoice_of_client on invoice (client_uuid) where client_uuid is not null;
call app.protect('invoice', 'contractor_sub = (select app.acting_sub())');
grant select, insert, update on invoice to corridor_app;

create table invoice_item (
  invoice_uuid uuid not null,
  contractor_sub text not null,
  position integer not null check (position >= 0),
  description text not null,
  amount_minor bigint not null check (amount_minor >= 0),
  apply_taxes boolean not null,
  primary key (invoice_uuid, position),
  foreign key (invoice_uuid, contractor_sub) references invoice (invoice_uuid, contractor_sub)
);
call app.protect('invoice_item', 'contractor_sub = (select app.acting_sub())');
grant select, insert, delete on invoice_item to corridor_app;

-- What was sent is what the client has: neither it nor its items change, and its number stays its own.
create function app.keep_sent_invoice() returns trigger language plpgsql as $$
begin
  if (to_jsonb(new) - '{status,paid_minor,version,saved_at,record}'::text[]) is distinct from (to_jsonb(old) - '{status,paid_minor,version,saved_at,record}'::text[])
      or new.status = 'CREATED' then
    raise exception 'an invoice that was sent stays as it was sent' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger keep_sent before update on invoice for each row when (old.number is not null) execute function app.keep_sent_invoice();
create function app.keep_sent_items() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (select from invoice i where i.invoice_uuid = coalesce(new.invoice_uuid, old.invoice_uuid) and i.number is not null) then
    raise exception 'the items of an invoice that was sent stay' using errcode = 'restrict_violation';
  end if;
  return coalesce(new, old);
end $$;
create trigger keep_sent before insert or update or delete on invoice_item for each row execute function app.keep_sent_items();

-- Links by which a client sees one invoice and nothing beside it. Of a token the digest is kept; several may be open, all stop together.
create table invoice_link (
  link_uuid uuid primary key,
  invoice_uuid uuid not null,
  contractor_sub text not null,
  token_hash bytea not null unique check (length(token_hash) = 32),
  made_at timestamptz not null,
  revoked_at timestamptz,
  opened_at timestamptz,
  foreign key (invoice_uuid, contractor_sub) references invoice (invoice_uuid, contractor_sub)
);
create index invoice_link_of on invoice_link (invoice_uuid);
call app.protect('invoice_link', 'contractor_sub = (select app.acting_sub())');
-- No contractor finds a link by its digest; who has a link is nobody's tenant.
grant select (link_uuid, invoice_uuid, contractor_sub, made_at, revoked_at, opened_at) on invoice_link to corridor_app;
grant insert on invoice_link to corridor_app;
grant update (revoked_at) on invoice_link to corridor_app;
grant select (token_hash) on invoice_link to corridor_operations;
grant update (opened_at) on invoice_link to corridor_operations;

-- Deposits: an address of a chain for each company, what it is paid there, and what of that is somebody's work (docs/decisions/0179).

-- The addresses whose receipts are kept; whose they are stands in deposit_address, and no rail knows it.
create table bitcoin_rail.watched (
  script text primary key check (script ~ '^[0-9a-f]+$'),
  address text not null unique
);

-- What such an address was paid, from a bound on. Without a height no block holds it; `gone_from` is then the block in which it stood. `taken`: it was told to
-- us, and kept. Spent as the treasury's coins are: by whoever holds the private key, which is never here.
create table bitcoin_rail.deposit (
  txid text not null check (txid ~ '^[0-9a-f]{64}$'),
  vout integer not null check (vout >= 0),
  number bigint not null generated always as identity unique,
  script text not null references bitcoin_rail.watched,
  value_sat bigint not null check (value_sat > 0),
  height integer,
  gone_from integer,
  spent_by text,
  spent_height integer,
  taken boolean not null default false,
  primary key (txid, vout),
  constraint deposit_spent check ((spent_by is null) = (spent_height is null)),
  constraint deposit_gone check ((height is null) = (gone_from is not null))
);
create index deposit_height on bitcoin_rail.deposit (height);
create index deposit_due on bitcoin_rail.deposit (height, number) where not taken and height is not null;
create index deposit_lost on bitcoin_rail.deposit (number) where taken and height is null;
create index deposit_of on bitcoin_rail.deposit (script, number desc);
create index deposit_spent_in on bitcoin_rail.deposit (spent_height) where spent_height is not null;

-- What is below that bound, an address and block at a time: thousands of outputs are one row.
create table bitcoin_rail.dust (
  script text not null references bitcoin_rail.watched,
  height integer not null references bitcoin_rail.block on delete cascade,
  outputs integer not null check (outputs > 0),
  value_sat bigint not null check (value_sat > 0),
  primary key (script, height)
);
create index dust_in on bitcoin_rail.dust (height);

-- A process of before keeps blocks and looks for no deposits: what it kept is read again. Before this there was no address.
alter table bitcoin_rail.block add column for_deposits boolean not null default true;
alter table bitcoin_rail.block alter column for_deposits set default false;
create index block_unread on bitcoin_rail.block (height) where not for_deposits;

-- A block that is forgotten takes its deposits back, whichever process forgets it.
create function bitcoin_rail.take_deposits_back() returns trigger language plpgsql set search_path = bitcoin_rail, pg_temp as $$
begin
  update deposit d set height = null, gone_from = b.height from gone b where d.height = b.height;
  update deposit d set spent_by = null, spent_height = null from gone b where d.spent_height = b.height;
  return null;
end $$;
create trigger take_deposits_back after delete on bitcoin_rail.block referencing old table as gone
  for each statement execute function bitcoin_rail.take_deposits_back();

grant select, insert, update on bitcoin_rail.watched, bitcoin_rail.deposit, bitcoin_rail.dust to corridor_app;

-- Whose address is whose: one for a company, currency and extended key, the n-th that this key makes.
create table deposit_address (
  address text primary key,
  employer_uuid uuid not null references employer (employer_uuid),
  network text not null,
  currency text not null,
  derived_by text not null,
  number integer not null check (number >= 0),
  given_at timestamptz not null,
  constraint deposit_address_once unique (employer_uuid, network, currency, derived_by),
  constraint deposit_address_number unique (derived_by, number)
);
call app.protect('deposit_address', 'employer_uuid = (select app.acting_employer())');
call app.append_only('deposit_address');
grant select, insert on deposit_address to corridor_app;

-- By which number a key makes its next address, without a gap: wallets stop looking after twenty that were never paid.
create table deposit_key (
  derived_by text primary key,
  next_number integer not null default 0 check (next_number >= 0)
);
grant select, insert, update (next_number) on deposit_key to corridor_app;

-- What of deposits is somebody's work: booked and in no block any more; taken back as lost and in blocks after all; not booked though it could be; dust of an
-- address. One row for each, which opens again; `closed_outputs` is how many there were when it was closed.
create table deposit_doubt (
  doubt_uuid uuid primary key,
  kind text not null check (kind in ('LOST', 'BACK', 'NOT_BOOKED', 'DUST')),
  reference text not null,
  address text not null references deposit_address (address),
  amount_minor bigint not null check (amount_minor > 0),
  outputs integer not null check (outputs > 0),
  noted_at timestamptz not null,
  closed_at timestamptz,
  closed_by text references person (sub),
  closed_outputs integer not null default 0,
  words text not null default '' check (length(words) <= 500),
  constraint deposit_doubt_once unique (kind, reference),
  constraint deposit_doubt_closed check (closed_by is null or closed_at is not null)
);
create index deposit_doubt_open on deposit_doubt (noted_at, doubt_uuid) where closed_at is null;
call app.protect('deposit_doubt', 'false');
grant select, insert, update (amount_minor, outputs, noted_at, closed_at, closed_by, closed_outputs, words) on deposit_doubt to corridor_operations;

-- What a chain booked was closed by nobody.
alter table funding_notice drop constraint funding_notice_closed;
alter table funding_notice add constraint funding_notice_closed check (
  (closed_by is null or closed_at is not null) and (closed_at is null or closed_by is not null or funding_uuid is not null));
alter table funding_request drop constraint funding_request_closed;
alter table funding_request add constraint funding_request_closed check (
  (status = 'REQUESTED') = (closed_at is null) and (closed_by is null or closed_at is not null) and (closed_at is null or closed_by is not null or status = 'RECEIVED'));

-- What chains booked, which is held against their books.
create index funding_of_chain on funding (reference) where reference ~ '^[0-9a-f]{64}:[0-9]+$';
create index suspense_receipt_of_chain on suspense_receipt (reference) where reference ~ '^[0-9a-f]{64}:[0-9]+$';

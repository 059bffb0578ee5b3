-- What our banks say was on their accounts, day by day, held against the books. Nothing here moves money.
-- By currency: from which day on the bank is compared with the books, and what the books had there before it.
create table bank_book (
  currency text primary key,
  began_on date not null,
  before_minor bigint not null
);
call app.protect('bank_book', 'false');
grant select on bank_book to corridor_operations;

-- A statement of one of our accounts, as it was read: once, whole, and no day of an account twice.
create table bank_statement (
  statement_uuid uuid primary key,
  account text not null,
  currency text not null references bank_book (currency),
  -- The bank's id of it.
  report_id text not null check (length(report_id) <= 100),
  from_day date not null,
  to_day date not null,
  opening_minor bigint not null,
  closing_minor bigint not null,
  entries integer not null,
  file_uuid uuid not null references stored_file (file_uuid),
  file_sha256 text not null check (file_sha256 ~ '^[0-9a-f]{64}$'),
  read_by text not null references person (sub),
  read_at timestamptz not null,
  constraint bank_statement_days check (from_day <= to_day),
  constraint bank_statement_day_once exclude using gist (account with =, currency with =, daterange(from_day, to_day, '[]') with &&)
);
create index bank_statement_newest on bank_statement (currency, to_day desc, statement_uuid);
create index bank_statement_file on bank_statement (file_sha256);
call app.protect('bank_statement', 'false');
call app.append_only('bank_statement');
grant select, insert on bank_statement to corridor_operations;

-- What was booked on an account: above zero what came, below zero what went. `match_uuid` is that of the rows of the books that are the same
-- money; null until they are found.
create table bank_entry (
  entry_uuid uuid primary key,
  statement_uuid uuid not null references bank_statement (statement_uuid),
  line integer not null,
  currency text not null,
  minor bigint not null check (minor <> 0),
  day date not null,
  -- Of money that came back to us.
  returned boolean not null,
  bank_reference text,
  reference text,
  -- The payment, or the file of payments, that it names by our own reference.
  payment_uuid uuid references payment (payment_uuid),
  batch_uuid uuid references bank_batch (batch_uuid),
  -- The other side and its words, as the bank says them.
  party text not null constraint sealed_bank_entry_party check (party = '' or starts_with(party, 'sealed:')),
  match_uuid uuid,
  matched_at timestamptz,
  unique (statement_uuid, line),
  constraint bank_entry_matched_whole check ((match_uuid is null) = (matched_at is null))
);
create index bank_entry_open on bank_entry (currency, day, entry_uuid) where match_uuid is null;
create index bank_entry_day on bank_entry (currency, day);
create index bank_entry_match on bank_entry (match_uuid) where match_uuid is not null;
create index bank_entry_payment on bank_entry (payment_uuid) where payment_uuid is not null;
create index bank_entry_batch on bank_entry (batch_uuid) where batch_uuid is not null;
call app.protect('bank_entry', 'false');
grant select, insert, update (match_uuid, matched_at, party) on bank_entry to corridor_operations;

-- What the books moved to or from the outside since a currency is compared, in the bank's sign. A trigger keeps it, so that no transfer is
-- forgotten, whoever posts it.
create table bank_movement (
  transfer_uuid uuid primary key,
  currency text not null references bank_book (currency),
  minor bigint not null check (minor <> 0),
  -- When the money moved by what the books say: the day of a receipt or of the entry that is booked, else that of the booking.
  day date not null,
  code text not null,
  subject_uuid uuid,
  match_uuid uuid,
  matched_at timestamptz,
  constraint bank_movement_matched_whole check ((match_uuid is null) = (matched_at is null))
);
create index bank_movement_open on bank_movement (currency, day, transfer_uuid) where match_uuid is null;
create index bank_movement_day on bank_movement (currency, day);
create index bank_movement_match on bank_movement (match_uuid) where match_uuid is not null;
call app.protect('bank_movement', 'false');
grant select, update (match_uuid, matched_at) on bank_movement to corridor_operations;

-- A difference that two operators explained: it is none any more while its amount stays what it was.
create table bank_explanation (
  subject text not null check (length(subject) <= 200),
  amount_minor bigint not null,
  currency text not null,
  kind text not null check (kind in ('UNKNOWN', 'NOT_BOOKED', 'AMOUNT', 'NOT_SHOWN', 'IN_FLIGHT', 'OPENING', 'GAP', 'MISSING')),
  words text not null check (length(words) between 1 and 500),
  asked_by text not null references person (sub),
  explained_by text not null references person (sub),
  explained_at timestamptz not null,
  explanation_uuid uuid not null unique,
  primary key (subject, amount_minor),
  constraint bank_explanation_by_two check (asked_by <> explained_by)
);
create index bank_explanation_newest on bank_explanation (explained_at desc, explanation_uuid desc);
call app.protect('bank_explanation', 'false');
call app.append_only('bank_explanation');
grant select, insert on bank_explanation to corridor_operations;

-- What a bank's entry was booked as, where no other book is for it.
create table bank_booking (
  entry_uuid uuid primary key references bank_entry (entry_uuid),
  booked_as text not null check (booked_as in ('COST', 'EXCHANGE')),
  words text not null check (length(words) between 1 and 500),
  asked_by text not null references person (sub),
  booked_by text not null references person (sub),
  booked_at timestamptz not null,
  constraint bank_booking_by_two check (asked_by <> booked_by)
);
call app.protect('bank_booking', 'false');
call app.append_only('bank_booking');
grant select, insert on bank_booking to corridor_operations;

-- Transfers to and from the outside in the bank's sign, with their days: what both of the functions below keep.
create view app.outside_movement as
  select t.transfer_uuid, t.currency, case when f.kind = 'outside' then t.amount_minor else -t.amount_minor end minor,
      coalesce(d.received_on, r.received_on, e.day, (t.created_at at time zone 'UTC')::date) as day, t.code, t.subject_uuid
    from ledger_transfer t join ledger_account f on f.account_id = t.from_account join ledger_account o on o.account_id = t.to_account
      left join funding d on t.code = 'funding_received' and d.funding_uuid = t.subject_uuid
      left join suspense_receipt r on t.code = 'receipt_suspended' and r.receipt_uuid = t.subject_uuid
      left join bank_entry e on t.code in ('bank_cost', 'bank_exchanged') and e.entry_uuid = t.subject_uuid
    where t.state in ('POSTED', 'POST') and 'outside' in (f.kind, o.kind);

create function app.note_bank_movements() returns trigger language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if not exists (select from bank_book) then return null; end if;
  with moved as (
    select v.transfer_uuid, v.currency, v.minor, v.day, v.code, v.subject_uuid, b.began_on
      from made m join app.outside_movement v using (transfer_uuid) join bank_book b on b.currency = v.currency
  ), noted as (
    insert into bank_movement (transfer_uuid, currency, minor, day, code, subject_uuid)
      select transfer_uuid, currency, minor, day, code, subject_uuid from moved where day >= began_on
  )
  update bank_book b set before_minor = b.before_minor + s.minor
    from (select currency, sum(minor)::bigint minor from moved where day < began_on group by 1) s where s.currency = b.currency;
  return null;
end $$;
create trigger bank_movements after insert on ledger_transfer referencing new table as made
  for each statement execute function app.note_bank_movements();

-- Begins to compare a currency from a day on, once; answers from which day it is compared. Whoever moves money outside meanwhile waits, as
-- for any posting, and is noted by the trigger after.
create function app.begin_bank_book(of_currency text, from_day date) returns date
  language plpgsql security definer set search_path = public, app, pg_temp as $$
declare
  began date;
begin
  perform app.open_accounts(array['platform'], array[null]::uuid[], array['outside'], array[of_currency], array[true]);
  perform 1 from ledger_account where owner = 'platform' and kind = 'outside' and currency = of_currency for no key update;
  select began_on into began from bank_book where currency = of_currency;
  if found then return began; end if;
  insert into bank_book (currency, began_on, before_minor) values (of_currency, from_day, 0);
  insert into bank_movement (transfer_uuid, currency, minor, day, code, subject_uuid)
    select v.transfer_uuid, v.currency, v.minor, v.day, v.code, v.subject_uuid from app.outside_movement v
      where v.currency = of_currency and v.day >= from_day;
  update bank_book set before_minor = (select coalesce(sum(v.minor), 0) from app.outside_movement v where v.currency = of_currency and v.day < from_day)
    where currency = of_currency;
  return from_day;
end $$;
grant execute on function app.begin_bank_book(text, date) to corridor_operations;

alter table approval_step drop constraint approval_step_kind_check;
alter table approval_step add constraint approval_step_kind_check check (kind in ('book_funding', 'execute_payments', 'mend_payments', 'request_funds',
  'schedule_conversion', 'match_receipt', 'refund_receipt', 'reverse_funding', 'explain_difference', 'book_bank_entry', 'approve_pay'));
alter table moved_alone drop constraint moved_alone_kind_check;
alter table moved_alone add constraint moved_alone_kind_check check (kind in ('book_funding', 'execute_payments', 'mend_payments', 'request_funds',
  'schedule_conversion', 'match_receipt', 'refund_receipt', 'reverse_funding', 'explain_difference', 'book_bank_entry'));

-- What a bank says came in and names no employer by its reference. Its money lies in a suspense account of its currency until it is known
-- whose it is, or it went back to the account that paid.
create table suspense_receipt (
  receipt_uuid uuid primary key,
  -- The bank's, as of what is booked: one receipt however it is capitalised.
  reference text not null,
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  received_on date not null,
  -- Who paid, from which account and with which words, as the bank says it.
  payer text not null constraint sealed_suspense_receipt_payer check (payer = '' or starts_with(payer, 'sealed:')),
  funding_file_uuid uuid not null references funding_file (funding_file_uuid),
  booked_at timestamptz not null,
  status text not null check (status in ('OPEN', 'MATCHED', 'REFUNDED')),
  funding_uuid uuid unique references funding (funding_uuid),
  -- Of the order by which it went back.
  refund_reference text,
  words text not null default '' check (length(words) <= 500),
  closed_by text references person (sub),
  closed_at timestamptz,
  constraint suspense_closed check ((status = 'OPEN') = (closed_at is null) and (closed_by is null) = (closed_at is null)),
  constraint suspense_matched check ((status = 'MATCHED') = (funding_uuid is not null)),
  constraint suspense_refunded check ((status = 'REFUNDED') = (refund_reference is not null))
);
create unique index suspense_receipt_reference on suspense_receipt (lower(reference));
create index suspense_receipt_newest on suspense_receipt (booked_at desc, receipt_uuid desc);
create index suspense_receipt_file on suspense_receipt (funding_file_uuid);
call app.protect('suspense_receipt', 'false');
grant select, insert, update (status, funding_uuid, refund_reference, words, closed_by, closed_at, payer) on suspense_receipt to corridor_operations;

-- The employer of a reference: its last 60 bits (domain/ledger/creditor-reference.ts).
create index employer_by_reference on employer (right(replace(employer_uuid::text, '-', ''), 15));
create index employer_corporation_alike on employer using gin (lower(corporation_name) gin_trgm_ops);
create index employer_business_alike on employer using gin (lower(business_name) gin_trgm_ops);

alter table approval_step drop constraint approval_step_kind_check;
alter table approval_step add constraint approval_step_kind_check check (kind in ('book_funding', 'execute_payments', 'mend_payments', 'request_funds',
  'schedule_conversion', 'match_receipt', 'refund_receipt', 'approve_pay'));
alter table moved_alone drop constraint moved_alone_kind_check;
alter table moved_alone add constraint moved_alone_kind_check check (kind in ('book_funding', 'execute_payments', 'mend_payments', 'request_funds',
  'schedule_conversion', 'match_receipt', 'refund_receipt'));

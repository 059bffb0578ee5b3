-- Tokens that left a treasury by nothing of ours (docs/decisions/0197).
-- What it has to hold beside all that it sent, what it and that came to when it was last read, whether that was too little, and what was found missing for good.
alter table token_rail.purse add column expected bigint not null default 0, add column known bigint not null default 0,
  add column short boolean not null default false, add column missing bigint not null default 0 check (missing >= 0);

-- Up to how much of what is missing two operators explained.
create table token_rail.explained (
  network text not null,
  currency text not null,
  missing bigint not null check (missing > 0),
  -- And how much of that these two did.
  amount bigint not null check (amount > 0),
  words text not null,
  asked_by text not null,
  explained_by text not null,
  explained_at timestamptz not null,
  primary key (network, currency, missing),
  constraint explained_by_two check (asked_by <> explained_by)
);
grant select, insert on token_rail.explained to corridor_app;

alter table approval_step drop constraint approval_step_kind_check;
alter table approval_step add constraint approval_step_kind_check check (kind in ('book_funding', 'execute_payments', 'mend_payments', 'request_funds',
  'schedule_conversion', 'match_receipt', 'refund_receipt', 'reverse_funding', 'explain_difference', 'book_bank_entry', 'explain_missing', 'approve_pay'));
alter table moved_alone drop constraint moved_alone_kind_check;
alter table moved_alone add constraint moved_alone_kind_check check (kind in ('book_funding', 'execute_payments', 'mend_payments', 'request_funds',
  'schedule_conversion', 'match_receipt', 'refund_receipt', 'reverse_funding', 'explain_difference', 'book_bank_entry', 'explain_missing'));

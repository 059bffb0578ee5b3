-- A receipt that was booked wrongly is taken back by an entry the other way round, with a reason and by two operators. The receipt itself stays.
create table funding_reversal (
  funding_uuid uuid primary key references funding (funding_uuid),
  employer_uuid uuid not null references employer (employer_uuid),
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  reason text not null check (length(reason) between 1 and 500),
  reversed_by text not null references person (sub),
  reversed_at timestamptz not null
);
create index funding_reversal_of_employer on funding_reversal (employer_uuid);
call app.protect('funding_reversal', 'employer_uuid = (select app.acting_employer())');
call app.append_only('funding_reversal');
grant select on funding_reversal to corridor_app;
grant insert on funding_reversal to corridor_operations;

alter table approval_step drop constraint approval_step_kind_check;
alter table approval_step add constraint approval_step_kind_check check (kind in ('book_funding', 'execute_payments', 'mend_payments', 'request_funds',
  'schedule_conversion', 'match_receipt', 'refund_receipt', 'reverse_funding', 'approve_pay'));
alter table moved_alone drop constraint moved_alone_kind_check;
alter table moved_alone add constraint moved_alone_kind_check check (kind in ('book_funding', 'execute_payments', 'mend_payments', 'request_funds',
  'schedule_conversion', 'match_receipt', 'refund_receipt', 'reverse_funding'));

-- An employer reads what moved of its own, which the policy of the table says.
grant select on ledger_transfer to corridor_app;

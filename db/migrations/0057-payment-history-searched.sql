-- What the history of payments is looked through by. A column that only says something once a payment is over leaves the steps before that
-- to be updates in place (0029): its index sees no change.
alter table payment
  add column ended_reference text generated always as (case when status in ('SETTLED', 'CANCELLED') then lower(reference) end) stored,
  add column ended_amounts bigint[] generated always as
    (case when status in ('SETTLED', 'CANCELLED') then array[source_minor, coalesce(promised_minor, source_minor), coalesce(amount_minor, source_minor)] end) stored,
  add column is_cancelled boolean not null generated always as (status = 'CANCELLED') stored;
create index payment_history_of_employer on payment (employer_uuid, pay_date, payment_uuid) where is_over;
create index payment_history_of_network on payment (network, pay_date, payment_uuid) where is_over;
create index payment_history_cancelled on payment (pay_date, payment_uuid) where is_cancelled;
create index payment_history_reference on payment (ended_reference text_pattern_ops) where ended_reference is not null;
create index payment_history_amount on payment using gin (ended_amounts) where is_over;

-- Of what came by a chain the transaction by which it went back: of one receipt, whoever records it. What was recorded before says it in its reference alone, and is
-- asked for there as well.
alter table suspense_receipt add column refund_transaction text unique,
  add constraint suspense_refunded_by check (refund_transaction is null or status = 'REFUNDED' and not apart and refund_transaction = refund_reference);
grant update (refund_transaction) on suspense_receipt to corridor_operations;

-- Batches of the sandbox go through the states of real ones by steps that are asked for (decision 0190). Nothing pays their rows, so
-- that where each stands is kept; none is INVITED. And once all of a batch arrived its company is told so, once.
alter table payment_batch_row add column simulated text
  check (simulated in ('FAILED', 'HELD', 'DECLINED', 'INVITED', 'WAITING', 'APPROVED', 'SENT', 'SETTLED', 'CANCELLED'));
alter table payment_batch_row add constraint payment_batch_row_paid_or_simulated check (simulated is null or line_item_uuid is null);
grant update (simulated) on payment_batch_row to corridor_app;
alter table payment_batch add column settled_told_at timestamptz;
grant update (settled_told_at) on payment_batch to corridor_operations;

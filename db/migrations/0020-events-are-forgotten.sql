-- What was delivered is kept for 30 days, for who asks why, and then forgotten.
create index outbox_event_delivered on outbox_event (delivered_at) where delivered_at is not null;
grant delete on outbox_event to corridor_operations;

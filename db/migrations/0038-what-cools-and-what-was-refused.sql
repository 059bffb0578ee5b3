-- Till when a cycle's pay waits for an account that is new, without looking at its other payments. Steps of a payment leave the column as it is.
create index payment_cooling on payment (cycle_uuid) where hold_reason = 'DESTINATION_COOLING';

-- Since when a bank account is out of use because a payment to it failed or came back: it is not offered to be used again.
alter table destination add column refused_at timestamptz;

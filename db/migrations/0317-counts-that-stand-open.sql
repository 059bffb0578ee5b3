-- Of which cycles something waits is asked across all of them, by the counts that are kept of each. Whether a count says so is a column of its own: it changes with the first and the last of
-- what it counts, so that an index of what is open is not written by each step of a payment between, and the planner knows how few they are.
alter table cycle_count add column is_waiting boolean not null generated always as (mark = 'ITEM PENDING_APPROVAL' and items > 0) stored;
create index cycle_count_waiting on cycle_count (cycle_uuid) where is_waiting;

alter table payment_count add column is_open boolean not null generated always as (payments > 0 and status not in ('SETTLED', 'CANCELLED')) stored;
create index payment_count_open on payment_count (status, cycle_uuid) where is_open;

-- Whose lane a transaction in tokens takes (docs/decisions/0226): an address that was set in the place of another has nonces of its own, and says nothing of what waits for that one.
-- Null of what was made before; of what is signed whoever follows the chain finds it.
alter table token_rail.transaction add column treasury text;
alter table token_rail.transaction drop constraint transaction_network_lane_lane_value_key;
create unique index transaction_lane_value on token_rail.transaction (network, lane, lane_value, coalesce(treasury, ''));
drop index token_rail.transaction_under_way;
create unique index transaction_under_way on token_rail.transaction (network, lane, coalesce(treasury, '')) where ended_at is null;
create index transaction_of_nobody on token_rail.transaction (network, number) where treasury is null and raw is not null;

-- No index on what every step of a payment changes (0029), also none whose condition asks for its status: since there was one, each of a
-- payment's steps wrote its row into every index anew. Whether something is wrong changes when it goes wrong.
alter table payment add column is_wrong boolean not null generated always as (status in ('UNKNOWN', 'RETURNED', 'FAILED')) stored;
drop index payment_wrong;
create index payment_wrong on payment (payment_uuid) where is_wrong;

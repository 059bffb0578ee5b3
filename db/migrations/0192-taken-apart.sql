-- A credit that was booked whole gives way to its parts where two operators say so (decision 0162): what was taken back as such is not counted among what
-- is known of its reference, once the bank tells of it otherwise. Who does not know of it writes none, and goes on to take the parts for known.
alter table funding_reversal add column apart boolean not null default false;
alter table suspense_receipt add column apart boolean not null default false constraint suspense_apart check (not apart or status = 'REFUNDED');
grant update (apart) on suspense_receipt to corridor_operations;

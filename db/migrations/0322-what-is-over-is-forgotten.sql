-- What nobody asks for any more is forgotten each night, slice by slice (decision 0258).
create index webhook_delivery_delivered on webhook_delivery (tried_at) where status = 'DELIVERED';
create index webhook_delivery_of on webhook_delivery (webhook_uuid, tried_at) where status = 'DELIVERED';
create index webhook_removed on webhook (removed_at) where removed_at is not null;
grant delete on webhook_delivery to corridor_operations;

create index session_seen on session (last_seen_at);
grant delete on session to corridor_operations;

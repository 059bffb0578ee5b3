-- How often somebody asked for it to be sent again: what a try of before that comes to is nothing of it any more (decision 0191).
alter table webhook_delivery add column round integer not null default 0 check (round >= 0);
grant update (round) on webhook_delivery to corridor_app;

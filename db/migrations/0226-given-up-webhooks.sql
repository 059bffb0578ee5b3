-- Since when a receiver has events that are not sent any more: whoever may mend it is told then, and not again before one is taken (decision 0191).
alter table webhook add column given_up_at timestamptz;
grant update (given_up_at) on webhook to corridor_app, corridor_operations;

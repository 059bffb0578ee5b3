-- Whether the mail of a link still waits, so that nobody is told that what they never had is void; and whether a receipt went out, so that it is corrected (decision 0228). Links and payments of before count as they did.
alter table invoice_link add column mail_waits boolean not null default false;
grant select (mail_waits) on invoice_link to corridor_app;
grant update (mail_waits) on invoice_link to corridor_operations;
alter table invoice_payment add column receipted boolean not null default false;
grant update (receipted) on invoice_payment to corridor_operations;

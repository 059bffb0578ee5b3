-- The links of a change of e-mail move an account, so the row that they are of carries a proof that no login of the database can make:
-- of who it is for, of both addresses and of both links, under a key that the database has only wrapped. What waited has to be asked
-- for again.
update email_change set ended_at = now() where ended_at is null;
alter table email_change add column proof bytea not null default '';
alter table email_change alter column proof drop default;
drop trigger operators_keep_their_address on email_change;
drop function app.operators_keep_their_address();

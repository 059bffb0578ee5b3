-- Days of an account that a statement tells whole (decision 0149): from then on its balances count, and of those that were read before within its days
-- only the entries do. Null of what was read by who did not know of it, which tells by itself what it tells.
alter table bank_statement add column anew boolean;
create index bank_statement_anew on bank_statement (account, currency) where anew;
-- Which page of several it is; null of one that is whole.
alter table bank_statement add column page integer;

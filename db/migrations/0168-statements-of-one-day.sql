-- A day of an account may be told by several statements (decision 0149): pages, parts that follow on each other, and one that corrects another.
-- `part` is their order within days that they share. Who does not know it writes 1, so that a process of before is refused as it was.
alter table bank_statement add column part integer not null default 1;
alter table bank_statement drop constraint bank_statement_day_once;
alter table bank_statement add constraint bank_statement_day_once
  exclude using gist (account with =, currency with =, part with =, daterange(from_day, to_day, '[]') with &&);
-- When the bank made it, where it says so: what corrects another was made after it.
alter table bank_statement add column made_at timestamptz;
-- The entry of before that a later statement of its day shows no more, which this one takes back.
alter table bank_entry add column takes_back uuid references bank_entry (entry_uuid);
create unique index bank_entry_taken_back on bank_entry (takes_back) where takes_back is not null;

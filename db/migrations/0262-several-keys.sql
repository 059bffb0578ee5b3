-- Transactions in tokens that several people sign (docs/decisions/0232): how many keys it takes, how many signed, and what they signed together until there are enough.
alter table token_rail.to_sign add column needed integer not null default 1 check (needed > 0);
alter table token_rail.to_sign add column signatures integer not null default 0 check (signatures >= 0);
alter table token_rail.to_sign add column partly text;

-- A bank books several payments as one, under one reference, or gives a reference again: each is a receipt of its own, and keeps the reference that it
-- shares with others. Who does not know of it writes none, and finds the first of them under the bank's reference itself.
alter table funding add column shares text;
alter table suspense_receipt add column shares text;
create index funding_sharing on funding (lower(shares)) where shares is not null;
create index suspense_receipt_sharing on suspense_receipt (lower(shares)) where shares is not null;
-- How often the bank shows a reference is asked of what came in by each file.
create index bank_entry_came_in on bank_entry (lower(coalesce(bank_reference, reference))) where minor > 0;

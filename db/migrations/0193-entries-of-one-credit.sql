-- Which credit of the bank an entry is a part of, by the reference of the whole: a credit that was booked whole is found on a statement that shows its
-- parts by references of their own. Who does not know of it writes none.
alter table bank_entry add column entry_reference text;

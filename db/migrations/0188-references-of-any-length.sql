-- A reference of any length is found: a tree takes no more than 2,704 bytes of a key, so that one entry with more made its whole statement unreadable.
drop index bank_entry_came_in;
create index bank_entry_came_in on bank_entry using hash (lower(coalesce(bank_reference, reference))) where minor > 0;

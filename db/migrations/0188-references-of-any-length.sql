-- A reference of any length is found: a tree takes no more than 2,704 bytes of a key, so that one entry with more made its whole statement unreadable.
-- What came in is found by what it is called: its bank's reference, or, where that says that there is none, that of who paid.
drop index bank_entry_came_in;
create index bank_entry_came_in on bank_entry using hash
  (lower(coalesce(case when bank_reference !~* '^\s*(NONREF|NOREF|NOTPROVIDED|NONE)\s*$' then bank_reference end, reference, ''))) where minor > 0;

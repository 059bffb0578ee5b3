-- An invoice that is written anew is of other days of work each time. A process of before says no period: what it writes counts by its day alone, as it did.
alter table invoice_repeat
  -- How many periods after its model the last copy of as many lies; null before there is one.
  add column last_period integer check (last_period > 0);

-- So many were made before it was said anew, and were counted again from the new first day.
update invoice_repeat set made = 0 where first_on = next_on;

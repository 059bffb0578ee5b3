-- Room for another version of each row on its page: a payroll changes each item twice and each payment three times, and a version that finds
-- none there takes one in every index as well. Pages are filled so from now on.
alter table line_item set (fillfactor = 45);
alter table payment set (fillfactor = 40);
alter table payment_attempt set (fillfactor = 45);

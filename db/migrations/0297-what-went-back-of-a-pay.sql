-- What went back to its employer of a cycle's pay is summed by cycle. No step of a payment changes whether it stays unpaid but its giving
-- back, and few are given back: the rest of the payments are updated in place as before (0029).
create index payment_given_back on payment (cycle_uuid) where stays_unpaid;

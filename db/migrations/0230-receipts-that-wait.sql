-- Receipts that are nobody's yet are counted at the menu and on the operators' home: few, of all that ever waited.
create index suspense_receipt_open on suspense_receipt (booked_at, receipt_uuid) where status = 'OPEN';

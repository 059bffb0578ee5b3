-- Contractors invoice the employers they work for: what a pay consists of becomes the items (decision 0122).

-- The employer that a client is, where they were made of one.
-- It is the contractor's row and not the company's, and does not bear the column that says whose a row is.
alter table client add column made_of uuid references employer (employer_uuid);
create unique index client_of_employer on client (contractor_sub, made_of) where made_of is not null;

-- The pay that an invoice is of. It is invoiced once, unless the invoice is void.
alter table invoice add column line_item_uuid uuid references line_item (line_item_uuid);
create unique index invoice_of_pay on invoice (line_item_uuid) where line_item_uuid is not null and status <> 'VOID';

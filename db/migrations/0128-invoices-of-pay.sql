-- Contractors invoice the employers they work for: what a pay consists of becomes the items (decision 0122).

-- The employer that a client is, where they were made of one.
alter table client add column employer_uuid uuid references employer (employer_uuid);
create unique index client_of_employer on client (contractor_sub, employer_uuid) where employer_uuid is not null;

-- The pay that an invoice is of. It is invoiced once, unless the invoice is void.
alter table invoice add column line_item_uuid uuid references line_item (line_item_uuid);
create unique index invoice_of_pay on invoice (line_item_uuid) where line_item_uuid is not null and status <> 'VOID';

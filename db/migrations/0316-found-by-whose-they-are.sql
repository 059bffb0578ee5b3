-- What a page or a minute of the clock looks for is found along an index, however much there ever was (decision 0256).

-- Papers by whose they are, which every page that says who one is asks for; and by their file, as what is swept is.
create index identity_document_of_contractor on identity_document (contractor_sub) where contractor_sub is not null;
create index identity_document_of_employer on identity_document (employer_uuid) where employer_uuid is not null;
create index identity_document_by_file on identity_document (file_uuid);

-- Contracts by the day after which they pay no more, which each minute asks of all companies.
create index contract_ending on contract ((least(contract_end_date, superseded_from - 1)), employer_uuid) where status = 'ACTIVE';

-- Held payments by whose they are. Why one is held changes only as it is held or let go of, and stands in an index already: no other step of a payment writes one more.
create index payment_held on payment (employer_uuid, pay_date, line_item_uuid) where hold_reason is not null;

-- Who came lately, tax forms of a person, and what was booked last.
create index invitation_accepted_at on invitation (answered_at) where status = 'ACCEPTED';
create index tax_form_of_contractor on tax_form (contractor_sub, signed_at desc, form_uuid);
create index funding_file_newest on funding_file (booked_at desc);
create index funding_by_file on funding (funding_file_uuid);

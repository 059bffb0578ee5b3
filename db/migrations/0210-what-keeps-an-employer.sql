-- Whose payments wait because something is looked at about who pays them reads that as well: their home said that such pay leaves, where
-- its employer, the operators and the mails said what keeps it.
do $$
begin
  execute format('alter policy tenant on compliance_hold using (%s)', app.by_login(
    'contractor_sub = (select app.acting_sub()) or employer_uuid = (select app.acting_employer())
    or exists (select from invitation i where i.contractor_sub = compliance_hold.contractor_sub and i.employer_uuid = (select app.acting_employer()))
    or exists (select from invitation i where i.employer_uuid = compliance_hold.employer_uuid and i.contractor_sub = (select app.acting_sub()))'));
end $$;

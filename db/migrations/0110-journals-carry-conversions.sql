-- A journal carries what was exchanged: each side against an account of its own.
alter table journal_account drop constraint journal_account_account_check;
alter table journal_account add constraint journal_account_account_check
  check (account in ('CONTRACTORS', 'EXPENSES', 'FEES', 'TAX', 'BALANCE', 'FUNDING', 'EXCHANGE'));

-- In which country an account is, by its bank: money arrives on a banking day there. Null of accounts from before, and of wallets.
alter table destination add column country_code text check (country_code ~ '^[A-Z]{2}$');

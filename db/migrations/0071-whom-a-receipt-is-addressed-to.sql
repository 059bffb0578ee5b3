-- A receipt names the company as it was called on the day of the receipt, whatever it is called later. Null on those from before.
alter table billing_invoice add column addressed_to jsonb check (jsonb_typeof(addressed_to) = 'object');

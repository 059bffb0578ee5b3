-- Back pay: days that no cycle paid, such as those before the first cycle of a contract that was signed late, are paid by a line item
-- of their own in a later cycle. A contract has one item of the cycle's own period, and any number for days outside of it; that a
-- day is earned once stays the law of line_item_earned_once.
alter table line_item add column back_pay boolean not null default false;
alter table line_item drop constraint line_item_cycle_uuid_contract_uuid_key;
create unique index line_item_of_contract on line_item (cycle_uuid, contract_uuid) where not back_pay;

-- The contractor's words when they declined an offer; empty for any other contract. Those of before stand in their mails alone.
alter table contract add column decline_reason text not null default '';

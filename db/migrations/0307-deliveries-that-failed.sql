-- The settings of a company count what its webhooks did not take, and not all that was ever sent.
create index webhook_delivery_failed on webhook_delivery (webhook_uuid) where status = 'FAILED';

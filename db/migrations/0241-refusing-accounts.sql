-- What did not arrive, by where it was to go: nothing that was never tried goes there as long (docs/decisions/0203).
create index payment_wrong_at on payment (destination_uuid) where is_wrong;

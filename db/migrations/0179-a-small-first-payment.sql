-- Where an address has no checksum a contractor may have a small first payment sent (decision 0151): what its owner says of a wallet, and which
-- part of a pay a payment to it is. Who does not know them writes none, and pays in one.
alter table destination add column first_payment text check (first_payment in ('WANTED', 'ARRIVED'));
alter table payment add column first_part text check (first_part in ('FIRST', 'REST'));
alter table payment drop constraint payment_hold_reason_check;
alter table payment add constraint payment_hold_reason_check
  check (hold_reason in ('DESTINATION_COOLING', 'FIRST_PAYMENT', 'UNVERIFIED', 'NO_DESTINATION', 'FUNDS', 'COMPLIANCE'));
-- Whether one is under way is asked at each approval of a pay that goes to such a wallet.
create index payment_first on payment (destination_uuid) where first_part = 'FIRST';

-- Tokens on Algorand, where a transaction may stand in some rounds and never after (docs/decisions/0218): one that did not is dead, and its proof is which
-- blocks were read without it.
alter table token_rail.transaction drop constraint transaction_failure_check;
alter table token_rail.transaction add constraint transaction_failure_check
  check (failure in ('FROZEN', 'STOPPED', 'ACCOUNT', 'TOKENS', 'COIN', 'REPLACED', 'EXPIRED', 'OTHER'));
alter table token_rail.transaction drop constraint transaction_replaced_check;
alter table token_rail.transaction add constraint transaction_dead_check
  check ((failure is not distinct from 'REPLACED') = (spent_by is not null)
    and coalesce(failure in ('REPLACED', 'EXPIRED'), false) = (spent_proof is not null));

-- What it was to pay waits again, for another transaction, until the treasury was read so many times more: had it stood all the same, that would hold too little.
alter table token_rail.payout add column readings_left integer not null default 0 check (readings_left >= 0);
alter table token_rail.transaction add column expired_of uuid references token_rail.payout (attempt_uuid);
alter table token_rail.transaction add constraint transaction_expired_check
  check ((failure is not distinct from 'EXPIRED') = (expired_of is not null));

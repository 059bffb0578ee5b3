-- Tokens on Algorand, where a transaction may stand in some rounds and never after (docs/decisions/0218): one that did not is dead, and its proof is which
-- blocks were read without it.
alter table token_rail.transaction drop constraint transaction_failure_check;
alter table token_rail.transaction add constraint transaction_failure_check
  check (failure in ('FROZEN', 'STOPPED', 'ACCOUNT', 'TOKENS', 'COIN', 'REPLACED', 'EXPIRED', 'OTHER'));
alter table token_rail.transaction drop constraint transaction_replaced_check;
alter table token_rail.transaction add constraint transaction_dead_check
  check ((failure is not distinct from 'REPLACED') = (spent_by is not null)
    and coalesce(failure in ('REPLACED', 'EXPIRED'), false) = (spent_proof is not null));

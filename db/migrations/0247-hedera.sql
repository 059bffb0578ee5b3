-- Tokens on Hedera (docs/decisions/0219), where a payment that was refused stands as that: also since its payee does not hold the token.
alter table token_rail.transaction drop constraint transaction_failure_check;
alter table token_rail.transaction add constraint transaction_failure_check
  check (failure in ('FROZEN', 'STOPPED', 'ACCOUNT', 'TOKENS', 'COIN', 'REPLACED', 'EXPIRED', 'NOT_OPTED_IN', 'OTHER'));

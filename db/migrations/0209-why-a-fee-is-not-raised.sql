-- Why what waits for a block for too little cannot be raised, where that was tried (docs/decisions/0178). A process of before neither writes nor reads it.
alter table bitcoin_rail.transaction add column not_raised text
  check (not_raised in ('LIMIT', 'COINS', 'SIGNER'));

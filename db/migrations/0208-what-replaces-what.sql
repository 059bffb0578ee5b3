-- Transactions that replace each other are found by the first of them, at each block and each look, among all that there ever were (docs/decisions/0168).
create index transaction_root on bitcoin_rail.transaction (coalesce(replaces, txid));

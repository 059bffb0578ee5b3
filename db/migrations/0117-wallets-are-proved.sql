-- Since when it is known that its owner holds the key of a wallet: they signed a message of ours (docs/decisions/0109-proof-of-a-wallet.md).
alter table destination add column proved_at timestamptz check (proved_at is null or kind = 'wallet');

-- When what was taken to be paid in tokens was refused before anything of it was made (docs/decisions/0229): who had called it arrived by then is told so.
alter table token_rail.payout add column refused_at timestamptz;
create index payout_refused on token_rail.payout (network, refused_at) where refused_at is not null;
create index transaction_failed on token_rail.transaction (network, ended_at) where failure is not null;

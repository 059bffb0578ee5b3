-- Why nothing leaves in bitcoin by now, and since when; what its node says that a byte costs, in satoshi (docs/decisions/0166).
alter table bitcoin_rail.follow
  add column held text,
  add column held_since timestamptz,
  add column fee_rate bigint,
  add constraint held_whole check ((held is null) = (held_since is null));

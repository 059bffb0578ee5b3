-- A payment whose transaction is dead is paid anew by one that keeps the dead one out for good (docs/decisions/0167). What no living transaction spends is free, so
-- that a coin may be spent by several of ours of which at most one lives.
alter table bitcoin_rail.input drop constraint input_pkey, add primary key (coin_txid, coin_vout, txid);
-- Whether it was refused since a transaction of before could arrive beside it: it leaves by the word of two alone.
alter table bitcoin_rail.payout add column by_two boolean not null default false;
alter table payment_attempt
  add column by_two boolean not null default false,
  -- Two operators say that it is paid anew all the same, whatever becomes of this attempt and those before it.
  add column anew_at timestamptz,
  add column anew_asked_by text references person (sub),
  add column anew_confirmed_by text references person (sub),
  add constraint anew_whole check ((anew_at is null) = (anew_asked_by is null) and (anew_at is null) = (anew_confirmed_by is null)),
  add constraint anew_of_two_people check (anew_asked_by <> anew_confirmed_by);

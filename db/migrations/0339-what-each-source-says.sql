-- The newest quotation of each source of a pair, looked up where the one before ended, however many there are: what one said that is too old hides no other's.
create index fx_rate_by_source on fx_rate (from_currency, to_currency, source, as_of desc);

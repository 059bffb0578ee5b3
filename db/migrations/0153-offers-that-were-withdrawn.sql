-- When an offer that waited for the contractor was taken back, by its employer or with the end of their relation (decision 0135); null of any other.
alter table contract add column withdrawn_at timestamptz;

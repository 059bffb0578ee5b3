-- The last day of the name that is kept as the earlier one (decision 0130), where another change came after it: renamed_at is of the last change.
alter table person add column earlier_until timestamptz;
grant update (earlier_until) on person to corridor_app;

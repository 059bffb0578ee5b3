-- When what operators review was last changed by who it is about (decision 0130): what was opened or compared before that is looked at again.
alter table contractor add column changed_at timestamptz;
alter table employer add column changed_at timestamptz;
grant update (changed_at) on employer to corridor_app;

-- What somebody was called before, where they were known by it (decision 0130): what they sign then names both.
alter table person add column earlier_name text;
alter table person add column renamed_at timestamptz;
grant update (earlier_name, renamed_at) on person to corridor_app;
alter table contract_signature add column earlier_name text not null default '';

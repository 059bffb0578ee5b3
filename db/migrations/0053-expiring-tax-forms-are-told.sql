-- When who signed a form was told that it expires, once; null before.
alter table tax_form add column told_at timestamptz;
grant update (told_at) on tax_form to corridor_operations;
create index tax_form_to_tell on tax_form (valid_through, contractor_sub) where superseded_at is null and told_at is null;

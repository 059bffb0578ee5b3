-- What a name on a list looks like, whatever letters it is made of (decision 0134; domain/screening/fold-name.ts). An import writes it; of
-- lists that came before, and by processes of before, the job does, and looks for everybody again.
alter table screening_name add column look text;
create index screening_name_look on screening_name using gin (look gin_trgm_ops);
create index screening_name_unlooked on screening_name (list_uuid) where look is null;
grant update (look) on screening_name to corridor_operations;
select app.screen_all();

-- By what a tax form holds (`FormBasis` of domain/tax/tax-form.ts), and whether it still does: the names and the country of who signed it are the
-- same. Null of forms that were signed before, and by processes of before, which the daily job looks at; until then they hold.
alter table tax_form add column basis jsonb;
create index tax_form_unfounded on tax_form (form_uuid) where basis is null and superseded_at is null;
grant update (basis) on tax_form to corridor_operations;
create function app.form_holds(basis jsonb, signer text) returns boolean language sql stable
  return basis is null or exists (select from person p where p.sub = signer
    and jsonb_build_object('names', p.first_name || E'\n' || p.middle_name || E'\n' || p.last_name, 'residence', p.country_code) @> basis);
grant execute on function app.form_holds(jsonb, text) to corridor_app;

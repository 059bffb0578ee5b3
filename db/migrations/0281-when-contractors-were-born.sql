-- When a contractor was born, as they say with their identity document (docs/decisions/0241-when-contractors-were-born.md): sealed, read by who reviews
-- them and by screening.
alter table identity_document add column birth_date text;
alter table identity_document add constraint sealed_identity_document_birth_date check (starts_with(birth_date, 'sealed:'));

-- Another day of birth is another version of what is decided about.
create or replace function app.count_document() returns trigger language plpgsql as $$
begin
  if (new.status, new.superseded_at, new.document_type, new.residency, new.number, new.issuing_country, new.citizenship, new.expires_on, new.birth_date)
      is distinct from (old.status, old.superseded_at, old.document_type, old.residency, old.number, old.issuing_country, old.citizenship, old.expires_on, old.birth_date) then
    new.version := old.version + 1;
  end if;
  return new;
end $$;

-- Who says it, or another day, is looked for again. Another master key says nothing.
create function app.born_to_screen() returns trigger language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform app.screen_again(array[new.contractor_sub], '{}');
  return null;
end $$;
create trigger screened after insert on identity_document for each row
  when (new.contractor_sub is not null and new.birth_date is not null) execute function app.born_to_screen();
create trigger screened_again after update on identity_document for each row
  when (new.contractor_sub is not null
    and substr(split_part(new.birth_date, ':', 3), 81) is distinct from substr(split_part(old.birth_date, ':', 3), 81))
  execute function app.born_to_screen();

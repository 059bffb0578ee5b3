-- A deduction that was agreed to can be taken off the pay again by who asked for it, and then it is withdrawn; else it stays as it was asked and
-- answered.
create or replace function app.keep_deduction() returns trigger language plpgsql as $$
begin
  if not (old.status = 'ASKED' or old.status = 'AGREED' and new.status = 'WITHDRAWN')
      or (to_jsonb(new) - '{status,ended_at}'::text[]) is distinct from (to_jsonb(old) - '{status,ended_at}'::text[]) then
    raise exception 'a deduction stays as it was asked and answered' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

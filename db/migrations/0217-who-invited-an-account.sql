-- Whose invitation to work as a contractor waits for the acting person's proven address, the newest; null for none. It is asked before the
-- details step, when the person can see no company yet.
create function app.inviting_company(at timestamptz) returns text language sql stable security definer set search_path = public, app, pg_temp as $$
  select app.employer_name(e.business_name, e.corporation_name, e.domain) from invitation i join employer e using (employer_uuid)
    where i.email = app.acting_email() and i.status = 'INVITED' and i.removed_at is null and i.expires_at > at
    order by i.datetime_invited desc, i.invitation_uuid desc limit 1 $$;
grant execute on function app.inviting_company(timestamptz) to corridor_app;

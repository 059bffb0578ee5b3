-- Of whom a freeze names the pay of an employer on a day, all of it or what goes in one currency or by one network. Whoever may see the pay may know that.
create function app.contractors_frozen(pay_date date, employer uuid)
  returns setof text language sql stable security definer set search_path = public, app, pg_temp as $$
  select distinct f.contractor_sub from payment_freeze f
    where f.lifted_at is null and $1 < f.before and f.contractor_sub is not null and (f.employer_uuid is null or f.employer_uuid = $2)
$$;
grant execute on function app.contractors_frozen(date, uuid) to corridor_app, corridor_operations;

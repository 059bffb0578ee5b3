-- What a login sees is decided when a statement is planned (docs/decisions/0046-what-a-statement-costs-to-start.md). Until now each
-- policy was `(select app.sees_all()) or rule`, and PostgreSQL started the subqueries of every rule for operators as well, who are
-- never asked them.

-- Whether this connection was opened for operators and our own jobs. Said to be immutable because it is, for as long as a plan lives: a
-- plan is of one connection, and who is logged in there never changes. So the planner asks, and drops what is not for this login.
create function app.for_operations() returns boolean language sql immutable parallel safe
  return pg_has_role(session_user, 'corridor_operations', 'usage');
grant execute on function app.for_operations() to corridor_app;

-- A rule as a policy has it: of tenants' connections alone. Operations sees all in a transaction that says for whom it asks, which is
-- asked again each time; `is not null` tells the planner that nearly every row is seen, where a boolean would be half of them.
create function app.by_login(rule text) returns text language sql immutable
  return format('app.for_operations() and (select nullif(app.sees_all(), false)) is not null or not app.for_operations() and (%s)', rule);

create or replace procedure app.protect(tbl regclass, rule text) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', tbl);
  execute format('alter table %s force row level security', tbl);
  execute format('create policy tenant on %s using (%s) with check (%2$s)', tbl, app.by_login(rule));
end $$;

do $$
declare
  before constant text := current_setting('search_path');
  lead constant text := '^\(\( SELECT app\.sees_all\(\) AS sees_all\) OR (.*)\)$';
  p record;
begin
  -- Expressions then name every schema.
  perform set_config('search_path', 'pg_catalog', true);
  for p in select polrelid::regclass tbl, substring(pg_get_expr(polqual, polrelid) from lead) rule,
      substring(pg_get_expr(polwithcheck, polrelid) from lead) kept from pg_policy where polname = 'tenant' loop
    if p.rule is null or p.kept is null then raise exception 'the policy of % is none of ours', p.tbl; end if;
    execute format('alter policy tenant on %s using (%s) with check (%s)', p.tbl, app.by_login(p.rule), app.by_login(p.kept));
  end loop;
  perform set_config('search_path', before, true);
end $$;

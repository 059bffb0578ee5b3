/** How a database remembers what it held (shelf.ts): functions and tables of one session, which end with it. */
export const KEEPING = `
set session_replication_role = replica;
set client_min_messages = warning;

-- One row for each table, and which transaction was the last before its rows were kept.
create temp table kept (level int, tab regclass, columns text, fields text, rows bigint, since bigint, primary key (level, tab));
create temp table kept_row (level int, tab regclass, "row" text);
create index on kept_row (level, tab);
create temp table kept_sequence (level int, name regclass, value bigint, called boolean);
create temp table kept_schema (level int, print text);

-- What a test could change of the schema; of tables that a session made for itself nothing.
create function pg_temp.schema_print() returns text language sql as $$
  select string_agg(format('%s:%s:%s', catalog, n, newest), ' ') from (
    select 'class' catalog, count(*) n, max(xmin::text::bigint) newest from pg_class where relpersistence <> 't' and relkind in ('r', 'v', 'i', 'S') and relnamespace <> all (select oid from pg_namespace where nspname ~ '^pg_')
    union all select 'trigger', count(*), max(t.xmin::text::bigint) from pg_trigger t
    union all select 'policy', count(*), max(xmin::text::bigint) from pg_policy
    union all select 'constraint', count(*), max(c.xmin::text::bigint) from pg_constraint c where connamespace <> all (select oid from pg_namespace where nspname ~ '^pg_')
    union all select 'function', count(*), max(xmin::text::bigint) from pg_proc where pronamespace <> all (select oid from pg_namespace where nspname ~ '^pg_temp')
    union all select 'column', count(*), max(a.xmin::text::bigint) from pg_attribute a join pg_class c on c.oid = a.attrelid where c.relpersistence <> 't' and c.relkind = 'r' and c.relnamespace <> all (select oid from pg_namespace where nspname ~ '^pg_')
  ) catalogs $$;

create function pg_temp.keep(of_level int) returns void language plpgsql as $$
declare t record; n bigint;
begin
  delete from kept where level >= of_level;
  delete from kept_row where level >= of_level;
  delete from kept_sequence where level >= of_level;
  delete from kept_schema where level >= of_level;
  for t in
    select c.oid::regclass tab, string_agg(quote_ident(a.attname), ', ' order by a.attnum) columns,
        string_agg('(x).' || quote_ident(a.attname), ', ' order by a.attnum) fields
      from pg_class c join pg_namespace s on s.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
      where c.relkind = 'r' and s.nspname !~ '^pg_' and s.nspname <> 'information_schema'
        and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' group by c.oid
  loop
    execute format('insert into kept_row select %s, %L, t::text from only %s t', of_level, t.tab, t.tab);
    get diagnostics n = row_count;
    insert into kept values (of_level, t.tab, t.columns, t.fields, n, txid_current());
  end loop;
  insert into kept_sequence select of_level, format('%I.%I', schemaname, sequencename)::regclass, coalesce(last_value, start_value), last_value is not null
    from pg_sequences where schemaname !~ '^pg_';
  insert into kept_schema values (of_level, pg_temp.schema_print());
  analyze kept_row;
end $$;

-- False where the schema is another, which rows cannot mend, or nothing was kept.
create function pg_temp.restore(to_level int) returns boolean language plpgsql as $$
declare k record; fresh bigint; total bigint; was text := pg_temp.schema_print();
begin
  if was is distinct from (select print from kept_schema where level = to_level) then return false; end if;
  for k in select * from kept where level = to_level loop
    execute format('select count(*) filter (where xmin::text::bigint > %s), count(*) from only %s', k.since, k.tab) into fresh, total;
    if fresh = 0 and total = k.rows then continue; end if;
    if k.rows = 0 and fresh > 500 and not exists (select from pg_constraint where contype = 'f' and confrelid = k.tab) then
      -- So many dead rows would stay.
      execute format('truncate only %s', k.tab);
    elsif total - fresh = k.rows then
      execute format('delete from only %s where xmin::text::bigint > %s', k.tab, k.since);
    else
      execute format('delete from only %s', k.tab);
      execute format('insert into %s (%s) overriding system value select %s from (select "row"::%s x from kept_row where level = %s and tab = %L::regclass) r',
        k.tab, k.columns, k.fields, k.tab, to_level, k.tab);
    end if;
  end loop;
  perform setval(name, value, called) from kept_sequence where level = to_level;
  delete from kept where level > to_level;
  delete from kept_row where level > to_level;
  delete from kept_sequence where level > to_level;
  delete from kept_schema where level > to_level;
  -- What was emptied stands in another file, which the catalog writes down.
  update kept_schema set print = pg_temp.schema_print() where print = was;
  update kept set since = txid_current() where level = to_level;
  return true;
end $$;`

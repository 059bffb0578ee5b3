-- A name as it is entered and with the family first, whatever it is written in: by it line items are found, of which a search reads all of a cycle.
create function app.names_both_ways(first_name text, last_name text) returns text language sql immutable parallel safe
  return first_name || ' ' || last_name || E'\n' || last_name || first_name;
grant execute on function app.names_both_ways(text, text) to corridor_app;

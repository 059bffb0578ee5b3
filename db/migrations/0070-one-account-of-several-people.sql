-- Where pay of several people goes to one account, each of them is called unusual before an approval (issue: who is paid through whom).
create index destination_of_bank on destination (bank_index) where bank_index is not null;
create index destination_of_address on destination (address) where kind = 'wallet';

-- Of line items, whose pay goes to an account that pay of somebody else goes to as well, with whom the same company has or had a contract:
-- one other name, the first by its id. Whoever reviews reads the same, the company as well as the clock. By the indexes whatever the
-- statistics say: after many people came at once they know of none, and each would be looked for among all.
create function app.account_twins(line_items uuid[]) returns table (line_item_uuid uuid, twin_first_name text, twin_last_name text)
  language sql stable security definer set search_path = public, app, pg_temp set enable_seqscan = off as $$
  select distinct on (i.line_item_uuid) i.line_item_uuid, p.first_name, p.last_name
    from line_item i
      join destination d on d.contractor_sub = i.contractor_sub and d.status = 'ACTIVE' and d.percentage_bps > 0
      cross join lateral (
        select contractor_sub, status, percentage_bps from destination where bank_index = d.bank_index
        union all
        select contractor_sub, status, percentage_bps from destination where kind = 'wallet' and address = d.address and network = d.network) o
      join person p on p.sub = o.contractor_sub
    where i.line_item_uuid = any(line_items) and (app.sees_all() or i.employer_uuid = (select app.acting_employer()))
      and o.contractor_sub <> i.contractor_sub and o.status = 'ACTIVE' and o.percentage_bps > 0
      and exists (select from contract c where c.contractor_sub = o.contractor_sub and c.employer_uuid = i.employer_uuid)
    order by i.line_item_uuid, o.contractor_sub
$$;
grant execute on function app.account_twins(uuid[]) to corridor_app;

-- Who shares an account is reviewed again when one of them gets it, gives it up, or comes to the company. Nobody sees by this who they are.
create function app.review_who_shares(banks bytea[], addresses text[]) returns void
  language sql security definer set search_path = public, app, pg_temp as $$
  select app.review_people_again(array_agg(distinct contractor_sub)) from (
      select contractor_sub from destination where bank_index = any(banks)
      union all select contractor_sub from destination where kind = 'wallet' and address = any(addresses)) shared
    having count(distinct contractor_sub) > 1
$$;
grant execute on function app.review_who_shares(bytea[], text[]) to corridor_app;

create or replace function app.destinations_changed() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform app.review_people_again((select array_agg(distinct contractor_sub) from new_rows));
  perform app.review_who_shares(array_agg(bank_index), array_agg(address)) from new_rows;
  return null;
end $$;
create function app.destinations_went() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform app.review_who_shares(array_agg(bank_index), array_agg(address)) from old_rows;
  return null;
end $$;
create trigger destinations_went after update on destination referencing old table as old_rows
  for each statement execute function app.destinations_went();

create function app.contracts_came() returns trigger language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform app.review_who_shares(array_agg(d.bank_index), array_agg(d.address))
    from destination d where d.contractor_sub in (select contractor_sub from new_rows);
  return null;
end $$;
create trigger contracts_came after insert on contract referencing new table as new_rows
  for each statement execute function app.contracts_came();

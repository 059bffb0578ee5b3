-- Who shares an account is looked up for one item after the other, along indexes that begin with what is looked for. Before, where no statistics
-- were there yet, as after many people came at once, each account was looked for along all there are, and each item's with all others'.

drop index destination_account, destination_of_bank, destination_wallet, destination_of_address;
create unique index destination_account on destination (bank_index, contractor_sub) where bank_index is not null;
create unique index destination_wallet on destination (address, network, currency, contractor_sub) where kind = 'wallet';

-- What it answers is what it answered before.
create or replace function app.account_twins(line_items uuid[]) returns table (line_item_uuid uuid, twin_first_name text, twin_last_name text)
  language sql stable security definer set search_path = public, app, pg_temp set enable_seqscan = off as $$
  select i.line_item_uuid, twin.first_name, twin.last_name
    from unnest(line_items) asked(line_item_uuid)
      cross join lateral (
        select x.line_item_uuid, x.contractor_sub, x.employer_uuid from line_item x
          where x.line_item_uuid = asked.line_item_uuid and (app.sees_all() or x.employer_uuid = (select app.acting_employer()))
          offset 0) i
      cross join lateral (
        select p.first_name, p.last_name
          from destination d
            cross join lateral (
              select contractor_sub, status, percentage_bps from destination where bank_index = d.bank_index
              union all
              select contractor_sub, status, percentage_bps from destination where kind = 'wallet' and address = d.address and network = d.network) o
            join person p on p.sub = o.contractor_sub
          where d.contractor_sub = i.contractor_sub and d.status = 'ACTIVE' and d.percentage_bps > 0
            and o.contractor_sub <> i.contractor_sub and o.status = 'ACTIVE' and o.percentage_bps > 0
            and exists (select from contract c where c.contractor_sub = o.contractor_sub and c.employer_uuid = i.employer_uuid)
          order by o.contractor_sub limit 1) twin
$$;

-- Who is paid by a batch has no contract: where several of them, or one of them and somebody with a contract, are paid to one account, it was told of nobody.
-- Whom the company pays by a batch counts as whom it has a contract with; the rest is what it was (0129).
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
            and (exists (select from contract c where c.contractor_sub = o.contractor_sub and c.employer_uuid = i.employer_uuid)
              or exists (select from line_item b where b.contractor_sub = o.contractor_sub and b.employer_uuid = i.employer_uuid
                and b.contract_uuid is null))
          order by o.contractor_sub limit 1) twin
$$;

-- Who shares an account with somebody whom a batch pays is reviewed again when the batch comes.
create function app.recipients_came() returns trigger language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform app.review_who_shares(array_agg(d.bank_index), array_agg(d.address))
    from destination d where d.contractor_sub in (select contractor_sub from new_rows where contract_uuid is null);
  return null;
end $$;
create trigger recipients_came after insert on line_item referencing new table as new_rows
  for each statement execute function app.recipients_came();

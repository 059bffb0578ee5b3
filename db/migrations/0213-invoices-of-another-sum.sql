-- Where a contractor invoiced a pay and the pay is for another sum by now, whoever approves it is told, as of what is unusual otherwise: Corridor
-- would not pay that invoice, of which the company has the paper.
create policy payer on invoice for select to current_user using (true);

-- Of line items, the invoice that there is of each and is not void: its number, null of a draft, and what it comes to. A company reads it of what
-- it pays, a contractor of what they are paid; nothing else of an invoice is anybody's but its contractor's.
create function app.invoices_of_pays(line_items uuid[]) returns table (line_item_uuid uuid, number_text text, currency text, total_minor bigint)
  language sql stable security definer set search_path = public, app, pg_temp as $$
  select v.line_item_uuid, v.number_text, v.currency, v.total_minor
    from invoice v join line_item i using (line_item_uuid)
    where v.line_item_uuid = any(line_items) and v.status <> 'VOID'
      and (app.sees_all() or i.employer_uuid = (select app.acting_employer()) or i.contractor_sub = (select app.acting_sub()))
$$;
grant execute on function app.invoices_of_pays(uuid[]) to corridor_app;

-- A pay whose invoice was sent, or is void, is reviewed again.
create function app.invoices_of_pays_changed() returns trigger language plpgsql set search_path = public, app, pg_temp as $$
begin
  perform app.review_people_again(array_agg(distinct n.contractor_sub)) from new_rows n join old_rows o using (invoice_uuid)
    where n.line_item_uuid is not null and n.number_text is not null and (o.number_text is null or (n.status = 'VOID') <> (o.status = 'VOID'));
  return null;
end $$;
create trigger invoices_of_pays_changed after update on invoice referencing old table as old_rows new table as new_rows
  for each statement execute function app.invoices_of_pays_changed();

-- What is so by now.
insert into review_due as d (cycle_uuid, contractor_sub, employer_uuid)
  select distinct r.cycle_uuid, r.contractor_sub, r.employer_uuid
    from item_review r join invoice v on v.line_item_uuid = r.line_item_uuid and v.number_text is not null and v.status <> 'VOID' order by 1, 2
  on conflict (cycle_uuid, contractor_sub) do update set due_at = '-infinity' where d.due_at > '-infinity';

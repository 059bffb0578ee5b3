-- Of the acting contractor's line items those of which a payment left and came back, however it went on: its payslip stays where it was.
-- Attempts are their employer's to see; of them a contractor learns this alone.
create policy came_back on payment_attempt for select to current_user using (true);
create policy came_back on payment for select to current_user using (true);
create function app.my_returned_items() returns setof uuid language sql stable security definer set search_path = public, app, pg_temp as $$
  select y.line_item_uuid from payment y join payment_attempt a using (payment_uuid)
    where y.contractor_sub = app.acting_sub() and a.outcome = 'RETURNED' $$;
grant execute on function app.my_returned_items() to corridor_app;

-- Who was in a company's team, and left it or was removed. What they did for it stays in their name, also what makes nobody else see them:
-- an entry, a key, a batch, money that they announced, the first of two yeses. Until now their name was gone for their colleagues.
create table former_member (
  employer_uuid uuid not null references employer (employer_uuid),
  sub text not null references person (sub),
  primary key (employer_uuid, sub)
);
insert into former_member (employer_uuid, sub)
  select distinct a.employer_uuid, p.sub from audit_entry a join person p on p.sub = any(a.entity_uuids)
    where a.entity = 'employer_member' and a.action in ('remove', 'leave') and a.employer_uuid is not null;
call app.protect('former_member', 'employer_uuid = (select app.acting_employer())');
call app.append_only('former_member');
grant select on former_member to corridor_app;
-- Whoever takes somebody out of a team, and for whomever they act: the trigger below writes, and no login may.
create policy left_a_team on former_member for insert with check (true);

-- Nobody says of another that they were there: it follows from having been there.
create function app.keep_former_member() returns trigger language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  insert into former_member (employer_uuid, sub) values (old.employer_uuid, old.sub) on conflict do nothing;
  return null;
end $$;
create trigger kept after delete on employer_member for each row execute function app.keep_former_member();

-- Read alone: nobody changes another. PostgreSQL asks policies from the last name to the first: `tenant` before these.
create policy once_in_team on person for select using (not app.for_operations()
  and exists (select from former_member f where f.sub = person.sub and f.employer_uuid = (select app.acting_employer())));
-- A contractor sees by name who asked them for a deduction, answered their time, or wrote their hours.
create policy on_own_pay on person for select using (not app.for_operations() and (
  exists (select from deduction d where d.asked_by = person.sub and d.contractor_sub = (select app.acting_sub()))
  or exists (select from timesheet t where t.answered_by = person.sub and t.contractor_sub = (select app.acting_sub()))
  or exists (select from line_item i where i.edited_by = person.sub and i.contractor_sub = (select app.acting_sub()))));

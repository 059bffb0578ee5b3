-- What a person is found by is put together once, when they are named, and not for every row that is looked through: a hundred thousand names in several scripts took
-- seconds for each search of a cycle. Writing the table anew holds it for as long as that takes; no process names the column when it writes.
alter table person add column said text generated always as (app.said_of_person(first_name, coalesce(middle_name, ''), last_name, email)) stored;
create or replace view person_seen with (security_invoker = true) as
  select p.sub, coalesce(x.email, p.email) email, coalesce(x.first_name, p.first_name) first_name,
      coalesce(x.last_name, p.last_name) last_name, case when x.contractor_sub is null then p.country_code else x.country_code end country_code,
      case when x.contractor_sub is null then p.subdivision_code else x.subdivision_code end subdivision_code, p.suspended_at,
      x.verification verification_at_end, coalesce(x.middle_name, p.middle_name) middle_name,
      case when x.contractor_sub is null then p.said
        else app.said_of_person(coalesce(x.first_name, p.first_name), coalesce(x.middle_name, p.middle_name, ''), coalesce(x.last_name, p.last_name), coalesce(x.email, p.email)) end said
    from person p left join ended_relation x on x.contractor_sub = p.sub and x.employer_uuid = (select app.acting_employer());

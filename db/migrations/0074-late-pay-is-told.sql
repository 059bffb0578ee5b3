-- How far it was told of a cycle that pay of it has not left: which round (domain/payroll/late-pay.ts), and of the contractors up to whom,
-- since they are told in slices. One row for each of the two audiences, so that its size is that of the cycles and not of their people.
create table late_notice (
  cycle_uuid uuid not null,
  employer_uuid uuid not null,
  audience text not null check (audience in ('COMPANY', 'CONTRACTORS')),
  round integer not null,
  -- The last contractor who was told in this round; empty before the first.
  told_through text not null,
  done boolean not null,
  told_at timestamptz not null,
  primary key (cycle_uuid, audience),
  foreign key (cycle_uuid, employer_uuid) references pay_cycle (cycle_uuid, employer_uuid)
);
call app.protect('late_notice', 'employer_uuid = (select app.acting_employer())');
grant select, insert, update on late_notice to corridor_app;
-- The people of a cycle, slice by slice.
create index line_item_of_person on line_item (cycle_uuid, contractor_sub);

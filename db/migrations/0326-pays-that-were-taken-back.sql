-- A pay that had arrived whole and then had not: what a journal said of the day on which it was paid stays said, and the day on which it was taken back says the opposite (0069).
create table pay_taken_back (
  nth bigint generated always as identity primary key,
  line_item_uuid uuid not null references line_item (line_item_uuid),
  paid_at timestamptz not null,
  taken_back_at timestamptz not null check (taken_back_at >= paid_at),
  employer_uuid uuid not null references employer (employer_uuid),
  cycle_uuid uuid not null references pay_cycle (cycle_uuid),
  contractor_sub text not null references person (sub),
  currency text not null,
  contractors_minor bigint not null,
  expenses_minor bigint not null
);
create index pay_taken_back_of on pay_taken_back (employer_uuid);
create index pay_taken_back_in on pay_taken_back (cycle_uuid, line_item_uuid, nth);
call app.protect('pay_taken_back', 'employer_uuid = (select app.acting_employer())');
call app.append_only('pay_taken_back');
grant select on pay_taken_back to corridor_app;
grant insert on pay_taken_back to corridor_operations;

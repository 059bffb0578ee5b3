-- Cycles follow each other: a new one begins the day after another ends. So is the gap filled that an older version left, from its first
-- day on, with as many cycles as it takes; that none overlap is a law of its own (pay_cycle_policy_uuid_daterange_excl).
create or replace function app.cycles_follow() returns trigger language plpgsql as $$
begin
  if exists (select from pay_cycle where policy_uuid = new.policy_uuid)
      and not exists (select from pay_cycle where policy_uuid = new.policy_uuid and end_date = new.start_date - 1) then
    raise exception 'the cycles of a policy follow each other without a gap'
      using errcode = 'check_violation', constraint = 'pay_cycle_follows', table = 'pay_cycle';
  end if;
  return new;
end $$;

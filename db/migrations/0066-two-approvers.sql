-- Above a sum that the employer sets two people approve a pay (decision 0070). The first yes waits for the second in the shape that operators'
-- steps have; it names the digest of what was seen, so that any change leaves it behind.
alter table employer add column two_approvers_above_minor bigint check (two_approvers_above_minor >= 0);
grant update (two_approvers_above_minor) on employer to corridor_app;

alter table approval_step drop constraint approval_step_kind_check;
alter table approval_step add constraint approval_step_kind_check check (kind in ('book_funding', 'execute_payments', 'approve_pay'));
-- Operators ask operators, and the people of a company each other.
alter table approval_step add constraint of_whom_it_is check ((kind = 'approve_pay') = (employer_uuid is not null));
create index approval_step_of_employer on approval_step (employer_uuid) where answer is null and employer_uuid is not null;
grant select, insert on approval_step to corridor_app;
grant update (answer, answered_by, answered_at, reason, outcome) on approval_step to corridor_app;

-- That somebody asked the others to approve is kept as their reminders are, and not told again within hours.
alter table approval_reminder drop constraint approval_reminder_kind_check;
alter table approval_reminder add constraint approval_reminder_kind_check check (kind in ('SOON', 'TODAY', 'ASKED'));
grant update (reminded_at) on approval_reminder to corridor_app;

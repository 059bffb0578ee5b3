-- What nobody knows of an attempt: its rail stayed silent, or an operator says of one that was sent that it cannot be found. It ends by the
-- rail's answer or by the word of two operators (decision 0080); what the rail says later against that word is kept beside it.
create table attempt_doubt (
  attempt_uuid uuid primary key references payment_attempt (attempt_uuid),
  payment_uuid uuid not null,
  employer_uuid uuid not null,
  -- Since when its rail says nothing to who hands it over; null where it was said by hand.
  silent_since timestamptz,
  -- Since when it is UNKNOWN, and by whom; null by whom where the silence made it so.
  lost_at timestamptz,
  lost_by text references person (sub),
  lost_words text not null default '' check (length(lost_words) <= 500),
  -- Whether its rail had taken it before: that it says so again is no news.
  was_sent boolean not null default false,
  -- When its rail was asked for it last.
  asked_at timestamptz,
  word text check (word in ('LEFT', 'NOT_LEFT')),
  word_at timestamptz,
  word_asked_by text references person (sub),
  word_confirmed_by text references person (sub),
  -- What the rail says against that word.
  rail_said text check (rail_said in ('SENT', 'FAILED')),
  rail_reference text,
  rail_reason text,
  contradicted_at timestamptz,
  closed_at timestamptz,
  closed_by text references person (sub),
  closed_words text not null default '' check (length(closed_words) <= 500),
  foreign key (payment_uuid, employer_uuid) references payment (payment_uuid, employer_uuid),
  constraint word_whole check ((word is null) = (word_at is null) and (word is null) = (word_asked_by is null) and (word is null) = (word_confirmed_by is null)),
  constraint word_of_two_people check (word_asked_by <> word_confirmed_by),
  constraint contradiction_whole check ((rail_said is null) = (contradicted_at is null))
);
create index attempt_doubt_of_payment on attempt_doubt (payment_uuid);
create index attempt_doubt_of_employer on attempt_doubt (employer_uuid);
create index attempt_doubt_silent on attempt_doubt (silent_since) where lost_at is null and silent_since is not null;
create index attempt_doubt_lost on attempt_doubt (attempt_uuid) where lost_at is not null;
create index attempt_doubt_contradicted on attempt_doubt (payment_uuid) where contradicted_at is not null and closed_at is null;
call app.protect('attempt_doubt', 'false');
grant select, insert, update on attempt_doubt to corridor_operations;

-- Since when its rail says the opposite of what two operators said: nothing of it leaves until somebody looked into that.
alter table payment add column contradicted_at timestamptz;

-- What stands wrong, which operators work off: few of all payments.
create index payment_wrong on payment (payment_uuid) where not is_over and status in ('UNKNOWN', 'RETURNED', 'FAILED');
create index payment_contradicted on payment (payment_uuid) where contradicted_at is not null;

alter table approval_step drop constraint approval_step_kind_check;
alter table approval_step add constraint approval_step_kind_check
  check (kind in ('book_funding', 'execute_payments', 'approve_pay', 'mend_payments'));
alter table moved_alone drop constraint moved_alone_kind_check;
alter table moved_alone add constraint moved_alone_kind_check check (kind in ('book_funding', 'execute_payments', 'mend_payments'));

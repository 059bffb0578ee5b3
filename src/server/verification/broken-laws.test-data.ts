/** What somebody could do to the database by hand, and which invariants name it. */

export type Tampering = {
  /** What somebody did by hand. */
  readonly what: string
  readonly statement: string
  /** Puts things back. */
  readonly undo: string
  readonly names: readonly string[]
  /** What the violation says. */
  readonly says: RegExp
}

const one = (from: string, where: string, id: string) =>
  `(select ${id} from ${from} where ${where} order by ${id} limit 1)`

/** One for each invariant at least. */
export const TAMPERINGS: readonly Tampering[] = [
  {
    what: 'an approval of something else',
    statement: "update approval set content = content || ' '",
    undo: 'update approval set content = rtrim(content)',
    names: ['approved-as-it-was-seen'],
    says: /is not what was approved/,
  },
  {
    what: 'a company held that is like nobody on a list',
    statement:
      'insert into compliance_hold (party, employer_uuid, since) select employer_uuid::text, employer_uuid, now() from employer order by 1 limit 1',
    undo: 'delete from compliance_hold',
    names: ['holds-are-kept'],
    says: /payments of [0-9a-f-]{36} wait$/,
  },
  {
    what: 'a freeze that something left through',
    statement: `insert into payment_freeze (freeze_uuid, before, words, frozen_by, frozen_at)
        select gen_random_uuid(), max(pay_date) + 1, '', min(requested_by), '2000-01-01' from execution`,
    undo: 'delete from payment_freeze',
    names: ['nothing-frozen-left'],
    says: /was begun while .* froze it/,
  },
  {
    what: 'a file for a bank with nothing in it, which nobody else released',
    statement: `with c as (insert into bank_channel (channel_uuid, currency, pays, format, label, setup, proposed_by, proposed_at)
          select gen_random_uuid(), 'USD', 'ACCOUNTS', 'NACHA', 'Bank', 'sealed:', min(sub), now() from operator returning channel_uuid),
        n as (insert into bank_number values ('\\x01', 1) returning sequence)
      insert into bank_batch (batch_uuid, channel_uuid, execution_uuid, status, sequence, number, due_on, currency, payments, total_minor, file_uuid,
          file_sha256, made_by, made_at)
        select gen_random_uuid(), channel_uuid, (select execution_uuid from execution limit 1), 'WAITING', sequence, 2, '2026-03-20', 'USD', 1, 1,
            (select file_uuid from stored_file limit 1), repeat('0', 64), (select min(sub) from operator), now() from c, n`,
    undo: 'delete from bank_batch; delete from bank_number; delete from bank_channel',
    names: ['files-are-whole', 'in-one-file'],
    says: /1 payments of 1, its attempts 0 of 0/,
  },
  {
    what: 'pay that no contract and no batch gives',
    statement: `update line_item set contract_uuid = null, entries = '[{"amount_minor":0}]' where line_item_uuid = ${one('line_item', 'entries is null', 'line_item_uuid')}`,
    undo: `update line_item i set contract_uuid = c.contract_uuid, entries = null from contract c
      where i.contract_uuid is null and c.contractor_sub = i.contractor_sub and c.employer_uuid = i.employer_uuid`,
    names: ['batches-pay-their-rows'],
    says: /for nothing that was sent in/,
  },
  {
    what: 'a payment that left and is called paid outside',
    statement: "update payment set outside = true where status = 'SENT'",
    undo: 'update payment set outside = false',
    names: ['outside-never-left'],
    says: /was paid outside and left/,
  },
  {
    what: 'a payment that is under way and is called given back',
    statement: "update payment set given_back_at = now() where status = 'SENT'",
    undo: 'update payment set given_back_at = null',
    names: ['given-back-is-over'],
    says: /\(SENT\) was given back/,
  },
  {
    what: 'a payment stopped by nothing',
    statement: "update payment set contradicted_at = now() where status = 'SENT'",
    undo: 'update payment set contradicted_at = null',
    names: ['unknown-is-in-doubt'],
    says: /waits for nothing/,
  },
  {
    what: 'money added to a balance',
    statement:
      "update ledger_account set posted_in = posted_in + 1 where kind = 'available' and currency = 'USD'",
    undo: "update ledger_account set posted_in = posted_in - 1 where kind = 'available' and currency = 'USD'",
    names: ['available-equals-funded', 'balances-equal-replay', 'ledger-sums-to-zero'],
    says: /available USD: balance \d+, replay \d+/,
  },
  {
    what: 'money moved between balances without a transfer',
    statement:
      "update ledger_account set posted_out = posted_out + case kind when 'available' then 1 else -1 end where account_id in (select distinct on (kind) account_id from ledger_account where currency = 'USD' and kind in ('available', 'outside') order by kind, account_id)",
    undo: "update ledger_account set posted_out = posted_out - case kind when 'available' then 1 else -1 end where account_id in (select distinct on (kind) account_id from ledger_account where currency = 'USD' and kind in ('available', 'outside') order by kind, account_id)",
    names: ['available-equals-funded', 'balances-equal-replay'],
    says: /available USD/,
  },
  {
    what: 'an account that may not go negative, negative',
    statement:
      "alter table ledger_account drop constraint no_overdraft; update ledger_account set posted_out = posted_out + 20000 where kind = 'available' and currency = 'USD'",
    undo: "update ledger_account set posted_out = posted_out - 20000 where kind = 'available' and currency = 'USD'; alter table ledger_account add constraint no_overdraft check (may_go_negative or posted_in - posted_out - pending_out >= 0)",
    names: [
      'available-equals-funded',
      'balances-equal-replay',
      'ledger-sums-to-zero',
      'no-overdraft',
    ],
    says: /available USD: -10000/,
  },
  {
    what: 'a changed transfer',
    statement:
      "update ledger_transfer set amount_minor = amount_minor + 1 where code = 'funding_received' and amount_minor = 10000",
    undo: "update ledger_transfer set amount_minor = amount_minor - 1 where code = 'funding_received' and amount_minor = 10001",
    names: ['transfers-are-explained', 'balances-equal-replay', 'funding-booked-once'],
    says: /available USD|WIRE-2/,
  },
  {
    what: 'a payment settled without the ledger',
    statement: `update payment set status = 'SETTLED' where payment_uuid = ${one('payment', "status = 'SENT'", 'payment_uuid')}`,
    undo: "update payment set status = 'SENT' where status = 'SETTLED' and settled_at is null",
    names: [
      'executions-are-counted',
      'paid-at-most-once',
      'paid-items-are-settled?',
      'payment-changes-are-audited',
      'payments-are-counted',
      'reserved-equals-promised',
    ],
    says: /settled 0 times in the ledger/,
  },
  {
    what: 'a second attempt that went through',
    statement: `drop index payment_attempt_live; insert into payment_attempt select gen_random_uuid(), payment_uuid, employer_uuid, number + 1, rail, currency, amount_minor, requested_by, requested_at, 'SENT', reference, reason, ended_at from payment_attempt where attempt_uuid = ${one('payment_attempt', 'true', 'attempt_uuid')}`,
    undo: 'delete from payment_attempt where number = 2; create unique index payment_attempt_live on payment_attempt (payment_uuid) where is_live',
    names: ['paid-at-most-once'],
    says: /2 attempts went through/,
  },
  {
    what: 'a payment of another amount',
    statement: `update payment set source_minor = source_minor + 7 where payment_uuid = ${one('payment', "status = 'SCHEDULED'", 'payment_uuid')}`,
    undo: `update payment set source_minor = source_minor - 7 where payment_uuid = ${one('payment', "status = 'SCHEDULED'", 'payment_uuid')}`,
    names: [
      'available-equals-funded',
      'payments-add-up',
      'payments-are-counted',
      'reserved-equals-promised',
    ],
    says: /line item [0-9a-f-]+ \(APPROVED\)/,
  },
  {
    what: 'a payment that is to send another amount than its attempt',
    statement: `update payment set amount_minor = amount_minor + 7 where payment_uuid = ${one('payment', "status = 'SENT'", 'payment_uuid')}`,
    undo: `update payment set amount_minor = amount_minor - 7 where payment_uuid = ${one('payment', "status = 'SENT'", 'payment_uuid')}`,
    names: ['attempts-are-payments', 'executions-are-counted', 'reserved-equals-promised'],
    says: /in_flight/,
  },
  {
    what: 'an item marked paid',
    statement: `update line_item set status = 'PAID' where line_item_uuid = ${one('line_item', "status = 'APPROVED'", 'line_item_uuid')}`,
    undo: "update line_item set status = 'APPROVED' where status = 'PAID'",
    names: ['counts-are-kept', 'line-item-changes-are-audited', 'paid-items-are-settled'],
    says: /is PAID with payments/,
  },
  {
    what: 'a changed amount of an approved item',
    statement: `update line_item set amount_minor = amount_minor + 100 where line_item_uuid = ${one('line_item', "status = 'APPROVED'", 'line_item_uuid')}`,
    undo: `update line_item set amount_minor = amount_minor - 100 where line_item_uuid = ${one('line_item', "status = 'APPROVED'", 'line_item_uuid')}`,
    names: [
      'approved-as-it-was-seen',
      'counts-are-kept',
      'items-sum-their-entries',
      'payments-add-up',
    ],
    says: /340100/,
  },
  {
    what: 'reported time that nobody answered',
    statement: `update line_item set entries = '[{"entry_uuid": "018f0000-0000-7000-8000-000000000000", "kind": "REPORTED_TIME",
      "hours_hundredths": 0, "words": "", "author_sub": "", "written_at": ""}]' where line_item_uuid = ${one('line_item', "status = 'APPROVED'", 'line_item_uuid')}`,
    undo: 'update line_item set entries = null where entries is not null',
    names: ['reported-time-is-answered'],
    says: /reported time that nobody answered/,
  },
  {
    what: 'one raise that is paid twice',
    statement: `update line_item set entries = (select jsonb_agg(jsonb_build_object('entry_uuid', entry, 'kind', 'RAISE', 'amount_minor', 0, 'words', '',
        'author_sub', '', 'written_at', '', 'raise', jsonb_build_object('line_item_uuid', ${one('line_item', 'true', 'line_item_uuid')},
          'first', '2026-03-02', 'last', '2026-03-03', 'before_minor', 4250, 'rate_minor', 5000))) from unnest(array['018f0000-0000-7000-8000-00000000000a', '018f0000-0000-7000-8000-00000000000b']) entry)
      where status = 'APPROVED'`,
    undo: 'update line_item set entries = null where entries is not null',
    names: ['days-are-paid-once'],
    says: /its raise [0-9a-f-]+ covers what [0-9a-f-]+ covers/,
  },
  {
    what: 'a day that two earn',
    statement:
      "alter table line_item drop constraint line_item_earned_once; update line_item set earned = daterange('2026-03-02', '2026-03-20') where status = 'APPROVED'",
    undo: `update line_item set earned = daterange('2026-03-02', '2026-03-16') where status = 'APPROVED';
      alter table line_item add constraint line_item_earned_once exclude using gist (hashtextextended(contractor_sub, 0) with =, earning with &&,
        employer_uuid with =, contractor_sub with =, lower(btrim(role)) with =) where (not isempty(earning)) deferrable initially immediate`,
    names: ['days-are-paid-once'],
    says: /earns days before 2026-03-\d+ that another one earns/,
  },
  {
    what: 'a changed funding',
    statement: "update funding set amount_minor = amount_minor + 1 where reference = 'WIRE-2'",
    undo: "update funding set amount_minor = amount_minor - 1 where reference = 'WIRE-2'",
    names: ['available-equals-funded', 'transfers-are-explained', 'funding-booked-once'],
    says: /funding WIRE-2/,
  },
  {
    what: 'a changed line of an approval',
    statement: `update approval_part set content = replace(content, '"hours_hundredths":', '"hours_hundredths":1') where part = 0`,
    undo: `update approval_part set content = replace(content, '"hours_hundredths":1', '"hours_hundredths":') where part = 0`,
    names: ['approved-as-it-was-seen'],
    says: /is not what was approved/,
  },
  {
    what: 'a changed count of a cycle',
    statement: "update cycle_count set items = items + 1 where mark = 'ITEM APPROVED'",
    undo: "update cycle_count set items = items - 1 where mark = 'ITEM APPROVED'",
    names: ['counts-are-kept'],
    says: /ITEM APPROVED USD is kept as \d+ of \d+ and counted as \d+ of \d+/,
  },
  {
    what: 'a changed count of an execution',
    statement: 'update execution_count set payments = payments + 1',
    undo: 'update execution_count set payments = payments - 1',
    names: ['executions-are-counted'],
    says: /\w+ \w+ \w+ is kept as \d+ of \d+ and counted as \d+ of \d+/,
  },
  {
    what: 'a changed count of the payments of a cycle',
    statement: 'update payment_count set payments = payments + 1',
    undo: 'update payment_count set payments = payments - 1',
    names: ['payments-are-counted'],
    says: /cycle [0-9a-f-]+: \w+ .*USD is kept as \d+ of \d+ and counted as \d+ of \d+/,
  },
  {
    what: 'an account that is said to have refused what it did not',
    statement:
      'insert into destination_refusal select destination_uuid, 1 from destination on conflict (destination_uuid) do update set payments = destination_refusal.payments + 1',
    undo: 'update destination_refusal set payments = payments - 1',
    names: ['refusals-are-counted'],
    says: /destination [0-9a-f-]+ is kept with \d+ that did not arrive and counted with \d+/,
  },
  {
    what: 'a changed sum of what a rail sent',
    statement:
      "insert into token_rail.sent (network, currency, amount) values ('solana', 'USDC', 7)",
    undo: 'delete from token_rail.sent',
    names: ['what-rails-sent-is-kept'],
    says: /solana USDC: what was sent is kept as 7 and comes to 0/,
  },
  {
    what: 'a payment by a chain that is held against nothing',
    statement: `update payment set network = 'hedera' where payment_uuid = ${one('payment', "status = 'SETTLED'", 'payment_uuid')};
      update payment_attempt set rail = 'Hedera ' || rail where payment_uuid in (select payment_uuid from payment where network = 'hedera')`,
    undo: `update payment_attempt set rail = substr(rail, 8) where rail like 'Hedera %'; update payment set network = 'fiat' where network = 'hedera'`,
    names: ['what-is-not-agreed-is-compared', 'executions-are-counted'],
    says: /attempt [0-9a-f-]+ is called settled, and is not held against what Hedera .* sent/,
  },
  {
    what: 'a changed count of the people of a company',
    statement: 'update contractor_count set contractors = contractors + 1',
    undo: 'update contractor_count set contractors = contractors - 1',
    names: ['people-are-counted'],
    says: /people of [0-9a-f-]+: [\w ]+ are kept as \d+ and counted as \d+/,
  },
  {
    what: 'somebody with a contract who is kept as waiting for one',
    statement:
      "update contractor_listing set need = 'TO_DRAFT', need_since = now() where need is null and status = 'ACCEPTED'",
    undo: "update contractor_listing set need = null, need_since = null where need = 'TO_DRAFT'",
    names: ['people-are-counted'],
    says: /is kept as TO_DRAFT and needs nothing/,
  },
  {
    what: 'a review of what does not wait',
    statement: `insert into item_review (line_item_uuid, employer_uuid, cycle_uuid, contractor_sub, currency, digest, marks, unusual, blocked)
      select line_item_uuid, employer_uuid, cycle_uuid, contractor_sub, currency, '', '{}', false, false from line_item where status = 'APPROVED' limit 1`,
    undo: "delete from item_review where digest = ''",
    names: ['what-waits-is-reviewed'],
    says: /with a review/,
  },
  {
    what: 'a gap between two cycles',
    statement: "update pay_cycle set end_date = end_date - 1 where start_date = '2026-03-02'",
    undo: "update pay_cycle set end_date = end_date + 1 where start_date = '2026-03-02'",
    names: ['periods-tile'],
    says: /after 2026-03-14 comes 2026-03-16/,
  },
  {
    what: 'a conversion without its legs',
    statement: `insert into conversion (conversion_uuid, employer_uuid, from_currency, to_currency, fixed_side, amount_minor, conversion_date, status,
        sold_minor, bought_minor, rate, rate_source, rate_as_of, asked_by, asked_at, closed_at)
      select gen_random_uuid(), employer_uuid, 'USD', 'EUR', 'from', 100, '2026-03-20', 'EXECUTED', 100, 80, '0.8', 'Bank', now(), sub, now(), now()
        from employer_member limit 1`,
    undo: 'delete from conversion',
    names: ['available-equals-funded', 'conversions-have-both-legs'],
    says: /conversion [0-9a-f-]+ \(EXECUTED\): 0 legs/,
  },
  {
    what: 'a receipt that waits without its money',
    statement: `insert into suspense_receipt (receipt_uuid, reference, currency, amount_minor, received_on, payer, funding_file_uuid, booked_at, status)
      select gen_random_uuid(), 'FORGED', 'USD', 700, '2026-03-20', '', funding_file_uuid, now(), 'OPEN' from funding_file limit 1`,
    undo: "delete from suspense_receipt where reference = 'FORGED'",
    names: ['suspense-is-what-waits'],
    says: /USD: suspense 0, receipts 700/,
  },
  {
    what: 'a currency that is held against the bank from another sum',
    statement:
      "insert into bank_book (currency, began_on, before_minor) values ('USD', '2026-03-01', 1)",
    undo: 'delete from bank_book',
    names: ['bank-movements-are-the-ledgers'],
    says: /USD: ledger \d+, movements 1$/,
  },
  {
    what: 'a movement that is matched by nothing',
    statement: `insert into bank_book (currency, began_on, before_minor) values ('JPY', '2026-03-01', -700);
      insert into bank_movement (transfer_uuid, currency, minor, day, code, match_uuid, matched_at)
        values (gen_random_uuid(), 'JPY', 700, '2026-03-20', 'bank_cost', gen_random_uuid(), now())`,
    undo: 'delete from bank_movement; delete from bank_book',
    names: ['what-is-matched-is-equal'],
    says: /match [0-9a-f-]+: -700/,
  },
  {
    what: 'a statement whose entries do not come to its end',
    statement: `insert into bank_book (currency, began_on, before_minor) values ('JPY', '2026-03-01', 0);
      insert into bank_statement (statement_uuid, account, currency, report_id, from_day, to_day, anew, opening_minor, closing_minor, entries, file_uuid,
          file_sha256, read_by, read_at)
        select gen_random_uuid(), 'NOWHERE', 'JPY', 'S', '2026-03-20', '2026-03-20', true, 5, 12, 0, file_uuid, repeat('a', 64), (select min(sub) from person), now()
          from stored_file limit 1`,
    undo: "delete from bank_statement where account = 'NOWHERE'; delete from bank_book where currency = 'JPY'",
    names: ['statements-come-to-their-entries'],
    says: /statement [0-9a-f-]+: 5 and 0 are not 12/,
  },
  {
    what: 'a change without an audit row',
    statement: `update payment set version = version + 1 where payment_uuid = ${one('payment', "status = 'SENT'", 'payment_uuid')}`,
    undo: `update payment set version = version - 1 where payment_uuid = ${one('payment', "status = 'SENT'", 'payment_uuid')}`,
    names: ['payment-changes-are-audited'],
    says: /payment [0-9a-f-]+: version 4, 3 audit rows/,
  },
  {
    what: 'a changed audit entry',
    statement:
      "update audit_entry set actor_sub = 'sub-nobody' where seq = 3 and chain <> 'platform'",
    undo: `update audit_entry set actor_sub = 'UNDO' where seq = 3 and chain <> 'platform'`,
    names: ['audit-chain-unbroken'],
    says: / 3: the hash does not follow/,
  },
  {
    what: 'an audit entry shown to another tenant',
    statement: "update audit_entry set employer_uuid = null where seq = 3 and chain <> 'platform'",
    undo: "update audit_entry set employer_uuid = chain::uuid where seq = 3 and chain <> 'platform'",
    names: ['audit-chain-unbroken'],
    says: / 3: /,
  },
]

/** Ways to change a database by hand that move money, terms, signatures, rates, dates or access. */

const one = (table: string, where: string, id: string) =>
  `(select ${id} from ${table} where ${where} order by ${id} limit 1)`
const account = (kind: string, currency = 'USD', own = true) =>
  `(select account_id from ledger_account where kind = '${kind}' and currency = '${currency}' and employer_uuid is ${own ? 'not ' : ''}null order by account_id limit 1)`
/** A transfer with its balances, made as carefully as our own function makes it. */
const forged = (from: string, to: string, code: string, subject = 'null') =>
  `insert into ledger_transfer (transfer_uuid, from_account, to_account, currency, amount_minor, state, code, subject_uuid, employer_uuid, created_at)
    values (gen_random_uuid(), ${from}, ${to}, 'USD', 700, 'POSTED', '${code}', ${subject}, (select employer_uuid from ledger_account where account_id = ${to}), now());
  update ledger_account set posted_out = posted_out + 700 where account_id = ${from};
  update ledger_account set posted_in = posted_in + 700 where account_id = ${to}`

const settled = one('payment', "status = 'SETTLED'", 'payment_uuid')
const scheduled = one('payment', "status = 'SCHEDULED'", 'payment_uuid')
const paidItem = one('line_item', "status = 'PAID'", 'line_item_uuid')
const rival = "(select employer_uuid from employer where domain like '%rival%')"

/** What is done, in SQL. */
export const TAMPERINGS: readonly (readonly [what: string, statements: string])[] = [
  [
    'a balance raised',
    `update ledger_account set posted_in = posted_in + 1 where account_id = ${account('available')}`,
  ],
  [
    'a balance moved without a transfer',
    `update ledger_account set posted_out = posted_out + case kind when 'available' then 1 else -1 end where account_id in (${account('available')}, ${account('reserved')})`,
  ],
  ['a transfer deleted', "delete from ledger_transfer where code = 'payment_settled'"],
  [
    "a transfer's amount",
    "update ledger_transfer set amount_minor = amount_minor + 1 where code = 'funding_received'",
  ],
  ['an audit entry edited', `update audit_entry set after = '{"status":"PAID"}' where seq = 2`],
  ['an audit entry deleted in the middle', 'delete from audit_entry where seq = 3'],
  [
    'the last audit entry deleted',
    'delete from audit_entry a using audit_chain c where c.chain = a.chain and a.seq = c.head_seq',
  ],
  [
    'a second attempt that went through',
    `drop index payment_attempt_live; insert into payment_attempt (attempt_uuid, payment_uuid, employer_uuid, number, rail, currency, amount_minor, requested_by, requested_at, outcome, reference)
    select gen_random_uuid(), payment_uuid, employer_uuid, number + 1, rail, currency, amount_minor, requested_by, requested_at, 'SENT', reference from payment_attempt where attempt_uuid = ${one('payment_attempt', "outcome = 'SENT'", 'attempt_uuid')}`,
  ],
  [
    "a payment's source amount",
    `update payment set source_minor = source_minor + 7 where payment_uuid = ${scheduled}`,
  ],
  [
    "an approved item's amount",
    "update line_item set amount_minor = amount_minor + 7 where status = 'APPROVED'",
  ],
  [
    'an entry that nobody wrote',
    `alter table line_item disable trigger keep_approved_entries; update line_item set amount_minor = amount_minor + 7,
      entries = '[{"entry_uuid": "", "kind": "BONUS", "amount_minor": 7, "words": "", "author_sub": "", "written_at": ""}]' where status = 'APPROVED'`,
  ],
  [
    'reported time that nobody answered',
    `alter table line_item disable trigger keep_approved_entries; update line_item set entries =
      '[{"entry_uuid": "018f0000-0000-7000-8000-000000000000", "kind": "REPORTED_TIME", "hours_hundredths": 0, "words": "", "author_sub": "", "written_at": ""}]'
      where status = 'APPROVED'`,
  ],
  ['what was approved', "update approval_part set content = replace(content, '340000', '940000')"],
  [
    "a funding's amount",
    "update funding set amount_minor = amount_minor + 1 where reference = 'WIRE-2'",
  ],
  [
    'an item called paid',
    "update line_item set status = 'PAID', version = version + 1 where status = 'APPROVED'",
  ],
  [
    'a payment called settled',
    `update payment set status = 'SETTLED', version = version + 1 where payment_uuid = ${scheduled}`,
  ],
  ['a gap between cycles', "delete from pay_cycle where start_date = '2026-03-16'"],
  [
    'money taken out, properly',
    forged(account('available'), account('outside', 'USD', false), 'payment_settled'),
  ],
  [
    'money taken out as if an item had been paid',
    forged(account('available'), account('outside', 'USD', false), 'payment_settled', settled),
  ],
  [
    'money given to another employer',
    `insert into ledger_account (owner, employer_uuid, kind, currency, may_go_negative) select 'employer:' || ${rival}, ${rival}, 'available', 'USD', false;
    ${forged(account('available'), `(select account_id from ledger_account where employer_uuid = ${rival})`, 'item_withdrawn')}`,
  ],
  [
    'an invented deposit',
    forged(account('outside', 'USD', false), account('available'), 'deposit'),
  ],
  [
    'an invented deposit by our own word',
    forged(
      account('outside', 'USD', false),
      account('available'),
      'funding_received',
      "(select funding_uuid from funding where reference = 'WIRE-2')",
    ),
  ],
  ['a funding deleted', "delete from funding where reference = 'WIRE-2'"],
  [
    'a funding of another employer',
    `update funding set employer_uuid = ${rival} where reference = 'WIRE-2'`,
  ],
  [
    'a payment more in the books of the rail',
    "insert into simulated_rail.transfer (attempt_uuid, destination, currency, amount_minor, accepted, reference) values (gen_random_uuid(), 'X', 'USD', 5, true, 'R')",
  ],
  [
    'ten times the amount in the books of the rail',
    'update simulated_rail.transfer set amount_minor = amount_minor * 10',
  ],
  ['a payment gone from the books of the rail', 'delete from simulated_rail.transfer'],
  [
    'the delivered amount of a settled payment',
    `update payment set amount_minor = amount_minor + 1 where payment_uuid = ${settled}`,
  ],
  [
    'the rate of a settled payment',
    `update payment set rate = '2' where payment_uuid = ${settled}`,
  ],
  [
    'the amount of an attempt',
    "update payment_attempt set amount_minor = amount_minor + 1 where outcome = 'SENT'",
  ],
  [
    'the account of a destination',
    `update destination d set bank = o.bank from destination o where d.kind = 'bank' and o.kind = 'bank' and o.contractor_sub <> d.contractor_sub`,
  ],
  [
    'the account of a company',
    "update employer_account set address = 'EvilWallet' where kind = 'wallet'",
  ],
  [
    'an account of a company that is closed',
    "update employer_account set closed_by = created_by, closed_at = created_at where kind = 'bank'",
  ],
  [
    'the address of a wallet',
    "update destination set address = 'EvilWallet' || left(contractor_sub, 12) where kind = 'wallet'",
  ],
  [
    "a scheduled payment pointed at another person's account",
    `update payment p set destination_uuid = d.destination_uuid from destination d where p.payment_uuid = ${scheduled} and d.contractor_sub <> p.contractor_sub`,
  ],
  ['stored terms of an approval', "update approval set content = replace(content, '100', '900')"],
  [
    'stored terms of an approval with its digest',
    "update approval set content = content || ' ', digest = encode(sha256(convert_to(content || ' ', 'UTF8')), 'hex')",
  ],
  [
    'the hours of a paid item',
    `update line_item set hours_hundredths = hours_hundredths - 100 where line_item_uuid = ${paidItem}`,
  ],
  [
    'the rate of a paid item',
    `update line_item set hourly_rate_minor = hourly_rate_minor + 1 where line_item_uuid = ${paidItem}`,
  ],
  [
    'a paid item deleted with all that hangs on it',
    `delete from payment_attempt where payment_uuid in (select payment_uuid from payment where line_item_uuid = ${paidItem});
    delete from payment where line_item_uuid = ${paidItem}; delete from line_item where line_item_uuid = ${paidItem}`,
  ],
  [
    'an attempt that came back, by name',
    "update payment_attempt set outcome = 'RETURNED' where outcome = 'SENT'",
  ],
  [
    'the word of a transfer',
    "update ledger_transfer set code = 'item_withdrawn' where code = 'item_approved'",
  ],
  [
    'the subject of a transfer',
    "update ledger_transfer set subject_uuid = gen_random_uuid() where code = 'item_approved'",
  ],
  [
    'the time of a transfer',
    "update ledger_transfer set created_at = created_at - interval '1 year'",
  ],
  [
    'ten times the rate of a contract',
    "update contract set hourly_rate_minor = hourly_rate_minor * 10 where status = 'ACTIVE'",
  ],
  [
    'the end of a contract',
    "update contract set contract_end_date = '2026-12-31' where status = 'ACTIVE'",
  ],
  ['the name of a signature', "update contract_signature set name = 'Jane Chief'"],
  ['the digest of a signed PDF', "update contract set pdf_sha256 = repeat('a', 64)"],
  ['a pay date', "update pay_cycle set pay_date = pay_date + 1 where start_date = '2026-03-16'"],
  ['the calendar of a policy', "update payroll_policy set day_of_week = 'monday'"],
  ['which holidays a policy keeps', 'update payroll_policy set time_required = not time_required'],
  [
    'on which days a company closes',
    `insert into holiday_calendar (employer_uuid, version, country_code, holiday_policy, holidays, created_at, created_by)
      select employer_uuid, 99, country_code, 'RESPECT', '[]', now(), 'sub-emeka@corridor.test' from employer limit 1`,
  ],
  [
    'what a company is charged',
    `insert into price_list (price_list_uuid, employer_uuid, currency, contractor_minor, payment_prices, margin_bps, tax_bps, set_by, set_at)
      select gen_random_uuid(), employer_uuid, 'USD', 0, '{}', 0, 0, 'sub-emeka@corridor.test', now() from employer limit 1`,
  ],
  [
    'a deduction that nobody agreed to',
    `insert into deduction (deduction_uuid, employer_uuid, line_item_uuid, contractor_sub, currency, amount_minor, words, asked_by, asked_at, answer_by, status, ended_at)
      select gen_random_uuid(), employer_uuid, line_item_uuid, contractor_sub, currency, 100, 'A loan', 'x', now(), '2026-12-31', 'AGREED', now() from line_item where line_item_uuid = ${paidItem}`,
  ],
  [
    'a key of one’s own',
    `insert into api_key (key_uuid, employer_uuid, name, prefix, secret_hash, scopes, sandbox, created_by, created_at, expires_at)
      select gen_random_uuid(), employer_uuid, 'Key', 'ck_live_xx', sha256('x'), '{batches:write}', false, 'x', now(), now() + interval '90 days' from employer limit 1`,
  ],
  ['a verification', "update contractor set verification = 'UNVERIFIED'"],
  [
    'the verification of a company',
    `update employer set verification = 'REJECTED' where employer_uuid = ${rival}`,
  ],
  [
    'an operator made by hand',
    `insert into operator (sub, role, created_at) select sub, 'admin', now() from person where type = 'employer' limit 1`,
  ],
  ['another role of an operator', "update operator set role = 'verifier'"],
  [
    'an exchange rate',
    "update fx_rate set rate = '9' where to_currency = 'USD' and as_of < '2026-03-10'",
  ],
  [
    'an exchange rate made by hand',
    "insert into fx_rate (from_currency, to_currency, rate, source, as_of) values ('EUR', 'USD', '9', 'Test', '2026-04-20')",
  ],
  [
    'the tail of a chain cut with its head set back',
    `delete from audit_entry a using audit_chain c where c.chain = a.chain and a.seq > c.head_seq - 2 and c.chain = 'platform';
    update audit_chain c set head_seq = e.seq, head_hash = e.hash from audit_entry e where c.chain = 'platform' and e.chain = 'platform' and e.seq = (select max(seq) from audit_entry where chain = 'platform')`,
  ],
  [
    'a whole chain deleted',
    "delete from audit_entry where chain = 'platform'; delete from audit_chain where chain = 'platform'",
  ],
  [
    'a chain deleted with its mark',
    "delete from audit_entry where chain = 'platform'; delete from audit_chain where chain = 'platform'; delete from chain_mark where chain = 'platform'",
  ],
  [
    'the check against overdrafts dropped',
    'alter table ledger_account drop constraint no_overdraft',
  ],
  ['a trigger dropped', 'drop trigger append_only on ledger_transfer'],
  ['a trigger put to sleep', 'alter table audit_entry disable trigger append_only'],
  ['a policy dropped', 'drop policy tenant on payment'],
  [
    'a trigger of somebody else',
    `create function app.sly() returns trigger language plpgsql as $$ begin new.amount_minor := 1; return new; end $$;
    create trigger sly before insert on payment for each row execute function app.sly()`,
  ],
  ['a policy of somebody else', 'create policy all_of_them on payment using (true)'],
  ['a right that nobody has', 'grant update on approval to corridor_app'],
  ['a right for everybody', 'grant delete on payment to public'],
  [
    "the platform's limit",
    "update setting set value = '99999999999' where name = 'platform_limit'",
  ],
  ["the platform's limit taken away", "delete from setting where name = 'platform_limit'"],
  [
    'the content of what waits for a second person',
    `update approval_step set content = '{"file_name":"x"}'`,
  ],
  [
    'who asked for what waits',
    "update approval_step set asked_by = 'sub-emeka@corridor.test' where answer is null",
  ],
  ['what somebody moved alone', 'update moved_alone set worth_minor = 1'],
  ['what somebody moved alone forgotten', 'delete from moved_alone'],
  [
    'a member made by hand',
    `insert into employer_member (employer_uuid, sub, role, created_at) select ${rival}, sub, 'owner', now() from person where type = 'contractor' limit 1`,
  ],
  ['a member gone', `delete from employer_member where employer_uuid = ${rival}`],
  [
    'a signature made by hand',
    `create table kept as select * from contract_signature where party = 'contractor' limit 1; delete from row_seal using kept k where table_name = 'contract_signature' and row_key = k.contract_uuid || ' contractor';
    delete from contract_signature s using kept k where s.contract_uuid = k.contract_uuid and s.party = 'contractor'; insert into contract_signature select * from kept; drop table kept`,
  ],
  [
    'the address that somebody logs in with',
    "update person set email = 'me@evil.test' where type = 'operator'",
  ],
  [
    'a possible match cleared by hand',
    "update screening_hit set status = 'CLEARED', decided_by = 'sub-op@corridor.test', decided_at = now(); delete from compliance_hold",
  ],
  ['a possible match gone', 'delete from screening_hit; delete from compliance_hold'],
  ['who is waited for let go by hand', 'delete from compliance_hold'],
  [
    'a freeze by hand',
    "insert into payment_freeze (freeze_uuid, before, words, frozen_by, frozen_at) select gen_random_uuid(), '2026-01-01', '', sub, now() from operator limit 1",
  ],
  [
    'a freeze lifted by hand',
    "update payment_freeze set lifted_at = now(), lifted_by = 'sub-op@corridor.test'",
  ],
  ['a freeze narrowed by hand', "update payment_freeze set currency = 'EUR'"],
  ['a freeze gone', 'delete from payment_freeze'],
  ['a person reinstated', "update person set suspended_at = now() where type = 'contractor'"],
  [
    'an invitation made by hand',
    `insert into team_invitation (invitation_uuid, employer_uuid, email, role, token_hash, created_at, link_sent_at, expires_at)
    values (gen_random_uuid(), null, 'me@evil.test', 'admin', '\\x01', now(), now(), now() + interval '1 day')`,
  ],
  ['the link of an invitation', "update team_invitation set token_hash = '\\x01'"],
  [
    'who confirmed an operator',
    "update team_invitation set confirmed_by = (select sub from person where type = 'contractor' limit 1)",
  ],
  ['the address of an invitation', "update invitation set email = email || '.evil'"],
  ['an engagement that ended', "update invitation set status = 'OFFBOARDED'"],
  ['the file of a contract', 'update contract set pdf_file_uuid = null'],
  ['the digest of a file', "update stored_file set sha256 = repeat('a', 64)"],
  ['the status of a document', "update identity_document set status = 'REJECTED'"],
  ['the version that somebody agreed to', "update agreement set version = '2020-01-01'"],
  ['the name of a company', "update employer set corporation_name = 'Evil Inc.'"],
  ['who booked a file', "update funding_file set booked_by = 'sub-emeka@corridor.test'"],
  ['who asked for an execution', "update execution set requested_by = 'sub-emeka@corridor.test'"],
  [
    'all seals of a table taken away',
    `update approval set content = content || ' ', digest = encode(sha256(convert_to(content || ' ', 'UTF8')), 'hex'); delete from row_seal where table_name = 'approval'`,
  ],
  [
    'an operator made while the mark is away',
    `delete from verification_mark; insert into operator (sub, role, created_at) select sub, 'admin', now() from person where type = 'employer' limit 1`,
  ],
  ['what a policy allows', 'alter policy tenant on payment using (true)'],
  [
    'what a constraint demands',
    'alter table ledger_account drop constraint no_overdraft; alter table ledger_account add constraint no_overdraft check (true)',
  ],
  [
    'what a trigger does',
    `create function public.noop() returns trigger language plpgsql as $$ begin return new; end $$; drop trigger append_only on ledger_transfer;
    create trigger append_only before update or delete on ledger_transfer for each row execute function public.noop()`,
  ],
  [
    'an event trigger',
    `create function public.nosy() returns event_trigger language plpgsql as $$ begin end $$; create event trigger nosy on ddl_command_end execute function public.nosy()`,
  ],
  ['a rule', 'create rule quiet as on update to payment do instead nothing'],
  ['whose rights a function has', 'alter function app.acting_employer() security definer'],
  ['the country whose holidays count', "update employer set country_code = 'DE'"],
  [
    'a seal under another name',
    `update row_seal set row_key = 'x' where ctid in (select ctid from row_seal where table_name = 'stored_file' limit 1); update stored_file set sha256 = repeat('a', 64)`,
  ],
  ['what a bank showed', 'update bank_entry set minor = minor + 1 where minor > 0'],
  [
    'whose money a bank showed',
    "update bank_entry set reference = 'RF18539007547034' where minor > 0",
  ],
  [
    'what was on an account at the end',
    'update bank_statement set closing_minor = closing_minor + 1',
  ],
  ['who read a statement', "update bank_statement set read_by = 'sub-emeka@corridor.test'"],
  ['from when a bank is compared', 'update bank_book set began_on = began_on - 1'],
  ['why a difference is none', "update bank_explanation set words = 'It is well known.'"],
  [
    'a difference that nobody explained',
    `insert into bank_explanation (subject, amount_minor, currency, kind, words, asked_by, explained_by, explained_at, explanation_uuid)
      select 'missing:EUR:1', 0, currency, 'MISSING', words, asked_by, explained_by, explained_at, gen_random_uuid() from bank_explanation`,
  ],
  ['as what a charge was booked', "update bank_booking set booked_as = 'EXCHANGE'"],
  ['a rate that was promised', 'update conversion_quote set bought_minor = bought_minor + 1'],
  [
    'until when a rate was promised',
    "update conversion_quote set expires_at = expires_at + interval '1 day'",
  ],
]

/**
 * Fills a database for the benchmarks with set-based SQL: companies of contractors with contracts and, for lists, cycles that were
 * paid, with everything that the invariants ask of them.
 */
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { addDays } from '#domain/kernel/plain-date.ts'
import type { FieldCipher } from '#server/kernel/field-cipher.ts'

export type Company = {
  readonly employer_uuid: string
  readonly policy_uuid: string
  readonly domain: string
  readonly boss: string
  /** Its contractors are this and a number from 1. */
  readonly contractor: string
}

export const BENCH = companyOf(1, 'bench')
export const OTHER = companyOf(2, 'other')
export const OPERATOR_SUB = 'bench-operator'
export const FIRST_PERIOD_END = '2026-03-13'
const FIRST_PERIOD_START = '2026-02-28'
const PERIOD_DAYS = 14

function companyOf(n: number, name: string): Company {
  return {
    employer_uuid: `00000000-0000-7000-8000-00000000000${n}`,
    policy_uuid: `00000000-0000-7000-8000-0000000000a${n}`,
    domain: `${name}.test`,
    boss: `${name}-boss`,
    contractor: `${name}-`,
  }
}

/** The one operator, who pays all of them. */
export async function seedOperator(client: pg.Client): Promise<void> {
  await client.query(`
    insert into person (sub, type, email, first_name, last_name, created_at)
      values ('${OPERATOR_SUB}', 'operator', 'op@bench.test', 'Noor', 'Haddad', now());
    insert into setting (name, value) values ('platform_limit', 'null');
    insert into operator (sub, role, created_at) values ('${OPERATOR_SUB}', 'admin', now());`)
}

/**
 * One verified employer with a bi-weekly policy and `contractors` signed contractors, each paid 100 % to one account, from the first
 * day of the oldest of `paid` cycles on; one of 500 signed late, and has a period that no cycle pays.
 */
export async function seedCompany(
  client: pg.Client,
  fields: FieldCipher,
  company: Company,
  { contractors, paid }: { contractors: number; paid: number },
): Promise<void> {
  const { employer_uuid, policy_uuid, domain, boss, contractor } = company
  const phone = fields.seal('person.phone_number', boss, '+14165550142')
  const since = addDays(FIRST_PERIOD_START, -paid * PERIOD_DAYS)
  const all = `generate_series(1, ${contractors}) n`
  await client.query(`
    insert into person (sub, type, email, first_name, last_name, country_code, phone_number, contact_info_at, has_authorization_to_act_for_employer, preferred_name, created_at)
      values ('${boss}', 'employer', 'boss@${domain}', 'Ingrid', 'Solberg', 'CA', '${phone}', now(), true, 'Ingrid', now());
    insert into agreement (sub, kind, version, accepted_at, address) values
      ('${boss}', 'terms-of-service', '2026-11-01', now(), ''), ('${boss}', 'data-privacy-policy', '2026-11-01', now(), '');
    insert into employer (employer_uuid, domain, corporation_name, country_code, subdivision_code, verification, created_at)
      values ('${employer_uuid}', '${domain}', '${domain}', 'CA', 'CA-ON', 'VERIFIED', now());
    insert into employer_member (employer_uuid, sub, created_at) values ('${employer_uuid}', '${boss}', now());
    insert into stored_file (file_uuid, employer_uuid, kind, file_name, mime_type, size_bytes, sha256, created_at, created_by)
      values ('${employer_uuid}', '${employer_uuid}', 'articles_of_incorporation', 'a.pdf', 'application/pdf', 1, encode(sha256('a'), 'hex'), now(), '');
    insert into identity_document (document_uuid, employer_uuid, kind, file_uuid, status, uploaded_at)
      values ('${employer_uuid}', '${employer_uuid}', 'articles_of_incorporation', '${employer_uuid}', 'VERIFIED', now());
    insert into payroll_policy (policy_uuid, employer_uuid, label, period_type, first_period_end_date, pay_date_rule, day_of_week, holiday_policy, after_holiday, approved_at, created_at)
      values ('${policy_uuid}', '${employer_uuid}', 'Biweekly', 'BI_WEEKLY', '${FIRST_PERIOD_END}', 'DAY_OF_WEEK', 'friday', 'RESPECT', false, now(), now());
    insert into person (sub, type, email, first_name, last_name, country_code, created_at)
      select '${contractor}' || n, 'contractor', '${contractor}' || n || '@mail.test',
          (array['Amara', 'José', 'Zoë', 'Олена', '小明', 'يوسف', 'Ngozi', 'Łukasz'])[1 + n % 8],
          (array['Okafor', 'Nguyễn', 'Müller', 'Шевченко', '陳', 'حداد', 'Silva', 'García', 'Kowalski', 'Smith'])[1 + n / 8 % 10] || ' ' || n,
          (array['NG', 'MX', 'DE', 'UA', 'TW', 'EG', 'GH', 'PL'])[1 + n % 8], now() from ${all};
    insert into contractor (sub, verification, created_at) select '${contractor}' || n, 'VERIFIED', now() from ${all};
    insert into invitation (invitation_uuid, employer_uuid, email, contractor_sub, inviter_sub, status, token_hash, datetime_invited, link_sent_at, expires_at)
      select uuidv7(), '${employer_uuid}', '${contractor}' || n || '@mail.test', '${contractor}' || n, '${boss}', 'ACCEPTED',
          sha256(('${contractor}' || n)::bytea), now() - n * interval '1 minute', now(), now() from ${all};
    insert into contract (contract_uuid, employer_uuid, contractor_sub, status, role, currency, hourly_rate_minor, scheduled_hours_hundredths, pay_policy_uuid, effective_date, contract_start_date, created_at)
      select uuidv7(), '${employer_uuid}', '${contractor}' || n, 'ACTIVE', 'Engineer', 'USD', 3000 + n % 2000, 8000, '${policy_uuid}', day, day, now()
        from ${all}, lateral (select '${since}'::date - case when n % 500 = 0 then ${PERIOD_DAYS} else 0 end) late(day);`)
  await seedAccounts(client, fields, company, contractors)
  if (paid > 0) await seedFunded(client, company)
  for (let ago = paid; ago > 0; ago--) await seedPaidCycle(client, company, ago)
  await client.query('vacuum analyze')
}

/** As many batches of the sandbox, the first of which has as many rows as a batch may. */
export async function seedBatches(
  client: pg.Client,
  { employer_uuid, policy_uuid, boss }: Company,
  count: number,
): Promise<void> {
  await client.query(`
    insert into payment_batch (batch_uuid, employer_uuid, file_name, source, digest, pay_date, sandbox, submitted_by, inviter_sub, submitted_at, row_count, left_out, totals)
      select case n when 1 then '${policy_uuid}'::uuid else uuidv7() end, '${employer_uuid}', 'payouts ' || n, 'FILE', sha256(n::text::bytea), '2026-03-13', true,
          '${boss}', '${boss}', now() - n * interval '1 minute', least(${count}, 10000), 0, '[{"currency": "USD", "minor": "100"}]' from generate_series(1, ${count}) n;
    insert into payment_batch_row (batch_uuid, row_number, employer_uuid, email, name, currency, amount_minor, reference)
      select '${policy_uuid}', n, '${employer_uuid}', 'p' || n || '@mail.test', '', 'USD', 100, 'LC-' || n from generate_series(1, least(${count}, 10000)) n`)
  await client.query('vacuum analyze payment_batch, payment_batch_row')
}

/** What of each day of statements is known, as money that went and came back, and what nobody knows. */
const KNOWN_OF_DAY = 100
const OPEN_OF_DAY = 3

/** Statements of a euro account, a day each until yesterday, with as many entries in all. */
export async function seedStatements(
  client: pg.Client,
  fields: FieldCipher,
  entries: number,
): Promise<void> {
  const days = Math.ceil(entries / (KNOWN_OF_DAY + OPEN_OF_DAY))
  const file = randomUUID()
  await client.query(`begin;
    insert into bank_book (currency, began_on, before_minor) values ('EUR', current_date - ${days}, 0);
    insert into stored_file (file_uuid, kind, file_name, mime_type, size_bytes, sha256, created_at, created_by)
      values ('${file}', 'bank_statement', 'statement.xml', 'application/xml', 1, '', now(), '${OPERATOR_SUB}');
    create temporary table told on commit drop as
      select n, current_date - ${days} + n as day, uuidv7() statement_uuid, uuidv7() match_uuid from generate_series(0, ${days - 1}) n;
    insert into bank_statement (statement_uuid, account, currency, report_id, from_day, to_day, opening_minor, closing_minor, entries, file_uuid, file_sha256, read_by, read_at)
      select statement_uuid, 'FR1420041010050500013M02606', 'EUR', 'S-' || n, day, day, n * 300, (n + 1) * 300, ${KNOWN_OF_DAY + OPEN_OF_DAY}, '${file}',
          encode(sha256('${file}'), 'hex'), '${OPERATOR_SUB}', now() from told;
    insert into bank_entry (entry_uuid, statement_uuid, line, currency, minor, day, returned, bank_reference, party, match_uuid, matched_at)
      select uuidv7(), statement_uuid, line, 'EUR', case when not known then 100 when line % 2 = 0 then 700 else -700 end, day, false, 'B-' || n || '-' || line, '',
          case when known then match_uuid end, case when known then now() end
        from told cross join generate_series(1, ${KNOWN_OF_DAY + OPEN_OF_DAY}) line cross join lateral (select line <= ${KNOWN_OF_DAY} known) k;
    select app.append_audit(jsonb_build_array(jsonb_build_object('chain', 'platform', 'created_at', now(), 'actor_sub', '${OPERATOR_SUB}', 'actor_role', 'operator',
      'request_id', 'seed', 'action', 'read', 'entity', 'bank_statement', 'entity_uuids', (select jsonb_agg(statement_uuid) from told), 'after', '{}'::jsonb)));
    commit`)
  const { rows } = await client.query<{ id: string }>(
    'select entry_uuid id from bank_entry where match_uuid is null',
  )
  const party = JSON.stringify({ name: 'Somebody', account: '', words: 'no idea' })
  await client.query(
    'update bank_entry set party = s.party from unnest($1::uuid[], $2::text[]) s(id, party) where entry_uuid = s.id',
    [rows.map(({ id }) => id), rows.map(({ id }) => fields.seal('bank_entry.party', id, party))],
  )
  await client.query('vacuum analyze bank_statement, bank_entry')
}

const BANK = {
  account_name: 'Amara',
  currency: 'USD',
  account_type: null,
  transit_number: null,
  institution_number: null,
  swift_code: null,
  iban: null,
  interac_email: null,
}

async function seedAccounts(
  client: pg.Client,
  fields: FieldCipher,
  { contractor }: Company,
  count: number,
): Promise<void> {
  const accounts = Array.from({ length: count }, (_, at) => {
    const id = randomUUID()
    const bank = JSON.stringify({ ...BANK, account_number: `99${at + 1}7` })
    return { id, bank: fields.seal('destination.bank', id, bank) }
  })
  await client.query(
    `insert into destination (destination_uuid, contractor_sub, kind, network, currency, label, bank, percentage_bps, usable_from, changed_at, created_at)
      select id, '${contractor}' || n, 'bank', 'fiat', 'USD', 'USD account •• ' || lpad(n::text, 4, '0'), bank, 10000, '2025-01-01', '2025-01-01', '2025-01-01'
        from unnest($1::uuid[], $2::text[]) with ordinality a(id, bank, n)`,
    [accounts.map(account => account.id), accounts.map(account => account.bank)],
  )
}

const KINDS = ['available', 'reserved', 'in_flight']

/** Money on a company's balance, booked once. */
export async function seedFunded(
  client: pg.Client,
  { employer_uuid, domain }: Company,
): Promise<void> {
  const kinds = KINDS.map(kind => `'${kind}'`).join(', ')
  await client.query(`
    select app.open_accounts(array['platform', o, o, o], array[null, e, e, e], array['outside', ${kinds}], array_fill('USD'::text, array[4]), array[true, false, false, false])
      from (select 'employer:${employer_uuid}' o, '${employer_uuid}'::uuid e) owner;
    insert into funding_file (funding_file_uuid, file_name, sha256, booked_by, booked_at) values ('${employer_uuid}', 'seed.csv', '', '${OPERATOR_SUB}', now());
    insert into funding (reference, funding_uuid, employer_uuid, currency, amount_minor, received_on, funding_file_uuid)
      values ('SEED ${domain}', '${employer_uuid}', '${employer_uuid}', 'USD', 1000000000000, '2025-01-01', '${employer_uuid}');
    ${posting(employer_uuid, 'outside', 'available', 'funding_received', 'f.funding_uuid', 'f.amount_minor', `funding f where f.employer_uuid = '${employer_uuid}'`)}`)
}

/** A cycle that ended so many periods ago, through all its states: approved a hundred items at a time, executed at once, settled. */
async function seedPaidCycle(
  client: pg.Client,
  { employer_uuid, policy_uuid, boss }: Company,
  ago: number,
): Promise<void> {
  const start = addDays(FIRST_PERIOD_START, -ago * PERIOD_DAYS)
  const end = addDays(start, PERIOD_DAYS - 1)
  const [cycle, execution] = [randomUUID(), randomUUID()]
  const said = (entity: string, ids: string, status: string) =>
    `select app.append_audit(jsonb_build_array(jsonb_build_object('chain', '${employer_uuid}', 'created_at', '${end}', 'actor_sub', '${boss}',
      'actor_role', 'employer', 'request_id', 'seed', 'action', 'seed', 'entity', '${entity}', 'entity_uuids', ${ids}, 'after', jsonb_build_object('status', '${status}'))));`
  const each = (id: string) => `(select jsonb_agg(${id}) from paid)`
  await client.query(`begin;
    insert into pay_cycle (cycle_uuid, employer_uuid, policy_uuid, period_index, start_date, end_date, nominal_pay_date, pay_date, opened_at)
      values ('${cycle}', '${employer_uuid}', '${policy_uuid}', ${-ago}, '${start}', '${end}', '${end}', '${end}', '${start}');
    ${said('pay_cycle', `'["${cycle}"]'::jsonb`, 'OPEN')}
    create temporary table paid on commit drop as
      select k.*, d.destination_uuid, d.version destination_version, d.label, k.hourly_rate_minor * 80 amount_minor, uuidv7() line_item_uuid,
          uuidv7() payment_uuid, uuidv7() attempt_uuid, row_number() over () / 100 part
        from contract k join destination d using (contractor_sub) where k.employer_uuid = '${employer_uuid}';
    create temporary table approved on commit drop as select part, uuidv7() approval_uuid,
      json_build_object('fx', json_build_object('locked_rates', '{}'::text[], 'tolerance_bps', 100), 'items', json_agg(json_build_object(
        'amount', amount_minor::text || ' USD', 'contractor_sub', contractor_sub, 'line_item_uuid', line_item_uuid)))::text content from paid group by part;
    insert into approval (approval_uuid, employer_uuid, cycle_uuid, digest, content, approved_by, approved_at)
      select approval_uuid, '${employer_uuid}', '${cycle}', encode(sha256(convert_to(content, 'UTF8')), 'hex'), content, '${boss}', '${end}' from approved;
    insert into line_item (line_item_uuid, employer_uuid, cycle_uuid, contractor_sub, contract_uuid, status, role, currency, hourly_rate_minor, scheduled_hours_hundredths,
        hours_hundredths, amount_minor, earned, approval_uuid, approved_at, paid_at, created_at, version)
      select line_item_uuid, employer_uuid, '${cycle}', contractor_sub, contract_uuid, 'PAID', role, 'USD', hourly_rate_minor, 8000, 8000, amount_minor,
          app.days('${start}', '${end}'), approval_uuid, '${end}', '${end}', '${start}', 3 from paid join approved using (part);
    insert into execution (execution_uuid, pay_date, requested_by, requested_at, payments) select '${execution}', '${end}', '${OPERATOR_SUB}', '${end}', count(*) from paid;
    insert into payment (payment_uuid, employer_uuid, line_item_uuid, cycle_uuid, contractor_sub, destination_uuid, destination_version, destination_label, network,
        percentage_bps, source_currency, source_minor, currency, promised_minor, amount_minor, pay_date, status, funded, reference, simulated, attempt, attempt_uuid,
        execution_uuid, executed_at, sent_at, settled_at, created_at, version)
      select payment_uuid, employer_uuid, line_item_uuid, '${cycle}', contractor_sub, destination_uuid, destination_version, label, 'fiat', 10000, 'USD', amount_minor,
          'USD', amount_minor, amount_minor, '${end}', 'SETTLED', true, 'seed', true, 1, attempt_uuid, '${execution}', '${end}', '${end}', '${end}', '${end}', 4 from paid;
    insert into execution_count select '${execution}', network, currency, status, count(*), sum(amount_minor) from payment where execution_uuid = '${execution}' group by 2, 3, 4;
    insert into payment_attempt (attempt_uuid, payment_uuid, employer_uuid, number, rail, currency, amount_minor, requested_by, requested_at, outcome, reference, ended_at)
      select attempt_uuid, payment_uuid, employer_uuid, 1, 'Simulated', 'USD', amount_minor, '${OPERATOR_SUB}', '${end}', 'SENT', 'seed', '${end}' from paid;
    insert into simulated_rail.transfer (attempt_uuid, destination, currency, amount_minor, accepted, reference)
      select attempt_uuid, label, 'USD', amount_minor, true, 'seed' from paid;
    ${posting(employer_uuid, 'available', 'reserved', 'item_approved', 'p.line_item_uuid', 'p.amount_minor', 'paid p')}
    ${posting(employer_uuid, 'reserved', 'in_flight', 'payment_executed', 'p.payment_uuid', 'p.amount_minor', 'paid p')}
    ${posting(employer_uuid, 'in_flight', 'outside', 'payment_settled', 'p.payment_uuid', 'p.amount_minor', 'paid p')}
    ${['PENDING_APPROVAL', 'APPROVED', 'PAID'].map(status => said('line_item', each('line_item_uuid'), status)).join('\n')}
    ${['SCHEDULED', 'EXECUTING', 'SENT', 'SETTLED'].map(status => said('payment', each('payment_uuid'), status)).join('\n')}
    commit`)
}

function posting(
  employer_uuid: string,
  from: string,
  to: string,
  code: string,
  subject: string,
  amount: string,
  rows: string,
): string {
  const account = (kind: string) =>
    `(select account_id from ledger_account where kind = '${kind}' and currency = 'USD' and owner = '${kind === 'outside' ? 'platform' : `employer:${employer_uuid}`}')`
  return `select app.post_transfers(array_agg(row(uuidv7(), ${account(from)}, ${account(to)}, ${amount}, 'POSTED', null, '${code}', ${subject}, '${employer_uuid}')::app.transfer_request), now()) from ${rows};`
}

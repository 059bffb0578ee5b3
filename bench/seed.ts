/** Fills a database for the benchmarks with set-based SQL: contractors, contracts and, for the list, payments that are history. */
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { FieldCipher } from '#server/kernel/field-cipher.ts'

export const EMPLOYER = '00000000-0000-7000-8000-000000000001'
export const POLICY = '00000000-0000-7000-8000-000000000002'
export const EMPLOYER_SUB = 'bench-employer'
export const OPERATOR_SUB = 'bench-operator'
export const FIRST_PERIOD_END = '2026-03-15'

/** One verified, funded employer with a bi-weekly policy and `contractors` signed contractors, each paid 100 % to one account. */
export async function seedEmployer(
  client: pg.Client,
  fields: FieldCipher,
  contractors: number,
): Promise<void> {
  const phone = fields.seal('person.phone_number', EMPLOYER_SUB, '+14165550142')
  await client.query(`
    insert into person (sub, type, email, first_name, last_name, country_code, phone_number, contact_info_at, has_authorization_to_act_for_employer, preferred_name, created_at) values
      ('${EMPLOYER_SUB}', 'employer', 'boss@bench.test', 'Ingrid', 'Solberg', 'CA', '${phone}', now(), true, 'Ingrid', now()),
      ('${OPERATOR_SUB}', 'operator', 'op@bench.test', 'Noor', 'Haddad', null, '', null, false, '', now());
    -- One operator pays them all.
    insert into setting (name, value) values ('platform_limit', 'null');
    insert into operator (sub, role, created_at) values ('${OPERATOR_SUB}', 'admin', now());
    insert into agreement (sub, kind, version, accepted_at, address) values
      ('${EMPLOYER_SUB}', 'terms-of-service', '2026-11-01', now(), ''), ('${EMPLOYER_SUB}', 'data-privacy-policy', '2026-11-01', now(), '');
    insert into employer (employer_uuid, domain, corporation_name, country_code, subdivision_code, verification, created_at)
      values ('${EMPLOYER}', 'bench.test', 'Bench Inc.', 'CA', 'CA-ON', 'VERIFIED', now());
    insert into employer_member (employer_uuid, sub, created_at) values ('${EMPLOYER}', '${EMPLOYER_SUB}', now());
    insert into stored_file (file_uuid, employer_uuid, kind, file_name, mime_type, size_bytes, sha256, created_at, created_by)
      values ('${EMPLOYER}', '${EMPLOYER}', 'articles_of_incorporation', 'a.pdf', 'application/pdf', 1, '', now(), '');
    insert into identity_document (document_uuid, employer_uuid, kind, file_uuid, status, uploaded_at)
      values ('${EMPLOYER}', '${EMPLOYER}', 'articles_of_incorporation', '${EMPLOYER}', 'VERIFIED', now());
    insert into payroll_policy (policy_uuid, employer_uuid, label, period_type, first_period_end_date, pay_date_rule, day_of_week, holiday_policy, after_holiday, approved_at, created_at)
      values ('${POLICY}', '${EMPLOYER}', 'Biweekly', 'BI_WEEKLY', '${FIRST_PERIOD_END}', 'DAY_OF_WEEK', 'friday', 'RESPECT', false, now(), now());
    insert into person (sub, type, email, first_name, last_name, country_code, created_at)
      select 'c' || n, 'contractor', 'c' || n || '@bench.test', 'Amara', 'Okafor ' || n, 'NG', now() from generate_series(1, ${contractors}) n;
    insert into contractor (sub, verification, created_at) select 'c' || n, 'VERIFIED', now() from generate_series(1, ${contractors}) n;
    insert into invitation (invitation_uuid, employer_uuid, email, contractor_sub, inviter_sub, status, token_hash, datetime_invited, link_sent_at, expires_at)
      select gen_random_uuid(), '${EMPLOYER}', 'c' || n || '@bench.test', 'c' || n, '${EMPLOYER_SUB}', 'ACCEPTED', sha256(n::text::bytea), now(), now(), now() from generate_series(1, ${contractors}) n;
    insert into contract (contract_uuid, employer_uuid, contractor_sub, status, role, currency, hourly_rate_minor, scheduled_hours_hundredths, pay_policy_uuid, effective_date, contract_start_date, created_at)
      select gen_random_uuid(), '${EMPLOYER}', 'c' || n, 'ACTIVE', 'Engineer', 'USD', 3000 + n % 2000, 8000, '${POLICY}', '2026-01-01', '2026-01-01', now() from generate_series(1, ${contractors}) n;`)
  await seedAccounts(client, fields, contractors)
  await client.query('analyze')
}

async function seedAccounts(client: pg.Client, fields: FieldCipher, count: number): Promise<void> {
  const accounts = Array.from({ length: count }, (_, at) => {
    const bank = JSON.stringify({ account_name: 'Amara', account_number: `99${at + 1}7` })
    const id = randomUUID()
    return { id, sub: `c${at + 1}`, bank: fields.seal('destination.bank', id, bank) }
  })
  const column = (name: 'id' | 'sub' | 'bank') => accounts.map(account => account[name])
  await client.query(
    `insert into destination (destination_uuid, contractor_sub, kind, network, currency, label, bank, percentage_bps, usable_from, changed_at, created_at)
      select id, sub, 'bank', 'fiat', 'USD', 'Account •• ' || lpad(substr(sub, 2), 4, '0'), bank, 10000, '2026-01-01', '2026-01-01', '2026-01-01'
        from unnest($1::uuid[], $2::text[], $3::text[]) a(id, sub, bank)`,
    [column('id'), column('sub'), column('bank')],
  )
}

/** `payments` settled payments of one old cycle of the seeded employer, for reading lists. */
export async function seedHistory(client: pg.Client, payments: number): Promise<void> {
  await client.query(`
    insert into pay_cycle (cycle_uuid, employer_uuid, policy_uuid, period_index, start_date, end_date, nominal_pay_date, pay_date, opened_at)
      values ('${EMPLOYER}', '${EMPLOYER}', '${POLICY}', -1, '2025-01-06', '2025-01-19', '2025-01-24', '2025-01-24', now());
    insert into line_item (line_item_uuid, employer_uuid, cycle_uuid, contractor_sub, contract_uuid, status, role, currency, hourly_rate_minor, scheduled_hours_hundredths, hours_hundredths, amount_minor, created_at)
      select gen_random_uuid(), '${EMPLOYER}', '${EMPLOYER}', contractor_sub, contract_uuid, 'PAID', 'Engineer', 'USD', 3000, 8000, 8000, 240000, now() from contract;
    insert into payment (payment_uuid, employer_uuid, line_item_uuid, cycle_uuid, contractor_sub, destination_uuid, destination_label, network, percentage_bps,
        source_currency, source_minor, currency, promised_minor, amount_minor, pay_date, status, funded, attempt, settled_at, created_at)
      select gen_random_uuid(), '${EMPLOYER}', i.line_item_uuid, '${EMPLOYER}', i.contractor_sub, d.destination_uuid, d.label, 'fiat', 10000, 'USD', 240000, 'USD', 240000, 240000,
          '2025-01-24'::date - n, 'SETTLED', true, 1, now(), now()
        from line_item i join destination d on d.contractor_sub = i.contractor_sub, generate_series(1, ${payments} / (select count(*)::int from line_item)) n;
    analyze;`)
}

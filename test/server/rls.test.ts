/** Row-level security, read off the catalogue so that a new table cannot be forgotten, and seen from two companies. */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { actorOf, call, callAs, type Person } from '#db/seed/cast.ts'
import { ANONYMOUS } from '#server/kernel/actor.ts'
import { newUuid } from '#server/kernel/ids.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { testLogins } from '#test/harness/test-server.ts'
import {
  givenContractor,
  givenDuePayments,
  givenEmployer,
  plainWorld,
  type World,
} from '#test/harness/world.ts'
import { connectMachines, sendBatch } from './machines.ts'

let world: World
let admin: Admin
let tables: string[]
let a: { employer_uuid: string }
let b: { employer_uuid: string }

beforeAll(async () => {
  world = await plainWorld()
  admin = await adminOf(world)
  const due = await givenDuePayments(world)
  a = due.employer
  b = await givenEmployer(world, due.operator, 'boss@rival.test')
  await call(world, due.employer, 'inviteMember', {
    body: { email: 'new@northwind.test', role: 'viewer' },
  })
  await call(world, due.employer, 'putEmployerCryptoInfo', {
    body: { currency: 'USDC', blockchain: 'hedera', address: '0.0.48211' },
  })
  await call(world, due.employer, 'putHolidayPolicy', {
    body: { holidays: [{ date: '2026-12-24', label: 'Closed' }] },
  })
  await call(world, due.employer, 'makePolicyFeed', {
    params: { id: due.id.policy_uuid },
    body: {},
  })
  // Nobody here is late with an approval, nothing was paid and taken back, and the company is not in the United States.
  await admin.rows(
    `with p as (insert into payee_reminder values ($1, $2, 'boss', now())), t as (insert into pay_taken_back overriding system value select 1, line_item_uuid, now(), now(),
      employer_uuid, cycle_uuid, contractor_sub, currency, 1, 0 from line_item where employer_uuid = $2 limit 1),
      l as (insert into late_notice values ($1, $2, 'COMPANY', 1, '', true, now()) on conflict do nothing) insert into approval_reminder values ($1, $2, 'TODAY', now())`,
    [due.id.cycle_uuid, a.employer_uuid],
  )
  await admin.rows(
    `insert into tax_form select gen_random_uuid(), k.contractor_sub, $1, 'W-9', 'sealed:', '', f.file_uuid, now()
      from contract k, stored_file f where k.employer_uuid = $1 and f.employer_uuid = $1 limit 1`,
    [a.employer_uuid],
  )
  const leaver = await givenContractor(world, due.operator, 'leaver@okafor.test')
  const { invitation_uuid: id } = await call(world, due.employer, 'inviteContractor', {
    body: { email: leaver.email, role: 'Designer' },
  })
  // No minute passes here, after which it could be sent again.
  await admin.rows(
    'with i as (select token_hash, invitation_uuid, employer_uuid from invitation where invitation_uuid = $1), r as (insert into invitation_reminder select invitation_uuid, employer_uuid, now(), 1, now() from i) insert into replaced_invitation_link select i.*, now() from i',
    [id],
  )
  await call(world, leaver, 'acceptInvitation', { params: { id } })
  await call(world, due.employer, 'deleteContractor', { params: { contractor_email: leaver.sub } })
  await call(world, due.operator, 'bulkExecute', {
    body: { pay_date: '2026-03-20', payment_uuids: due.payment_uuids },
  })
  // The next cycle is reviewed, differs from the one before, and is due again.
  const opened = await call(world, due.employer, 'openCycle', {
    params: { policy_uuid: due.id.policy_uuid },
    body: { end_date: '2026-03-29' },
  })
  const next = { policy_uuid: due.id.policy_uuid, cycle_uuid: opened.cycle_uuid ?? '' }
  const look = () => call(world, due.employer, 'getCycle', { params: next, query: { limit: 1 } })
  const [item] = (await look()).items
  for (const hours of [7900, 7800]) {
    const params = { ...next, line_item_uuid: item?.line_item_uuid ?? '' }
    await call(world, due.employer, 'editLineItem', { params, body: { hours } })
    if (hours === 7900) await look()
  }
  await call(world, due.employer, 'addEntry', {
    params: { ...next, line_item_uuid: item?.line_item_uuid ?? '', entry_uuid: newUuid() },
    body: { kind: 'DEDUCTION', amount_in_smallest_unit: 1n, words: 'A test' },
  })
  await showContract(due.employer)
  // Nobody here waits for a second yes.
  await admin.rows(
    `insert into approval_step (step_uuid, employer_uuid, kind, content, digest, title, totals, lines, may_answer, asked_by, asked_at, expires_at)
      values (gen_random_uuid(), $1, 'approve_pay', '{}', repeat('0', 64), 'A test', '[]', 1, '{owner}', $2, now(), now() + interval '1 day')`,
    [a.employer_uuid, due.employer.sub],
  )
  // Nor does anybody stand in for another, or has left the team.
  await admin.rows(
    `with gone as (insert into former_member values ($1, $3)) insert into approval_substitute (substitution_uuid, employer_uuid, absent_sub, substitute_sub, from_date, until_date, set_by, set_at)
      values (gen_random_uuid(), $1, $2, $3, '2026-03-02', '2026-03-03', $2, now())`,
    [a.employer_uuid, due.employer.sub, due.operator.sub],
  )
  // Nor is any money of theirs announced, for which there would have to be an account.
  await admin.rows(
    `insert into funding_notice (notice_uuid, employer_uuid, currency, amount_minor, sent_on, announced_by, announced_at)
      values (gen_random_uuid(), $1, 'USD', 1, '2026-03-02', $2, now())`,
    [a.employer_uuid, due.employer.sub],
  )
  await call(world, due.employer, 'putNotificationPreferences', {
    body: {
      ways: { TASK: 'AT_ONCE', PAY: 'DAILY', NEWS: 'IN_APP' },
      ...{ quiet_hours: null, daily_hour: 8, time_zone: 'America/Toronto' },
    },
  })
  // Nobody here is like somebody on a list.
  const [{ list_uuid } = {}] = await admin.rows<{ list_uuid: string }>(
    `insert into screening_list (list_uuid, source, format, version, file_name, sha256, entries, imported_at)
      values (gen_random_uuid(), 'a-test', 'ftm', '1', 'a', repeat('0', 64), 0, now()) returning list_uuid`,
  )
  await admin.rows(
    `insert into screening_hit (hit_uuid, employer_uuid, subject_kind, subject_key, subject_digest, subject, source, entry_id, entry_digest,
        entry, list_uuid, score, reasons, status, found_at)
      values (gen_random_uuid(), $1, 'company', 'a', 'a', 'sealed:', 'a-test', '1', 'a', '{}', $2, 90, '[]', 'OPEN', now())`,
    [a.employer_uuid, list_uuid],
  )
  for (const table of [
    'compliance_hold (party, employer_uuid, since)',
    'screening_due (party, employer_uuid, due_at)',
  ])
    await admin.rows(
      `insert into ${table} values ($1::uuid::text, $1::uuid, now()) on conflict do nothing`,
      [a.employer_uuid],
    )
  await admin.rows(
    'insert into review_claim (claim_uuid, employer_uuid, claimed_by, claimed_at, active_at) values (gen_random_uuid(), $1, $2, now(), now())',
    [a.employer_uuid, due.operator.sub],
  )
  // Nothing costs anything here, and nobody named an account.
  await admin.rows(
    `insert into price_list values (gen_random_uuid(), $1, 'USD', 1, '{}', 0, 0, $2, now())`,
    [a.employer_uuid, due.operator.sub],
  )
  await admin.rows(
    `with given as (insert into deposit_address select 'bc1q' || employer_uuid, employer_uuid, 'bitcoin', 'BTC', 'key', row_number() over () - 1, now() from employer)
      insert into billing_invoice values (gen_random_uuid(), $1, 2026, 1, '2026-03-01', '2026-04-01', 'USD', 1, 0, 0)`,
    [a.employer_uuid],
  )
  await admin.rows(
    `insert into fee select gen_random_uuid(), employer_uuid, 'PAYMENT', contractor_sub, payment_uuid, network, 'USD', 1, 0, 0, 1, 0, 0, '2026-03-20'
      from payment where employer_uuid = $1 limit 1`,
    [a.employer_uuid],
  )
  await admin.rows("insert into journal_account values ($1, 'FEES', 'Fees', '')", [a.employer_uuid])
  // Nor has anybody reported time, or been reminded to.
  await admin.rows(
    `with reminded as (insert into time_reminder values (gen_random_uuid(), $1, 'TODAY', now())) insert into timesheet (timesheet_uuid, employer_uuid, contract_uuid, contractor_sub, start_date, end_date, status)
      select gen_random_uuid(), employer_uuid, contract_uuid, contractor_sub, '2026-03-02', '2026-03-15', 'OPEN' from contract where employer_uuid = $1 limit 1`,
    [a.employer_uuid],
  )
  // Nobody asked them for money, and none of theirs was exchanged.
  await admin.rows(
    `with asked as (insert into funding_request (request_uuid, employer_uuid, currency, amount_minor, received_minor, needed_on, words, status, asked_by, asked_at) values (gen_random_uuid(), $1, 'USD', 100, 1, '2026-03-21', '', 'REQUESTED', $2, now()) returning request_uuid, employer_uuid)
      insert into funding_request_part select (select funding_uuid from funding where employer_uuid = $1 limit 1), request_uuid, employer_uuid, 1 from asked`,
    [a.employer_uuid, due.operator.sub],
  )
  await admin.rows(
    `with quoted as (insert into conversion_quote values (gen_random_uuid(), $1, 'USD', 'EUR', 'from', 100, 80, '0.8', 'Bank', now(), $2, now(), now() + interval '15 minutes'))
      insert into conversion (conversion_uuid, employer_uuid, from_currency, to_currency, fixed_side, amount_minor, conversion_date, status, asked_by, asked_at)
      values (gen_random_uuid(), $1, 'USD', 'EUR', 'to', 100, '2026-04-21', 'SCHEDULED', $2, now())`,
    [a.employer_uuid, due.operator.sub],
  )
  // Nor was anything of theirs taken back.
  await admin.rows(
    `insert into funding_reversal select funding_uuid, employer_uuid, currency, amount_minor, 'A test', $2, now() from funding where employer_uuid = $1 limit 1`,
    [a.employer_uuid, due.operator.sub],
  )
  // Nor is anything of theirs frozen any more.
  await admin.rows(
    `insert into payment_freeze (freeze_uuid, before, employer_uuid, words, frozen_by, frozen_at, lifted_by, lifted_at)
      select gen_random_uuid(), '2026-03-21', $1, '', $2, now(), sub, now() from person where sub <> $2 limit 1`,
    [a.employer_uuid, due.operator.sub],
  )
  await admin.rows(
    `with one as (select payment_uuid, employer_uuid, gen_random_uuid() attempt_uuid from payment where employer_uuid = $1 limit 1),
      tried as (insert into payment_attempt (attempt_uuid, payment_uuid, employer_uuid, number, rail, currency, amount_minor, requested_by, requested_at, outcome)
        select attempt_uuid, payment_uuid, employer_uuid, 99, '', 'USD', 1, '', now(), 'FAILED' from one returning attempt_uuid),
      told as (insert into payment_told select gen_random_uuid(), payment_uuid, employer_uuid, 'CONTRACTOR', 'payment-failed', now() from one),
      asked as (insert into first_payment_reminder select payment_uuid, employer_uuid, 3, now() from one),
      recorded as (insert into payment_record select gen_random_uuid(), payment_uuid, employer_uuid, 'PAID', '', null, '', null, $2, now() from one)
      insert into attempt_doubt (attempt_uuid, payment_uuid, employer_uuid) select attempt_uuid, payment_uuid, employer_uuid from one where exists (select from tried)`,
    [a.employer_uuid, due.operator.sub],
  )
  await connectMachines(world, due.employer)
  await sendBatch(world, due.employer)
  // Nobody here has a day that is not paid.
  await admin.rows('insert into maybe_unpaid values ($1, gen_random_uuid())', [a.employer_uuid])
  // Nor does anybody here have so many people that a report has to be asked for.
  await admin.rows(
    `insert into report (report_uuid, employer_uuid, cycle_uuid, asked_by, asked_at, status, people, moved_at)
      values (gen_random_uuid(), $1, $2, $3, now(), 'FAILED', 1000, now())`,
    [a.employer_uuid, due.id.cycle_uuid, due.employer.sub],
  )
  const rows = await admin.rows<{ name: string }>(
    `select c.table_name name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name = 'employer_uuid' order by 1`,
  )
  tables = rows.map(({ name }) => name)
})
/** Somebody is sent a link to a contract of the employer's, and opens it. */
async function showContract(employer: Person): Promise<void> {
  const [contract] = await admin.rows<{ contract_uuid: string }>(
    'select contract_uuid from contract where employer_uuid = $1 limit 1',
    [a.employer_uuid],
  )
  const params = { id: contract?.contract_uuid ?? '' }
  await admin.rows(
    `insert into contract_draft select contract_uuid, employer_uuid, contractor_sub, 1, 'sealed:', now(), $2
      from contract where contract_uuid = $1`,
    [params.id, employer.sub],
  )
  const body = { viewer_emails: 'ada@bank.test' }
  let token = ''
  await callAs(
    world,
    await actorOf(world, employer),
    'shareContract',
    { params, body },
    (_, said) => {
      token = said.secret ?? ''
    },
  )
  await callAs(world, ANONYMOUS, 'openSharedContract', { body: { token } })
}
afterAll(async () => {
  await admin.close()
  await world.close()
})

/** Tables without a policy, and why they need none. */
const OPEN: Readonly<Record<string, string>> = {
  audit_chain: 'heads of the chains, which only the function that appends writes',
  balance_mark: 'what the check of the invariants remembers; operations alone',
  chain_mark: 'what the check of the invariants remembers; operations alone',
  contract_draft_count: 'versions of what was typed, which only the trigger that counts writes',
  deposit_key: 'which number a key makes an address by next; it names nobody',
  field_key: 'one sealed key; operations alone',
  fx_rate: 'rates of exchange are the same for everybody',
  kysely_migration: 'which migrations are in',
  kysely_migration_lock: 'held while migrating, by the owner',
  rate_limit: 'counted by functions; nobody reads it',
  row_seal: 'what the check of the invariants remembers; operations alone',
  screening_entry: 'published lists, which operations alone reads',
  screening_list: 'published lists, which operations alone reads',
  screening_name: 'published lists, which operations alone reads',
  screening_wallet: 'as these lists',
  setting: "the platform's settings, which only operations writes",
  verification_mark: 'what the check of the invariants remembers; operations alone',
  worker_process: 'which workers live; services alone',
}
const logins = () => testLogins(world.databaseUrl)

/** Counts rows as the application's role in a scope; `foreign` of them name another employer than the scope's. */
async function countAs(settings: Readonly<Record<string, string>>, table: string, own = '') {
  const client = new pg.Client({ connectionString: logins().app })
  await client.connect()
  for (const [name, value] of Object.entries(settings))
    await client.query('select set_config($1, $2, false)', [`app.${name}`, value])
  const rows = await client
    .query<{ n: number; foreign: number }>(
      `select count(*)::int n, (count(*) filter (where employer_uuid::text <> $1))::int "foreign" from ${table}`,
      [own],
    )
    .then(answer => answer.rows)
    // Of what it may not read it sees nothing either.
    .catch((error: pg.DatabaseError) => {
      if (error.code === '42501') return [{ n: 0, foreign: 0 }]
      throw error
    })
  await client.end()
  return rows[0]
}

describe('every table of tenants', () => {
  it('is under row-level security that also binds its owner', async () => {
    expect(tables.length).toBeGreaterThan(14)
    const unprotected = await admin.rows(
      `select relname from pg_class where relname = any($1) and relnamespace = 'public'::regnamespace
        and not (relrowsecurity and relforcerowsecurity)`,
      [tables],
    )
    expect(unprotected).toEqual([])
  })

  it('has a policy, and which have none is known with the reason', async () => {
    const open = await admin.rows<{ name: string }>(
      `select relname name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
        and not (relrowsecurity and relforcerowsecurity) order by 1`,
    )
    expect(open.map(({ name }) => name)).toEqual(Object.keys(OPEN).sort())
  })

  it('is told apart by who is logged in before a statement starts', async () => {
    const policies = await admin.rows<{
      name: string
      says: string
      keeps: string
      read: boolean
    }>(
      `select polrelid::regclass::text name, pg_get_expr(polqual, polrelid) says, pg_get_expr(polwithcheck, polrelid) keeps,
          has_table_privilege('corridor_operations', polrelid, 'select') read
        from pg_policy where polname = 'tenant' order by 1`,
    )
    expect(policies.length).toBeGreaterThanOrEqual(tables.length)
    const form =
      /^\(\(app\.for_operations\(\) AND \(\( SELECT NULLIF\(app\.sees_all\(\), false\) AS "?nullif"?\) IS NOT NULL\)\) OR \(\(NOT app\.for_operations\(\)\) AND .*\)\)$/s
    expect(policies.filter(({ says, keeps }) => !form.test(says) || !form.test(keeps))).toEqual([])
    const operations = new pg.Client({ connectionString: logins().operations })
    await operations.connect()
    for (const { name } of policies.filter(({ read }) => read)) {
      const { rows } = await operations.query<Record<string, string>>(`explain table ${name}`)
      // One question for the transaction, and none of what a tenant is asked.
      const plan = rows.map(row => row['QUERY PLAN']).join('\n')
      expect([name, plan.match(/(?:InitPlan|SubPlan) \d+\n/g)?.length]).toEqual([name, 1])
    }
    await operations.end()
  })

  it('that names a contractor is as well', async () => {
    const open = await admin.rows(
      `select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid
        where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname = 'contractor_sub' and not a.attisdropped
          and not (c.relrowsecurity and c.relforcerowsecurity)`,
    )
    expect(open).toEqual([])
  })

  it('shows nothing to who did not say who acts', async () => {
    for (const table of tables)
      for (const settings of [
        {},
        { role: '' },
        { role: 'anonymous' },
        { role: 'employer' },
        { role: 'superuser' },
        { role: 'contractor', sub: 'sub-nobody' },
      ])
        expect([table, settings, await countAs(settings, table)]).toEqual([
          table,
          settings,
          { n: 0, foreign: 0 },
        ])
  })

  it("shows one company none of the other's rows", async () => {
    const filled: string[] = []
    for (const table of tables) {
      const theirs = await admin.rows(`select from ${table} where employer_uuid <> $1 limit 1`, [
        b.employer_uuid,
      ])
      if (theirs.length > 0) filled.push(table)
      const seen = await countAs(
        { role: 'employer', sub: 'sub-boss@rival.test', employer: b.employer_uuid },
        table,
        b.employer_uuid,
      )
      expect([table, seen?.foreign]).toEqual([table, 0])
      const own = await countAs(
        { role: 'employer', sub: 'sub-boss@northwind.test', employer: a.employer_uuid },
        table,
        a.employer_uuid,
      )
      expect([table, own?.foreign]).toEqual([table, 0])
    }
    // The check says something only of tables that hold something.
    expect(tables.filter(table => !filled.includes(table))).toEqual([])
  })

  it("lets nobody write another company's rows", async () => {
    const client = new pg.Client({ connectionString: logins().app })
    await client.connect()
    const scope = { role: 'employer', sub: 'sub-boss@rival.test', employer: b.employer_uuid }
    for (const [name, value] of Object.entries(scope))
      await client.query('select set_config($1, $2, false)', [`app.${name}`, value])
    for (const table of tables) {
      const change = await client
        .query(`update ${table} set employer_uuid = employer_uuid where employer_uuid = $1`, [
          a.employer_uuid,
        ])
        .catch((error: Error) => error.message)
      if (typeof change === 'string') expect(change).toMatch(/permission denied/)
      else expect([table, change.rowCount]).toEqual([table, 0])
    }
    await expect(
      client.query(
        `insert into payroll_policy (policy_uuid, employer_uuid, label, period_type, first_period_end_date, pay_date_rule, holiday_policy, after_holiday, created_at)
          values (gen_random_uuid(), $1, 'x', 'WEEKLY', '2026-03-01', 'END_OF_PAY_PERIOD', 'IGNORE', false, now())`,
        [a.employer_uuid],
      ),
    ).rejects.toThrow(/row-level security/)
    await client.end()
  })
})

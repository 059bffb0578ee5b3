/** Row-level security, read off the catalogue so that a new table cannot be forgotten, and seen from two companies. */
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call } from '#db/seed/cast.ts'
import type { Logins } from '#server/kernel/database-logins.ts'
import { type Scope, transact } from '#server/kernel/db.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { testLogins } from '#test/harness/test-server.ts'
import {
  cloneDatabase,
  givenContractor,
  givenDuePayments,
  givenEmployer,
  testWorld,
  type World,
} from '#test/harness/world.ts'

let world: World
let admin: Admin
let tables: string[]
let a: { employer_uuid: string }
let b: { employer_uuid: string }

beforeAll(async () => {
  world = await testWorld()
  admin = await adminOf(world)
  const due = await givenDuePayments(world)
  a = due.employer
  b = await givenEmployer(world, due.operator, 'boss@rival.test')
  await call(world, due.employer, 'inviteMember', {
    body: { email: 'new@northwind.test', role: 'viewer' },
  })
  const leaver = await givenContractor(world, due.operator, 'leaver@okafor.test')
  const { invitation_uuid: id } = await call(world, due.employer, 'inviteContractor', {
    body: { email: leaver.email, role: 'Designer' },
  })
  await call(world, leaver, 'acceptInvitation', { params: { id } })
  await call(world, due.employer, 'deleteContractor', { params: { contractor_email: leaver.sub } })
  await call(world, due.operator, 'bulkExecute', {
    body: { pay_date: '2026-03-20', payment_uuids: due.payment_uuids },
  })
  // Employers ask for no second person yet; their steps have the shape that operators' have.
  await admin.rows(
    `insert into approval_step (step_uuid, employer_uuid, kind, content, digest, title, totals, lines, may_answer, asked_by, asked_at, expires_at)
      values (gen_random_uuid(), $1, 'book_funding', '{}', repeat('0', 64), 'A test', '[]', 1, '{owner}', $2, now(), now() + interval '1 day')`,
    [a.employer_uuid, due.employer.sub],
  )
  const rows = await admin.rows<{ name: string }>(
    `select c.table_name name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name = 'employer_uuid' order by 1`,
  )
  tables = rows.map(({ name }) => name)
})
afterAll(async () => {
  await admin.close()
  await world.close()
})

/** Tables without a policy, and why they need none. */
const OPEN: Readonly<Record<string, string>> = {
  audit_chain: 'heads of the chains, which only the function that appends writes',
  balance_mark: 'what the check of the invariants remembers; operations alone',
  chain_mark: 'what the check of the invariants remembers; operations alone',
  field_key: 'one sealed key; operations alone',
  fx_rate: 'rates of exchange are the same for everybody',
  kysely_migration: 'which migrations are in',
  kysely_migration_lock: 'held while migrating, by the owner',
  rate_limit: 'counted by functions; nobody reads it',
  row_seal: 'what the check of the invariants remembers; operations alone',
  setting: "the platform's settings, which only operations writes",
  verification_mark: 'what the check of the invariants remembers; operations alone',
  worker_process: 'which workers live; services alone',
}

const logins = () => testLogins(world.databaseUrl)

/** Counts rows as the application's role in a scope; `foreign` of them name another employer than the scope's. */
async function countAs(settings: Readonly<Record<string, string>>, table: string, own = '') {
  const client = new pg.Client({
    connectionString: settings.role === 'system' ? logins().operations : logins().app,
  })
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
      if (error.code === '42501' && settings.role !== 'system') return [{ n: 0, foreign: 0 }]
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
      const theirs = await countAs({ role: 'system' }, table, b.employer_uuid)
      if (theirs && theirs.foreign > 0) filled.push(table)
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

describe('a login', () => {
  const names = () =>
    Object.entries(logins()).map(([purpose, url]) => [purpose, new URL(url).username] as const)

  /** What a statement says on a connection of this purpose: its rows, or why not. */
  async function said(purpose: keyof Logins, ...statements: string[]): Promise<unknown> {
    const client = new pg.Client({ connectionString: logins()[purpose] })
    await client.connect()
    try {
      let rows: unknown[] = []
      for (const statement of statements) rows = (await client.query(statement)).rows
      return rows
    } catch (error) {
      return error instanceof Error ? error.message : error
    } finally {
      await client.end()
    }
  }

  it('is no superuser, makes nobody, owns nothing and is a member of its own group alone', async () => {
    for (const [purpose, name] of names()) {
      const [role] = await admin.rows(
        'select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication from pg_roles where rolname = $1',
        [name],
      )
      expect([purpose, role]).toEqual([
        purpose,
        {
          rolsuper: false,
          rolbypassrls: false,
          rolcreaterole: false,
          rolcreatedb: false,
          rolreplication: false,
        },
      ])
      const owned = await admin.rows(
        `select relname from pg_class where relowner = any(array(select oid from pg_roles where pg_has_role($1, oid, 'member')))
          union all select proname from pg_proc where proowner = any(array(select oid from pg_roles where pg_has_role($1, oid, 'member')))`,
        [name],
      )
      expect([purpose, owned]).toEqual([purpose, []])
    }
    const groups = await admin.rows<{ login: string; groups: string[] }>(
      `select member.rolname login, array_agg(held.rolname::text order by 1) "groups" from pg_auth_members m
        join pg_roles member on member.oid = m.member join pg_roles held on held.oid = m.roleid
        where member.rolname = any($1) group by 1 order by 1`,
      [names().map(([, name]) => name)],
    )
    expect(groups.map(one => one.groups)).toEqual([
      ['corridor_app'],
      ['corridor_operations'],
      ['corridor_services'],
    ])
  })

  it('of a tenant becomes nobody else, whatever it says', async () => {
    const owner = new URL(world.databaseUrl).username
    for (const other of [
      owner,
      'corridor_operations',
      'corridor_services',
      ...names().map(n => n[1]),
    ])
      if (other !== new URL(logins().app).username)
        for (const way of [`set role "${other}"`, `set session authorization "${other}"`])
          expect(await said('app', way)).toMatch(/permission denied/)
    // What the finding did: back to the owner, and on.
    for (const purpose of ['app', 'operations', 'services'] as const)
      for (const statement of [
        'alter table audit_entry disable trigger append_only',
        'delete from audit_entry',
        'drop policy tenant on contract',
        "copy person to program 'cat'",
        'create table mine (n int)',
        'create temporary table mine (n int)',
      ])
        expect([
          purpose,
          statement,
          await said(purpose, 'reset role', 'set role none', statement),
        ]).toEqual([purpose, statement, expect.stringMatching(/permission denied|must be/)])
  })

  it('sees every tenant only where it may, and not because it says so', async () => {
    for (const role of ['system', 'operator'])
      for (const table of ['contract', 'person', 'line_item', 'destination', 'session'])
        expect([
          table,
          await said('app', `set app.role = '${role}'`, `select * from ${table}`),
        ]).toEqual([table, []])
    expect(
      await said('operations', "set app.role = 'system'", 'select sub from person'),
    ).not.toEqual([])
    // Nor does the other one without saying for whom it asks.
    expect(await said('operations', 'select * from person')).toEqual([])
  })

  it("of a tenant reaches nothing of the provider's, of the queue's and of the platform's", async () => {
    for (const table of [
      'audit_entry',
      'auth.session',
      'auth.account',
      'graphile_worker._private_jobs',
      'rate_limit',
      'field_key',
      'row_seal',
      'execution',
      'worker_process',
      'outbox_event',
    ])
      for (const verb of ['select * from', 'delete from'])
        expect([table, await said('app', `${verb} ${table}`)]).toEqual([
          table,
          expect.stringMatching(/permission denied/),
        ])
    for (const statement of [
      `insert into operator (sub, role, created_at) values ('sub-boss@rival.test', 'admin', now())`,
      `update person set type = 'operator'`,
      `update person set suspended_at = null`,
      `update employer set verification = 'UNVERIFIED'; update employer set verification = 'VERIFIED'`,
    ])
      expect([
        statement,
        await said(
          'app',
          `set app.role = 'employer'; set app.sub = 'sub-boss@rival.test'; set app.employer = '${b.employer_uuid}'`,
          statement,
        ),
      ]).toEqual([
        statement,
        expect.stringMatching(/permission denied|row-level security|nobody verifies/),
      ])
  })

  it("of a tenant neither books money nor writes the audit log in another's name", async () => {
    const as = `set app.role = 'employer'; set app.sub = 'sub-boss@rival.test'; set app.employer = '${b.employer_uuid}'`
    const [account] = await admin.rows<{ from: string; to: string }>(
      'select min(account_id)::text "from", max(account_id)::text "to" from ledger_account where currency = \'USD\'',
    )
    const transfer = (code: string, employer_uuid: string) =>
      `select app.post_transfers(array[row(gen_random_uuid(), ${account?.from}, ${account?.to}, 100, 'POSTED', null, '${code}',
        gen_random_uuid(), '${employer_uuid}')::app.transfer_request], now())`
    const entry = { chain: a.employer_uuid, actor_sub: 'sub-op', actor_role: 'operator' }
    const entries = [
      {
        ...entry,
        action: 'verify',
        entity: 'employer',
        entity_uuids: ['x'],
        created_at: '2026-03-20T10:00:00Z',
        request_id: 'r',
      },
    ]
    for (const statement of [
      transfer('funding_received', b.employer_uuid),
      transfer('item_approved', a.employer_uuid),
      // Of a tenant's own kind, between accounts that are not its own, or may go below zero.
      transfer('item_approved', b.employer_uuid),
      `select app.open_accounts(array['evil'], array[null::uuid], array['available'], array['USD'], array[false])`,
      `select app.open_accounts(array['evil'], array['${b.employer_uuid}'::uuid], array['available'], array['USD'], array[true])`,
      `select app.append_audit('${JSON.stringify(entries)}'::jsonb)`,
    ])
      expect([statement, await said('app', as, statement)]).toEqual([
        statement,
        expect.stringMatching(/a tenant (posts|opens) its own|under another name/),
      ])
  })

  it("of a tenant neither moves an operator's account nor sees balances by saying so", async () => {
    const [operator] = await admin.rows<{ sub: string }>(
      "select sub from person where type = 'operator' limit 1",
    )
    const change = `insert into email_change (change_uuid, sub, old_email, new_email, old_token_hash, new_token_hash, created_at, expires_at)
      values (gen_random_uuid(), '${operator?.sub}', 'a@b.test', 'c@d.test', '\\x01', '\\x02', now(), now() + interval '1 day')`
    for (const role of ['operator', 'system', 'employer'])
      expect(
        await said('app', `set app.role = '${role}'; set app.sub = '${operator?.sub}'`, change),
      ).toMatch(/an operator changes/)
    for (const role of ['operator', 'system'])
      expect(
        await said(
          'app',
          `set app.role = '${role}'`,
          `select * from app.lock_balances('${a.employer_uuid}', array['USD', 'EUR', 'CAD'])`,
        ),
      ).toEqual([])
  })

  it('for services reaches no business row', async () => {
    const reached: string[] = []
    for (const { name } of await admin.rows<{ name: string }>(
      "select relname name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v')",
    ))
      if (!/permission denied/.test(String(await said('services', `select 1 from ${name}`))))
        reached.push(name)
    expect(reached).toEqual(['worker_process'])
  })

  it('is let into its own database alone', async () => {
    const other = await cloneDatabase()
    const url = new URL(logins().app)
    url.pathname = new URL(other.databaseUrl).pathname
    const client = new pg.Client({ connectionString: url.href })
    await expect(client.connect()).rejects.toThrow(/permission denied for database/)
    await other.drop()
  })

  it('of a tenant or of operators is what the server works as', async () => {
    const nameFor = async (scope: Scope) => {
      const { rows } = await transact(world.kernel.db, scope, tx =>
        sql<{ role: string }>`select session_user role`.execute(tx),
      )
      return rows[0]?.role
    }
    const scope = { sub: 'x', employer_uuid: null }
    const as = (purpose: keyof Logins) => new URL(logins()[purpose]).username
    expect(await nameFor({ ...scope, role: 'employer' })).toBe(as('app'))
    expect(await nameFor({ ...scope, role: 'contractor' })).toBe(as('app'))
    expect(await nameFor({ ...scope, role: 'anonymous' })).toBe(as('app'))
    expect(await nameFor({ ...scope, role: 'operator' })).toBe(as('operations'))
    expect(await nameFor({ ...scope, role: 'system' })).toBe(as('operations'))
  })

  it('calls as their owner only functions that fix their search path', async () => {
    const loose = await admin.rows(
      `select proname from pg_proc where pronamespace in ('app'::regnamespace, 'public'::regnamespace) and prosecdef
        and not exists (select from unnest(proconfig) setting where setting like 'search_path=%')`,
    )
    expect(loose).toEqual([])
  })
})

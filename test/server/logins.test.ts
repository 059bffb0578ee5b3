/** The logins of the database as an attacker has them: what each is refused, whatever it says. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callAs } from '#db/seed/cast.ts'
import { ANONYMOUS } from '#server/kernel/actor.ts'
import type { Logins } from '#server/kernel/database-logins.ts'
import { type Scope, transact } from '#server/kernel/db.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { testLogins } from '#test/harness/test-server.ts'
import {
  cloneDatabase,
  givenDuePayments,
  givenEmployer,
  testWorld,
  type World,
} from '#test/harness/world.ts'

let world: World
let admin: Admin
let a: { employer_uuid: string }
let b: { employer_uuid: string }

beforeAll(async () => {
  world = await testWorld()
  admin = await adminOf(world)
  const due = await givenDuePayments(world)
  a = due.employer
  b = await givenEmployer(world, due.operator, 'boss@rival.test')
})
afterAll(async () => {
  await admin.close()
  await world.close()
})

const logins = () => testLogins(world.databaseUrl)

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

  it('sees no more by a statement that is planned once and executed as somebody else', async () => {
    /** How many employers a prepared statement sees, as each of these says who acts in turn. */
    const seenBy = async (purpose: 'app' | 'operations', roles: readonly string[]) => {
      const client = new pg.Client({ connectionString: logins()[purpose] })
      await client.connect()
      await client.query("select set_config('app.employer', $1, false)", [b.employer_uuid])
      const counts: (number | undefined)[] = []
      for (const role of roles) {
        await client.query("select set_config('app.role', $1, false)", [role])
        const text = 'select count(*)::int n from employer'
        counts.push((await client.query<{ n: number }>({ name: 'all', text })).rows[0]?.n)
      }
      await client.end()
      return counts
    }
    // A plan is kept from the sixth time on at the latest.
    const often = (role: string) => Array<string>(7).fill(role)
    const as = [...often('employer'), 'operator', 'system', '', 'employer', ...often('system')]
    expect(await seenBy('app', as)).toEqual(as.map(() => 1))
    const every = (await admin.rows('select from employer')).length
    expect(every).toBeGreaterThan(1)
    expect(await seenBy('operations', as)).toEqual(
      as.map(role => (role === 'operator' || role === 'system' ? every : 0)),
    )
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
      `update identity_document set status = 'PENDING_REVIEW'; update identity_document set status = 'VERIFIED'`,
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

  it('of a tenant makes no link that moves an account', async () => {
    const hash = (token: string) => `'\\x${createHash('sha256').update(token).digest('hex')}'`
    for (const { sub, email } of await admin.rows<{ sub: string; email: string }>(
      'select sub, email from person',
    )) {
      const [old_token, new_token] = [`old of ${sub}`, `new of ${sub}`]
      expect(
        await said(
          'app',
          `set app.sub = '${sub}'`,
          `insert into email_change (change_uuid, sub, old_email, new_email, old_token_hash, new_token_hash, proof, created_at, expires_at)
            values (gen_random_uuid(), '${sub}', '${email}', 'thief@rival.test', ${hash(old_token)}, ${hash(new_token)}, '', now(), now() + interval '1 year')`,
        ),
      ).toEqual([])
      for (const token of [old_token, new_token])
        await expect(
          callAs(world, ANONYMOUS, 'confirmEmailChange', { body: { token } }),
        ).rejects.toMatchObject({ code: 'LINK_NOT_VALID' })
    }
  })

  it('of a tenant sees no balances by saying so', async () => {
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

/** What was done by hand, judged and taken back: a transaction that never ends well, in a world that stays as it was. */
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { DB } from '#db/types.gen.ts'
import type { World } from '#test/harness/open-world.ts'
import { testLogins } from '#test/harness/test-server.ts'
import { simulatedRail } from '../gateways/rails/simulated.ts'
import type { Database } from '../kernel/db.ts'
import { preparing } from '../kernel/prepared-statements.ts'
import { check } from './check.ts'

export type Undone = {
  /** What the check of the whole past says after statements of the database's owner; afterwards they never happened. */
  saidAfter(statements: string): Promise<string[]>
  close(): Promise<void>
}

/** On one connection, as whoever has the database's own password, which plans what each check asks once. */
export async function undoing(world: World): Promise<Undone> {
  const client = new pg.Client({ connectionString: world.databaseUrl })
  await client.connect()
  const operations = pg.escapeIdentifier(new URL(testLogins(world.databaseUrl).operations).username)
  const asked = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: preparing(poolOf(client)) }),
  })
  const db: Database = {
    tenants: asked,
    operations: asked,
    books: asked,
    tries: asked,
    pools: [],
    close: async () => {},
  }
  const deps = { ...world.checking, db, rails: [simulatedRail(asked)] }
  return {
    saidAfter: async statements => {
      await client.query('begin; set local session_replication_role = replica')
      try {
        await client.query(statements)
        await client.query(`set local role ${operations}`)
        const verdicts = await check(deps, { all: true, keep: false })
        return verdicts.flatMap(({ name, violations }) =>
          violations.map(violation => `${name}: ${violation}`),
        )
      } finally {
        await client.query('rollback')
      }
    },
    close: () => client.end(),
  }
}

/** The one connection for everybody, whose transaction is begun and ended by nobody else. */
function poolOf(client: pg.Client): pg.Pool {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  const within = (text: unknown) =>
    typeof text === 'string' && /^(commit|begin|rollback)\b/.test(text)
      ? text.replace(/^(commit; )?begin[^;]*|^(commit|rollback)$/, 'select 1')
      : text
  const one = Object.assign(Object.create(client), {
    query: (text: unknown, ...rest: unknown[]) => query(within(text), ...rest),
    release: () => {},
  })
  return { options: {}, connect: async () => one, end: async () => {} } as unknown as pg.Pool
}

/** A PostgreSQL for tests, with a migrated template database that is cloned for each of them. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { ensureIdentityTables } from '#server/gateways/identity-provider/embedded/better-auth.ts'
import { ensureLogins, type Logins, loginsOf } from '#server/kernel/database-logins.ts'
import { startEmbeddedPostgres } from '#server/kernel/embedded-postgres.ts'
import { newUuid } from '#server/kernel/ids.ts'
import { migrate } from '#server/kernel/migrate.ts'

const TEMPLATE = 'corridor_template'

/** Of every process on a test's database: their logins follow from it. */
export const TEST_AUTH_SECRET = 'a secret that every test on a database knows'

/** Starts a server of its own, or uses `TEST_DATABASE_URL`, and makes the template. `stop` ends what was started. */
export async function startTestServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL
  const dir = mkdtempSync(join(tmpdir(), 'corridor-test-'))
  const server = given
    ? undefined
    : await startEmbeddedPostgres(join(dir, 'postgres'), { durable: false, maxConnections: 200 })
  const url = given ?? (server?.url as string)
  await asAdmin(url, `drop database if exists ${TEMPLATE} with (force)`)
  await asAdmin(url, `create database ${TEMPLATE}`)
  await migrate(databaseNamed(url, TEMPLATE))
  await ensureIdentityTables(databaseNamed(url, TEMPLATE))
  await letOneMoveAll(databaseNamed(url, TEMPLATE))
  return {
    url,
    stop: async () => {
      await server?.stop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

/** Clones the template database of a server, or one that nobody is connected to; `drop` removes the clone with whoever is. */
export async function cloneTemplate(
  server: string,
  template = TEMPLATE,
): Promise<{ name: string; databaseUrl: string; drop(): Promise<void> }> {
  const name = `test_${newUuid().replaceAll('-', '')}`
  await asAdmin(server, `create database ${name} template ${template}`)
  const databaseUrl = databaseNamed(server, name)
  await ensureLogins(databaseUrl, TEST_AUTH_SECRET)
  return {
    name,
    databaseUrl,
    drop: async () => {
      await asAdmin(server, `drop database ${name} with (force)`)
      const roles = Object.values(testLogins(databaseUrl)).map(login => new URL(login).username)
      await asAdmin(server, `drop role ${roles.join(', ')}`)
    },
  }
}

/** The logins of a test's database. */
export function testLogins(databaseUrl: string): Logins {
  return loginsOf(databaseUrl, TEST_AUTH_SECRET)
}

/** The same server, another database. */
export function databaseNamed(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}

/** Takes the platform's limit away: most stories are told by one operator. Those of two set it. */
async function letOneMoveAll(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query("insert into setting (name, value) values ('platform_limit', 'null')")
  await client.end()
}

async function asAdmin(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseNamed(server, 'postgres') })
  await client.connect()
  await client.query(statement)
  await client.end()
}

/** A PostgreSQL for tests, with a migrated template database that is cloned for each of them. */
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { ensureIdentityTables } from '#server/gateways/identity-provider/embedded/better-auth.ts'
import { ensureLogins, type Logins, loginsOf } from '#server/kernel/database-logins.ts'
import { startEmbeddedPostgres } from '#server/kernel/embedded-postgres.ts'
import { newUuid } from '#server/kernel/ids.ts'
import { migrate } from '#server/kernel/migrate.ts'
import { roomForDatabases } from './room.ts'

const TEMPLATE = 'corridor_template'
const OWNER = 'corridor_owner'

/** Of every process on a test's database: their logins follow from it. */
export const TEST_AUTH_SECRET = 'a secret that every test on a database knows'

/** Starts a server of its own, or uses `TEST_DATABASE_URL`, and makes the template. `stop` ends what was started. */
export async function startTestServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL
  const dir = mkdtempSync(join(roomForDatabases(), 'corridor-test-'))
  const server = given
    ? undefined
    : await startEmbeddedPostgres(join(dir, 'postgres'), { durable: false, maxConnections: 500 })
  const url = given ?? (server?.url as string)
  await asAdmin(url, `drop database if exists ${TEMPLATE} with (force)`)
  const owner = await ownerOf(url)
  await asAdmin(url, `create database ${TEMPLATE} owner ${OWNER}`)
  await migrate(databaseNamed(owner, TEMPLATE))
  await ensureIdentityTables(databaseNamed(owner, TEMPLATE))
  await letOneMoveAll(databaseNamed(url, TEMPLATE))
  return {
    url,
    stop: async () => {
      await endAdmin(url)
      await server?.stop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

/** The owner of what is migrated, who is no superuser: what runs as the owner sees what policies let the owner see, as in a careful installation. */
async function ownerOf(server: string): Promise<string> {
  await asAdmin(server, `drop role if exists ${OWNER}`)
  await asAdmin(server, `create role ${OWNER} login createrole password '${OWNER}'`)
  const url = new URL(server)
  url.username = OWNER
  url.password = OWNER
  return url.href
}

/** Clones the template database of a server, or one that nobody is connected to; `drop` removes the clone with whoever is. */
export async function cloneTemplate(
  server: string,
  template = TEMPLATE,
): Promise<{ name: string; databaseUrl: string; drop(): Promise<void> }> {
  const name = `test_${newUuid().replaceAll('-', '')}`
  // File by file, which takes two thirds of the time where nothing has to outlive a crash.
  await asAdmin(server, `create database ${name} template ${template} strategy file_copy`)
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

/** Of each server one connection that stays: there are two thousand statements, and to connect costs more than most of them. */
const admins = new Map<string, pg.Pool>()

async function asAdmin(server: string, statement: string): Promise<void> {
  const admin = admins.get(server) ?? adminOf(server)
  admins.set(server, admin)
  await admin.query(statement)
}

function adminOf(server: string): pg.Pool {
  const connectionString = databaseNamed(server, 'postgres')
  const pool = new pg.Pool({ connectionString, max: 1, allowExitOnIdle: true })
  pool.on('error', () => {})
  return pool
}

async function endAdmin(server: string): Promise<void> {
  await admins.get(server)?.end()
  admins.delete(server)
}

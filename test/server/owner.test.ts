/**
 * A database as a careful installation has it: its owner is no superuser, migrates once, and the process that serves never learns who
 * that is.
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Config, ConfigError, readConfig } from '#server/kernel/config.ts'
import { runningDatabase } from '#server/kernel/embedded-or-given.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/kernel/embedded-postgres.ts'
import { migrate } from '#server/kernel/migrate.ts'
import { prepareDatabase } from '#server/prepare-database.ts'
import { startRuntime } from '#server/runtime.ts'

let dir: string
let postgres: EmbeddedPostgres
let owners: string
let nobodys: string
let config: Config

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'corridor-owner-'))
  postgres = await startEmbeddedPostgres(join(dir, 'postgres'), { durable: false })
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  await client.query("create role olga login createrole password 'of the owner'")
  await client.query('create database books owner olga')
  await client.end()
  const url = new URL(postgres.url)
  url.pathname = '/books'
  url.username = 'olga'
  url.password = 'of the owner'
  owners = url.href
  url.username = ''
  url.password = ''
  nobodys = url.href
  config = configOf(nobodys)
})
afterAll(async () => {
  await postgres?.stop()
  rmSync(dir, { recursive: true, force: true })
})

function configOf(databaseUrl: string, authSecret = SECRET): Config {
  return readConfig('serve', {
    PORT: '0',
    LOG_LEVEL: 'silent',
    CORRIDOR_DATA_DIR: join(dir, 'data'),
    DATABASE_URL: databaseUrl,
    PUBLIC_URL: 'http://localhost:3000',
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'Corridor <pay@example.test>',
    SUPPORT_EMAIL: 'help@example.test',
    AUTH_SECRET: authSecret,
    MASTER_KEY: KEY,
  })
}
const SECRET = randomBytes(32).toString('base64')
const KEY = `k1:${randomBytes(32).toString('base64')}`

/** Applies the migrations up to the one of this number, as an older version did. */
async function migrateUntil(databaseUrl: string, last: string): Promise<void> {
  const migrations: Record<string, Migration> = {}
  const files = readdirSync('db/migrations').filter(name => name.endsWith('.sql'))
  for (const file of files.filter(name => name.slice(0, last.length) <= last)) {
    const text = readFileSync(join('db/migrations', file), 'utf8')
    migrations[file.replace('.sql', '')] = {
      up: db =>
        sql
          .raw(text)
          .execute(db)
          .then(() => {}),
    }
  }
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 })
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  const provider = { getMigrations: async () => migrations }
  const { error } = await new Migrator({ db, provider }).migrateToLatest()
  await db.destroy()
  if (error) throw error
}

describe('a database whose owner is no superuser', () => {
  it('is not served before its owner brought it up to date, and says what to do', async () => {
    await expect(runningDatabase(config)).rejects.toThrow(ConfigError)
    await expect(runningDatabase(config)).rejects.toThrow(/npm run migrate/)
  })

  it('is brought up to date by several processes at once, and again', async () => {
    await Promise.all([1, 2, 3].map(() => prepareDatabase(configOf(owners), owners)))
    await prepareDatabase(configOf(owners), owners)
  })

  it('is served by who does not know the owner', async () => {
    const logins = await prepareDatabase(config, nobodys)
    expect(Object.values(logins).join()).not.toContain('olga')
    const runtime = await startRuntime(config, logins)
    const address = await runtime.listen()
    // Whoever asks is answered within a time, in which a busy machine may not have looked.
    const ready = async () => (await fetch(`${address}/readyz`)).json()
    await expect.poll(ready).toEqual({ ok: true })
    const made = await runtime.provider.createVerifiedAccount({
      email: 'op@example.test',
      password: 'Quiet-harbour-77-stone',
      name: 'Op',
    })
    expect(made.created).toBe(true)
    await runtime.stop()
  })

  it('does not let in who has another AUTH_SECRET', async () => {
    const other = randomBytes(32).toString('base64')
    await expect(runningDatabase(configOf(nobodys, other))).rejects.toThrow(/AUTH_SECRET/)
    // The owner who comes with it gives the logins their new passwords.
    await prepareDatabase(configOf(owners, other), owners)
    await expect(runningDatabase(configOf(nobodys, other))).resolves.toBeDefined()
    await expect(runningDatabase(config)).rejects.toThrow(/AUTH_SECRET/)
  })

  it('brings along what was in the books before', async () => {
    const url = new URL(owners)
    url.pathname = '/older'
    const admin = new pg.Client({ connectionString: postgres.url })
    await admin.connect()
    await admin.query('create database older owner olga')
    await admin.end()
    await migrateUntil(url.href, '0020')
    const old = new URL(postgres.url)
    old.pathname = '/older'
    const books = new pg.Client({ connectionString: old.href })
    await books.connect()
    await books.query(`
      set session_replication_role = replica;
      insert into pay_cycle (cycle_uuid, employer_uuid, policy_uuid, period_index, start_date, end_date, nominal_pay_date, pay_date, opened_at)
        values (gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 0, '2026-03-01', '2026-03-14', '2026-03-20', '2026-03-20', now());
      insert into line_item (line_item_uuid, employer_uuid, cycle_uuid, contractor_sub, contract_uuid, role, currency, hourly_rate_minor,
          scheduled_hours_hundredths, hours_hundredths, amount_minor, created_at, earned)
        select gen_random_uuid(), employer_uuid, cycle_uuid, 'somebody', gen_random_uuid(), 'Engineer', 'USD', 100, 100, 100, 100, now(),
          app.days('2026-03-01', '2026-03-14') from pay_cycle`)
    await migrate(url.href)
    const { rows } = await books.query(
      'select mark, items::int, (select count(*)::int from review_due) due from cycle_count',
    )
    await books.end()
    expect(rows).toEqual([{ mark: 'ITEM PENDING_APPROVAL', items: 1, due: 1 }])
  })

  it('of an older version is not served', async () => {
    await prepareDatabase(configOf(owners), owners)
    const owner = new pg.Client({ connectionString: owners })
    await owner.connect()
    const { rows } = await owner.query(
      'delete from kysely_migration where name = (select max(name) from kysely_migration) returning *',
    )
    await expect(prepareDatabase(config, nobodys)).rejects.toThrow(/older version.*npm run migrate/)
    await owner.query(
      'insert into kysely_migration select * from jsonb_populate_record(null::kysely_migration, $1)',
      [JSON.stringify(rows[0])],
    )
    await owner.end()
  })
})

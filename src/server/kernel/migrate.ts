/** Brings a database to the schema of this version: our own migrations and the job queue's. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runMigrations as migrateQueue } from 'graphile-worker'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import pg from 'pg'
import type { DB } from '#db/types.gen.ts'

const FOLDER = join(import.meta.dirname, '../../../db/migrations')

/**
 * Applies what is missing, forward only, by one process at a time. Throws on the first that fails. It sees the rows of everybody: an
 * owner who is no superuser would else count what was there before as nothing.
 */
export async function migrate(databaseUrl: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2, options: '-c app.role=system' })
  pool.on('error', () => {})
  pool.on('connect', client => client.on('error', () => {}))
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    const provider = { getMigrations: readMigrations }
    const { error } = await new Migrator({ db, provider }).migrateToLatest()
    if (error) throw error
    await migrateQueue({ pgPool: pool })
    await sql`call app.open_queue()`.execute(db)
  } finally {
    await db.destroy()
  }
}

/** Whether a database has every migration of this version. */
export async function migrationsApplied(db: Kysely<DB>): Promise<boolean> {
  const wanted = Object.keys(await readMigrations())
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  const applied = new Set(rows.map(row => row.name))
  return wanted.every(name => applied.has(name))
}

async function readMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(FOLDER)).filter(name => name.endsWith('.sql')).sort()
  const migrations: Record<string, Migration> = {}
  for (const file of files) {
    const text = await readFile(join(FOLDER, file), 'utf8')
    migrations[file.replace('.sql', '')] = {
      up: db =>
        sql
          .raw(text)
          .execute(db)
          .then(() => undefined),
    }
  }
  return migrations
}

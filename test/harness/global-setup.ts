/** One PostgreSQL for the run, with a migrated template database that every test file clones. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { ensureIdentityTables } from '#server/gateways/identity-provider/embedded/better-auth.ts'
import { startEmbeddedPostgres } from '#server/kernel/embedded-postgres.ts'
import { migrate } from '#server/kernel/migrate.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    server_url: string
  }
}

/** Starts the server and makes the template; the returned function ends both. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL
  const dir = mkdtempSync(join(tmpdir(), 'corridor-test-'))
  const server = given
    ? undefined
    : await startEmbeddedPostgres(join(dir, 'postgres'), { durable: false, maxConnections: 200 })
  const url = given ?? (server?.url as string)
  const admin = new pg.Client({ connectionString: databaseNamed(url, 'postgres') })
  await admin.connect()
  await admin.query('drop database if exists corridor_template with (force)')
  await admin.query('create database corridor_template')
  await admin.end()
  await migrate(databaseNamed(url, 'corridor_template'))
  await ensureIdentityTables(databaseNamed(url, 'corridor_template'))
  project.provide('server_url', url)
  return async () => {
    await server?.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}

/** The same server, another database. */
export function databaseNamed(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}

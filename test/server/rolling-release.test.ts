/** Releases roll: processes of the release before live on beside a database that this version has migrated. */
import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { cloneTemplate } from '#test/harness/test-server.ts'
import { RELEASE_FILE, type Release, unplanned } from '#test/rolling/release.ts'

const MIGRATIONS = 'db/migrations'
const release = JSON.parse(readFileSync(RELEASE_FILE, 'utf8')) as Release

let database: Awaited<ReturnType<typeof cloneTemplate>>
let admin: Admin
beforeAll(async () => {
  database = await cloneTemplate(inject('server_url'))
  admin = await adminOf(database)
})
afterAll(async () => {
  await admin.close()
  await database.drop()
})

it('every statement of the release before is planned, with its rights, by the database as it is now', async () => {
  expect(release.statements.length).toBeGreaterThan(400)
  expect(await unplanned(database.databaseUrl, release.statements)).toEqual([])
})

it('every row that the release before inserts has what the tables as they are now demand', async () => {
  const rows = await admin.rows<{ table: string; column: string }>(
    `select c.relname "table", a.attname "column" from pg_attribute a
      join pg_class c on c.oid = a.attrelid and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
      where a.attnum > 0 and not a.attisdropped and a.attnotnull and not a.atthasdef and a.attidentity = ''`,
  )
  const demanded = Map.groupBy(rows, row => row.table)
  const inserts = release.statements.flatMap(({ text }) =>
    [...text.matchAll(/insert\s+into\s+"?(\w+)"?\s*\(([^)]*)\)/gi)].map(
      ([, table = '', columns = '']) => ({
        table,
        columns: columns.split(',').map(column => column.trim().replaceAll('"', '')),
      }),
    ),
  )
  expect(inserts.length).toBeGreaterThan(30)
  const missing = inserts.flatMap(({ table, columns }) =>
    (demanded.get(table) ?? [])
      .filter(({ column }) => !columns.includes(column))
      .map(({ column }) => `${table}.${column}`),
  )
  expect([...new Set(missing)]).toEqual([])
})

/** What takes away or narrows what an old process uses. */
const TAKES =
  /\b(?:drop\s+(?:table|column|view|type|function|procedure|schema)|rename\s+(?:to|column)|alter\s+column\s+\w+\s+(?:type|set\s+not\s+null|drop\s+default)|revoke)\b/i

it('a migration since the release before takes nothing away', () => {
  const since = readdirSync(MIGRATIONS)
    .filter(name => name.endsWith('.sql') && name > release.last_migration)
    .sort()
  const taking = since.flatMap(name =>
    readFileSync(`${MIGRATIONS}/${name}`, 'utf8')
      .replace(/--.*$/gm, '')
      .split('\n')
      .filter(line => TAKES.test(line))
      .map(line => `${name}: ${line.trim()}`),
  )
  expect(taking).toEqual([])
})

/** The generated types of the schema are those of the migrations, and money is kept as whole units. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TRANSFER } from '#server/ledger/transfer.store.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { testWorld, type World } from '#test/harness/world.ts'
import { databaseTypes } from '../../scripts/gen-types.ts'

let world: World
let admin: Admin
beforeAll(async () => {
  world = await testWorld()
  admin = await adminOf(world)
})
afterAll(async () => {
  await admin.close()
  await world.close()
})

const columns = () =>
  admin.rows<{ column: string; type: string }>(
    `select c.relname || '.' || a.attname "column", t.typname type from pg_class c join pg_attribute a on a.attrelid = c.oid
      join pg_type t on t.oid = a.atttypid where c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
        and c.relnamespace = 'public'::regnamespace and c.relname not like 'kysely%'`,
  )

describe('the schema', () => {
  it('is what db/types.gen.ts says; else run npm run gen', async () => {
    const file = readFileSync(join(import.meta.dirname, '../../db/types.gen.ts'), 'utf8')
    expect(await databaseTypes(world.databaseUrl)).toBe(file)
  })

  it('keeps amounts as whole smallest units, and nothing as a floating number', async () => {
    const all = await columns()
    const amounts = all.filter(({ column }) => /_minor$|\.posted_|\.pending_/.test(column))
    expect(amounts.length).toBeGreaterThan(10)
    expect(amounts.filter(({ type }) => type !== 'int8')).toEqual([])
    expect(all.filter(({ type }) => /float|numeric|money/.test(type))).toEqual([])
  })

  it('keeps instants with their zone', async () => {
    expect((await columns()).filter(({ type }) => type === 'timestamp' || type === 'time')).toEqual(
      [],
    )
  })

  it('takes transfers in the order in which the ledger gives them', async () => {
    const fields = await admin.rows<{ name: string; type: string }>(
      `select attname name, case t.typname when 'int8' then 'bigint' else t.typname end type from pg_attribute a join pg_type t on t.oid = a.atttypid
        where attrelid = 'app.transfer_request'::regclass order by attnum`,
    )
    expect(fields.map(({ name, type }) => [name, type])).toEqual(Object.entries(TRANSFER))
  })
})

/** What a transaction that met another does. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { testLogins } from '#test/harness/test-server.ts'
import { cloneDatabase } from '#test/harness/world.ts'
import { type Database, openDatabase, SYSTEM, transact } from './db.ts'

let clone: Awaited<ReturnType<typeof cloneDatabase>>
let admin: Admin
let database: Database

beforeAll(async () => {
  clone = await cloneDatabase()
  admin = await adminOf(clone)
  database = openDatabase(testLogins(clone.databaseUrl), { max: 2 })
  await admin.rows('create table claim (days daterange, exclude using gist (days with &&))')
  await admin.rows('grant select, insert on claim to corridor_operations')
})
afterAll(async () => {
  await database.close()
  await admin.close()
  await clone.drop()
})

describe('a claim that somebody else made at once', () => {
  it('is met by looking again', async () => {
    let looked = 0
    const claimed = await transact(database, SYSTEM, async tx => {
      looked += 1
      const { rows } = await sql`select from claim`.execute(tx)
      if (rows.length > 0) return 'by another'
      await admin.rows("insert into claim values ('[2026-03-01,2026-03-15)')")
      await sql`insert into claim values ('[2026-03-10,2026-03-20)')`.execute(tx)
      return 'by us'
    })
    expect([claimed, looked]).toEqual(['by another', 2])
  })

  it('is an error to whoever does not look', async () => {
    let tried = 0
    const claim = transact(database, SYSTEM, tx => {
      tried += 1
      return sql`insert into claim values ('[2026-03-10,2026-03-20)')`.execute(tx)
    })
    await expect(claim).rejects.toThrow('claim_days_excl')
    expect(tried).toBe(4)
  })
})

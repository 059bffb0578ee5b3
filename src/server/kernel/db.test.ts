/** What a transaction that met another does, and one whose statements travel together. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { testLogins } from '#test/harness/test-server.ts'
import { cloneDatabase } from '#test/harness/world.ts'
import { type Database, openDatabase, type Scope, SYSTEM, transact } from './db.ts'

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

describe('statements that are asked at once', () => {
  const number = (n: number) => sql<{ n: number }>`select ${n}::int n`
  const reading = { readonly: true }

  it('are answered each with its own rows, in one transaction of who asked', async () => {
    const asked = await transact(
      database,
      SYSTEM,
      tx =>
        Promise.all([
          number(1).execute(tx),
          sql`select current_setting('app.role') n`.execute(tx),
          number(2).execute(tx),
        ]),
      reading,
    )
    expect(asked.map(({ rows }) => rows)).toEqual([[{ n: 1 }], [{ n: 'system' }], [{ n: 2 }]])
  })

  it('fail together, tell of the first that failed, and leave nothing behind', async () => {
    const failed = transact(
      database,
      SYSTEM,
      tx => Promise.all([sql`select 1 / 0`.execute(tx), number(1).execute(tx)]),
      reading,
    )
    await expect(failed).rejects.toThrow('division by zero')
    const after = await transact(database, SYSTEM, tx => number(3).execute(tx), reading)
    expect(after.rows).toEqual([{ n: 3 }])
  })

  it('answer nothing where their transaction did not begin', async () => {
    const cut: Scope = { role: 'operator', sub: 'a\u0000', employer_uuid: null }
    let seen: unknown
    const read = transact(
      database,
      cut,
      async tx => {
        seen = (await sql`select app.sees_all() every_tenant`.execute(tx)).rows
        return seen
      },
      reading,
    )
    await expect(read).rejects.toThrow('invalid message format')
    expect(seen).toEqual([{ every_tenant: false }])
  })

  it('write nothing where their transaction did not begin', async () => {
    const cut: Scope = { role: 'operator', sub: 'a\u0000', employer_uuid: null }
    let tried = false
    const write = transact(database, cut, async () => {
      tried = true
    })
    await expect(write).rejects.toThrow('invalid message format')
    expect(tried).toBe(false)
  })
})

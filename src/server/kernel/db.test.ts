/** What a transaction that met another does, and one whose statements travel together. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { testLogins } from '#test/harness/test-server.ts'
import { cloneDatabase } from '#test/harness/world.ts'
import { type Database, openDatabase, type Scope, SYSTEM, type Tx, transact } from './db.ts'

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

describe('a row that another refers to', () => {
  it('is looked for again where it was not to be seen for a moment', async () => {
    await admin.rows('create table home (id int primary key)')
    await admin.rows('create table guest (home int references home)')
    await admin.rows('grant select, insert on home, guest to corridor_operations')
    let tried = 0
    await transact(database, SYSTEM, async tx => {
      tried += 1
      // Behind the first try it is there.
      if (tried === 2) await admin.rows('insert into home values (1)')
      await sql`insert into guest values (1)`.execute(tx)
    })
    expect(tried).toBe(2)
    expect(await admin.rows('select from guest')).toHaveLength(1)
  })

  it('and is not there is an error, the second time', async () => {
    let tried = 0
    const alone = transact(database, SYSTEM, tx => {
      tried += 1
      return sql`insert into guest values (2)`.execute(tx)
    })
    await expect(alone).rejects.toThrow('guest_home_fkey')
    expect(tried).toBe(2)
  })
})

/** A scope with which nothing begins. */
const CUT: Scope = { role: 'operator', sub: 'a\u0000', employer_uuid: null }

/** Waits until no connection of ours is within a transaction. */
function ended() {
  const open = () =>
    admin.rows(
      "select pid from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'",
    )
  return expect.poll(open).toEqual([])
}

describe('days and instants', () => {
  it('are those of UTC, whatever the zone of the server', async () => {
    const [{ name } = { name: '' }] = await admin.rows<{ name: string }>(
      'select current_database() as name',
    )
    await admin.rows(`alter database ${name} set timezone = 'America/St_Johns'`)
    const other = openDatabase(testLogins(clone.databaseUrl), { max: 1 })
    const { rows } = await transact(other, SYSTEM, tx =>
      sql<{ day: string; later: Date; from: Date }>`
        select '2026-11-01T01:00:00Z'::timestamptz::date as day, '2026-10-31T12:00:00Z'::timestamptz + make_interval(days => 3) as later,
          '2026-11-01'::date::timestamptz as "from"`.execute(tx),
    )
    await other.close()
    await admin.rows(`alter database ${name} reset timezone`)
    expect(rows).toEqual([
      {
        day: '2026-11-01',
        later: new Date('2026-11-03T12:00:00Z'),
        from: new Date('2026-11-01T00:00:00Z'),
      },
    ])
  })
})

describe('what only read', () => {
  it('ends its transaction with the next one, and a moment later where there is none', async () => {
    const one = openDatabase(testLogins(clone.databaseUrl), { max: 1 })
    const roleOf = (scope: Scope) =>
      transact(
        one,
        scope,
        async tx => {
          const { rows } = await sql<{
            role: string
            xact: Date
          }>`select current_setting('app.role') role, now() xact`.execute(tx)
          return rows[0]
        },
        { readonly: true },
      )
    const first = await roleOf(SYSTEM)
    const second = await roleOf({ ...SYSTEM, role: 'operator' })
    expect([first?.role, second?.role]).toEqual(['system', 'operator'])
    expect(Number(second?.xact)).toBeGreaterThanOrEqual(Number(first?.xact))
    await ended()
    // What writes is not kept from it by what read before it.
    await transact(one, SYSTEM, tx =>
      sql`insert into claim values ('[2027-01-01,2027-01-02)')`.execute(tx),
    )
    expect(
      await admin.rows("select from claim where days = '[2027-01-01,2027-01-02)'"),
    ).toHaveLength(1)
    await one.close()
  })
})

describe('what is asked of a transaction that is over', () => {
  it.each([
    ['was committed', async () => {}],
    ['failed', () => Promise.reject(new Error('by ourselves'))],
  ])('does not happen by itself when it %s', async (_, end) => {
    const before = await admin.rows('select 1 from claim')
    let left: Tx | undefined
    await transact(database, SYSTEM, async tx => {
      left = tx
      await end()
    }).catch(() => {})
    const late = sql`insert into claim values ('[2027-01-01,2027-01-02)')`
    await expect(late.execute(left as Tx)).rejects.toThrow('asked nothing after its end')
    expect(await admin.rows('select 1 from claim')).toEqual(before)
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
    await ended()
    let seen: unknown
    const read = transact(
      database,
      CUT,
      async tx => {
        seen = (await sql`select app.sees_all() every_tenant`.execute(tx)).rows
        return seen
      },
      reading,
    )
    await expect(read).rejects.toThrow('invalid message format')
    expect(seen).toEqual([{ every_tenant: false }])
  })

  it('see nothing of the reader before them where their transaction did not begin', async () => {
    const one = openDatabase(testLogins(clone.databaseUrl), { max: 1 })
    const seesAll = (scope: Scope) =>
      transact(
        one,
        scope,
        async tx => (await sql`select app.sees_all() every_tenant`.execute(tx)).rows,
        reading,
      )
    expect(await seesAll(SYSTEM)).toEqual([{ every_tenant: true }])
    let seen: unknown
    const read = transact(
      one,
      CUT,
      async tx => {
        seen = (await sql`select app.sees_all() every_tenant`.execute(tx)).rows
      },
      reading,
    )
    await expect(read).rejects.toThrow()
    expect([undefined, [{ every_tenant: false }]]).toContainEqual(seen)
    expect(await seesAll(SYSTEM)).toEqual([{ every_tenant: true }])
    // Nor does what is asked outside of a transaction.
    const { rows } = await sql`select app.sees_all() every_tenant`.execute(one.operations)
    expect(rows).toEqual([{ every_tenant: false }])
    await one.close()
  })

  it('write nothing where their transaction did not begin', async () => {
    let tried = false
    const write = transact(database, CUT, async () => {
      tried = true
    })
    await expect(write).rejects.toThrow('invalid message format')
    expect(tried).toBe(false)
  })
})

/** Databases that tests take in turn: what a test did to one is not there for the next, or nobody gets that one any more. */
import { afterEach, expect, inject, it } from 'vitest'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { dumpTables } from '#test/harness/dump.ts'
import { type Lease, takeDatabase } from '#test/harness/shelf.ts'

let lease: Lease
let admin: Admin
const take = async () => {
  lease = await takeDatabase(inject('server_url'))
  admin = await adminOf(lease)
}
const giveBack = async () => {
  await admin.close()
  await lease.giveBack()
}
afterEach(giveBack)

/** All rows of all tables, each table's in one order, and how far the sequences are. */
async function everything(): Promise<string[]> {
  const tables = [...(await dumpTables(admin, []))].map(
    ([name, rows]) => `${name}: ${String(rows).split('\n').sort().join('\n')}`,
  )
  const sequences = await admin.rows<{ at: string }>(
    "select format('%s %s', sequencename, last_value) at from pg_sequences order by sequencename",
  )
  return [...tables, ...sequences.map(({ at }) => at)]
}

const ADDS = `insert into person (sub, type, email, first_name, last_name, created_at)
  select 'p' || n, 'contractor', n || '@corridor.test', 'One', 'Person', now() from generate_series(1, 700) n`
/** So many that their table is emptied as a whole. */
const RATES = `insert into fx_rate (from_currency, to_currency, rate, source, as_of) select 'EUR', 'USD', n, 'Sample rate', now() - n * interval '1 hour' from generate_series(1, 2000) n`
const CHANGES = "update setting set value = '7' where name = 'platform_limit'"
const TAKES = "delete from setting where name = 'platform_limit'"

it('what was added, changed and taken away is as it was, also of what was kept on the way', async () => {
  await take()
  const empty = await everything()
  const url = lease.databaseUrl
  await admin.tamper(ADDS)
  await admin.tamper(CHANGES)
  await lease.keep()
  const kept = await everything()
  expect(kept).not.toEqual(empty)
  for (const change of [
    TAKES,
    "delete from person where sub > 'p5'",
    ADDS.replaceAll("'p'", "'q'").replaceAll('@', '@q.'),
  ]) {
    await admin.tamper(change)
    expect(await everything()).not.toEqual(kept)
    expect(await lease.again()).toBe(true)
    expect(await everything()).toEqual(kept)
  }
  await admin.tamper(RATES)
  for (const _again of [1, 2, 3]) {
    await giveBack()
    await take()
    expect(lease.databaseUrl).toBe(url)
    expect(await everything()).toEqual(empty)
    await admin.tamper(RATES)
  }
})

it.each([
  ['a trigger is off', 'alter table person disable trigger user'],
  ['there is a column more', 'alter table person add column more text'],
  ['somebody may do more', 'grant truncate on person to corridor_app'],
  [
    'a function is another',
    'create or replace function app.more() returns int language sql as $$ select 1 $$',
  ],
])('one in which %s goes to nobody else', async (_what, change) => {
  await take()
  const url = lease.databaseUrl
  await lease.keep()
  expect(await lease.again()).toBe(true)
  await admin.rows(change)
  expect(await lease.again()).toBe(false)
  await giveBack()
  await take()
  expect(lease.databaseUrl).not.toBe(url)
})

it('one in which something still runs is not as it was, until that has ended', async () => {
  await take()
  await lease.keep()
  const client = await lease.pools.pools[0]?.connect()
  await client?.query('begin; select 1')
  expect(await lease.again()).toBe(false)
  client?.release(true)
  expect(await lease.again()).toBe(true)
})

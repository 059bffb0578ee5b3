import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cloneDatabase } from '#test/harness/world.ts'
import { unavailable } from './faults.ts'
import { preparing } from './prepared-statements.ts'

let pool: pg.Pool
let connections: ReturnType<typeof preparing>
let drop: () => Promise<void>
beforeAll(async () => {
  const clone = await cloneDatabase()
  drop = clone.drop
  pool = new pg.Pool({ connectionString: clone.databaseUrl, max: 1 })
  // One that is being closed when its database goes is heard by nobody else.
  pool.on('error', () => {})
  pool.on('connect', client => client.on('error', () => {}))
  connections = preparing(pool)
  await pool.query('create table thing (a int); insert into thing values (1)')
})
afterAll(async () => {
  await pool?.end()
  await drop?.()
})

const ask = async (text: string) => {
  const client = await connections.connect()
  try {
    return (await client.query<object>(text, [])).rows
  } finally {
    client.release()
  }
}
describe('a connection beside a database that was migrated', () => {
  it('errs once as a fault that passes, and the next one knows the new column', async () => {
    for (const _ of [1, 2]) expect(await ask('select * from thing')).toEqual([{ a: 1 }])
    await ask('select 1 b')
    await pool.query('alter table thing add column c int')

    const error = await ask('select * from thing').catch((e: unknown) => e)
    expect(unavailable(error)).toMatchObject({ code: 'UNAVAILABLE', retry_after_s: 2 })
    for (const _ of [1, 2]) expect(await ask('select * from thing')).toEqual([{ a: 1, c: null }])
  })
})

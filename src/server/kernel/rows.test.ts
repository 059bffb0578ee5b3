import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { plainWorld, type World } from '#test/harness/world.ts'
import { SYSTEM, transact } from './db.ts'
import { type Columns, namesOf, pack, packedOf, rowsOf } from './rows.ts'

let world: World
beforeAll(async () => {
  world = await plainWorld()
})
afterAll(() => world.close())

type Row = {
  readonly text: string | null
  readonly whole: number
  readonly minor: bigint
  readonly yes: boolean
  readonly at: Date
  readonly bytes: Buffer
}
const ROW: Columns<Row> = {
  minor: 'bigint',
  text: 'text',
  yes: 'boolean',
  at: 'timestamptz',
  bytes: 'bytea',
  whole: 'int',
}

it('gives each value under the name of its field, whatever the order of the description', async () => {
  const rows: Row[] = [
    {
      text: '{"quoted", \\ NULL}',
      whole: -1,
      minor: 2n ** 62n,
      yes: true,
      at: new Date('2026-03-02T10:00:00.123Z'),
      bytes: Buffer.from([0, 255, 92]),
    },
    { text: null, whole: 0, minor: 0n, yes: false, at: new Date(0), bytes: Buffer.alloc(0) },
  ]
  const answered = await transact(world.kernel.db, SYSTEM, async tx => {
    const { rows: found } =
      await sql<Row>`select ${namesOf(ROW)} from ${rowsOf('r', rows, ROW)}`.execute(tx)
    return found
  })
  expect(answered).toEqual(rows)
})

it('makes no row of none', async () => {
  const answered = await transact(world.kernel.db, SYSTEM, tx =>
    sql`select ${namesOf(ROW)} from ${rowsOf<Row>('r', [], ROW)}`.execute(tx),
  )
  expect(answered.rows).toEqual([])
})

it('gives back whatever a text holds, also where all of an array is plain', async () => {
  const texts = [
    'a',
    'null',
    'NULL',
    null,
    '',
    ' ',
    'a,b',
    '{}',
    '"',
    '\\',
    '\\"',
    'ä\n\t',
    "'",
    '-1.5e+3',
    '陳',
  ]
  const rows = texts.map(text => ({ text }))
  const columns: Columns<{ text: string | null }> = { text: 'text' }
  const both = await transact(world.kernel.db, SYSTEM, async tx => [
    (await sql`select text from ${rowsOf('r', rows, columns)}`.execute(tx)).rows,
    (await sql`select text from ${packedOf('r', pack(rows, columns), columns)}`.execute(tx)).rows,
  ])
  expect(both).toEqual([rows, rows])
})

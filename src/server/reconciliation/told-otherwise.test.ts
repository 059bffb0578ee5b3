/** One credit of the bank that its files tell otherwise: with references of its parts, or without, as one part or as several; it is booked once. */
import { describe, expect, it } from 'vitest'
import { call, type Person } from '#db/seed/cast.ts'
import type { Admin } from '#test/harness/admin.ts'
import type { World } from '#test/harness/world.ts'
import { type AtTheBank, eachAtTheBank, monday, tuesday } from './bank.test-data.ts'
import { type Line, statementOf, type Told } from './statements.test-data.ts'

let world: World
let admin: Admin
let noor: Person
let bank: AtTheBank['bank']
let ours = ''

eachAtTheBank(at => {
  ;({ world, admin, noor, bank, ours } = at)
})

const book = (...told: Told[]) => call(world, noor, 'putBalances', { body: statementOf(...told) })
const booked = async () => {
  const rows = await admin.rows<{ reference: string }>(
    'select reference from funding union all select reference from suspense_receipt order by 1',
  )
  return rows.map(({ reference }) => reference)
}

type Way = readonly [string, NonNullable<Line['parts']>, string[]]
const WAYS: readonly Way[] = [
  ['undivided', [], ['B-9']],
  ['as one part of its own reference', [{ cents: 10_000, at: 'P-1' }], ['P-1']],
  ['as parts without one', [{ cents: 4_000 }, { cents: 6_000 }], ['B-9', 'B-9 · 2']],
  [
    'as parts of their own',
    [
      { cents: 4_000, at: 'P-1' },
      { cents: 6_000, at: 'P-2' },
    ],
    ['P-1', 'P-2'],
  ],
  ['as parts, one of its own', [{ cents: 4_000, at: 'P-1' }, { cents: 6_000 }], ['B-9', 'P-1']],
]
const lineOf = ([, parts]: Way): Line => ({
  ...{ cents: 10_000, at: 'B-9' },
  ...(parts.length > 0
    ? { parts: parts.map(part => ({ ...part, words: ours })) }
    : { words: ours }),
})

describe.each(WAYS)('a credit that is told %s', (...first) => {
  it.each(WAYS)('and then %s', async (...second) => {
    const names = first[2]
    await book(monday([lineOf(first)]))
    expect(await booked()).toEqual(names)
    expect(await book(monday([lineOf(second)]))).toMatchObject({ booked: [], suspended: 0 })
    const { statements } = await bank.read(monday([lineOf(second)]))
    const params = { id: statements[0]?.statement_uuid ?? '' }
    const again = await call(world, noor, 'bookStatementReceipts', { params })
    expect(again).toMatchObject({ booked: 0, suspended: 0 })
    expect(await booked()).toEqual(names)
    // However both tell of it, it is the same money.
    await call(world, noor, 'compareBank')
    expect((await bank.kinds()).filter(([kind]) => kind !== 'MISSING')).toEqual([])
    await bank.wellTold()
  })
})

const part = (at: string): Line => ({
  ...{ cents: 10_000, at: 'B-9' },
  parts: [{ cents: 10_000, at }],
})

it('is said to be in doubt where the other file has another day', async () => {
  await book(monday([{ cents: 10_000, at: 'B-9' }]))
  const doubts = [{ reference: 'P-1', received_on: '2026-11-24', booked_on: '2026-11-23' }]
  const again = await book(tuesday([part('P-1')], 0))
  expect(again).toMatchObject({ booked: [], suspended: 0, doubts })
  expect(await booked()).toEqual(['B-9'])
})

describe('one of as many parts, with other references of their own', () => {
  const other = tuesday([part('P-2')], 10_000)
  const bookRead = async (statement_uuid = '') =>
    call(world, noor, 'bookStatementReceipts', { params: { id: statement_uuid } })

  it('may be another one where a file alone tells of it', async () => {
    await book(monday([part('P-1')]))
    const doubts = [{ reference: 'P-2', received_on: '2026-11-24', booked_on: '2026-11-23' }]
    expect(await book(other)).toMatchObject({ suspended: 0, doubts })
    expect(await booked()).toEqual(['P-1'])
  })

  it('is another one where statements show both', async () => {
    await book(monday([part('P-1')]))
    await bank.read(monday([part('P-1')]))
    const { statements } = await bank.read(other)
    expect(await bookRead(statements[0]?.statement_uuid)).toMatchObject({ suspended: 1 })
    expect(await bookRead(statements[0]?.statement_uuid)).toMatchObject({ suspended: 0 })
    expect(await booked()).toEqual(['P-1', 'P-2'])
    await bank.wellTold()
  })

  it('is the same where the statement shows it alone', async () => {
    await book(monday([part('P-1')]))
    const { statements } = await bank.read(monday([part('P-2')]))
    expect(await bookRead(statements[0]?.statement_uuid)).toMatchObject({ suspended: 0 })
    expect(await booked()).toEqual(['P-1'])
  })
})

it('has thousands of parts, as many as the bank takes it apart into', async () => {
  const parts = Array.from({ length: 2_000 }, (_, n) => ({ cents: 100 + n }))
  const cents = parts.reduce((sum, of) => sum + of.cents, 0)
  const day = monday([{ cents, at: 'B-9', parts }])
  expect(await book(day)).toMatchObject({ suspended: parts.length })
  expect(await book(day)).toMatchObject({ suspended: 0 })
  const names = await booked()
  expect(new Set(names).size).toBe(parts.length)
  expect(names).toContain('B-9 · 2000')
})

describe('credits that a bank calls alike', () => {
  const cut = (cents: number, ...parts: NonNullable<Line['parts']>): Line => ({
    ...{ cents, at: 'B-9', parts },
  })
  const monday100 = cut(10_000, { cents: 10_000, at: 'P-1' })
  const tuesday110 = cut(11_000, { cents: 4_000, at: 'P-2' }, { cents: 7_000, at: 'P-3' })
  const sums = async () => {
    const [row] = await admin.rows<{ n: number }>(
      `select coalesce(sum(amount_minor), 0)::int n from suspense_receipt`,
    )
    return row?.n
  }

  it('are booked once each, also where a file calls the parts of one of them otherwise, which it says', async () => {
    await book(monday([monday100]))
    await book(tuesday([tuesday110], 10_000))
    expect(await sums()).toBe(21_000)
    const doubts = [{ reference: 'B-9', received_on: '2026-11-24', booked_on: '2026-11-24' }]
    const otherwise = cut(11_000, { cents: 4_000, at: 'P-2' }, { cents: 7_000 })
    expect(await book(tuesday([otherwise], 10_000))).toMatchObject({ suspended: 0, doubts })
    expect(await book(tuesday([cut(11_000, { cents: 11_000 })], 10_000))).toMatchObject({
      suspended: 0,
    })
    // Another part of the same day is another one.
    const more = cut(15_500, { cents: 11_000, at: 'P-4' }, { cents: 4_500, at: 'P-5' })
    expect(await book(tuesday([more], 10_000))).toMatchObject({ suspended: 0 })
    const one = cut(4_500, { cents: 4_500, at: 'P-5' })
    expect(await book(tuesday([one], 10_000))).toMatchObject({ suspended: 1 })
    expect(await sums()).toBe(25_500)
  })

  it('are booked by their statements alone where these call them otherwise than a file did', async () => {
    await book(monday([monday100, tuesday110]))
    const { statements } = await bank.read(
      monday([cut(10_000, { cents: 10_000 }), cut(11_000, { cents: 4_000 }, { cents: 7_000 })]),
    )
    const params = { id: statements[0]?.statement_uuid ?? '' }
    await call(world, noor, 'bookStatementReceipts', { params })
    expect(await sums()).toBe(21_000)
  })
})

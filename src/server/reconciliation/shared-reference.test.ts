/** Several receipts of one reference: each is booked once, whole or in parts, by whichever file, and found on the statement; what may be either is said. */
import { describe, expect, it } from 'vitest'
import { call, type Person } from '#db/seed/cast.ts'
import { creditorReference } from '#domain/ledger/creditor-reference.ts'
import type { Admin } from '#test/harness/admin.ts'
import { givenEmployer, type World } from '#test/harness/world.ts'
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
const preview = (...told: Told[]) =>
  call(world, noor, 'previewFunding', { body: statementOf(...told) })
const receiptsOf = (id = '') => call(world, noor, 'bookStatementReceipts', { params: { id } })
const booked = () =>
  admin.rows<{ reference: string; minor: number; owned: boolean }>(
    `select reference, amount_minor::int minor, true owned from funding
       union all select reference, amount_minor::int, false from suspense_receipt where status = 'OPEN' order by 1`,
  )
const work = async () => (await bank.kinds()).filter(([kind]) => kind !== 'MISSING')
const both = (first: number, second: number, at = 'B-9'): Line => ({
  ...{ cents: first + second, at },
  parts: [{ cents: first, words: ours }, { cents: second }],
})
const A: Line = { cents: 2_500, at: 'B-1' }

describe('a collective credit', () => {
  it('is a receipt for each of its parts, once, however it is told again', async () => {
    const day = monday([both(4_000, 6_000)])
    expect((await preview(day)).counts).toEqual({ booked: 1, suspense: 1, known: 0 })
    const answers = await Promise.all([book(day), book(day), book(day)])
    expect(answers.map(of => of.booked.length + of.suspended).toSorted()).toEqual([0, 0, 2])
    const parts = [
      { reference: 'B-9', minor: 4_000, owned: true },
      { reference: 'B-9 · 2', minor: 6_000, owned: false },
    ]
    expect(await booked()).toEqual(parts)
    const turned = [{ cents: 6_000 }, { cents: 4_000, words: ours }]
    for (const line of [
      { ...both(4_000, 6_000), parts: turned },
      { cents: 10_000, at: 'b-9' },
      { cents: 4_000, at: 'B-9' },
    ])
      expect(await book({ ...monday([line]), file: 'again' })).toMatchObject({
        ...{ booked: [], suspended: 0 },
      })
    expect(await booked()).toEqual(parts)
    await bank.read(day)
    expect(await work()).toEqual([])
    await bank.wellTold()
  })

  it('that was booked whole is known in parts, also where these have references of their own', async () => {
    await book(monday([{ cents: 10_000, at: 'B-9', words: ours }]))
    const own = [
      { cents: 4_000, at: 'P-1', words: ours },
      { cents: 6_000, at: 'P-2' },
    ]
    for (const line of [both(4_000, 6_000), { cents: 10_000, at: 'B-9', parts: own }])
      expect(await book(monday([line]))).toMatchObject({ booked: [], suspended: 0 })
    expect(await booked()).toHaveLength(1)
    await book(tuesday([{ cents: 10_000, at: 'B-8', parts: own }], 0))
    await book(tuesday([{ cents: 10_000, at: 'B-8' }], 0))
    expect((await booked()).map(({ reference }) => reference)).toEqual(['B-9', 'P-1', 'P-2'])
    await bank.wellTold()
  })

  it('of parts with references of their own is booked once by who tells of these and who does not', async () => {
    const one = [{ cents: 4_000, at: 'P-3', words: ours }]
    const whole = { cents: 4_000, at: 'B-7', words: ours }
    expect((await book(monday([{ ...whole, parts: one }]))).booked).toHaveLength(1)
    expect(await book(monday([whole]))).toMatchObject({ booked: [], suspended: 0 })
    const own = [
      { cents: 4_000, at: 'P-1', words: ours },
      { cents: 6_000, at: 'P-2' },
    ]
    await book(tuesday([both(4_000, 6_000)], 0))
    const told = tuesday([{ cents: 10_000, at: 'B-9', parts: own }], 0)
    expect(await book(told)).toMatchObject({ booked: [], suspended: 0 })
    expect((await booked()).map(({ reference }) => reference)).toEqual(['B-9', 'B-9 · 2', 'P-3'])
  })

  it('that was booked otherwise taken apart, of another day, may be another one, and is said to', async () => {
    const own = [
      { cents: 4_000, at: 'P-1', words: ours },
      { cents: 6_000, at: 'P-2' },
    ]
    const doubt = (reference: string) => ({
      ...{ reference, received_on: '2026-11-24', booked_on: '2026-11-23' },
    })
    await book(monday([both(4_000, 6_000)]))
    const whole = { cents: 10_000, at: 'B-9' }
    expect((await book(monday([whole]))).doubts).toBeUndefined()
    const again = tuesday([whole], 10_000)
    expect(await preview(again)).toMatchObject({ counts: { known: 1 }, doubts: [doubt('B-9')] })
    expect(await book(again)).toMatchObject({ booked: [], suspended: 0, doubts: [doubt('B-9')] })
    const parted = tuesday([{ cents: 10_000, at: 'B-9', parts: own }], 10_000)
    expect(await book(parted)).toMatchObject({
      ...{ booked: [], suspended: 0, doubts: [doubt('P-1'), doubt('P-2')] },
    })
    expect(await booked()).toHaveLength(2)
  })

  it('has as many parts of one sum as are shown', async () => {
    const mine = { cents: 2_500, words: ours }
    await book(monday([{ ...mine, at: 'B-9' }]))
    const alike = { cents: 5_000, at: 'B-9' }
    expect((await book(monday([{ ...alike, parts: [mine, mine] }]))).booked).toMatchObject([
      { reference: 'B-9 · 2' },
    ])
    expect((await booked()).map(({ minor }) => minor)).toEqual([2_500, 2_500])
    expect(await world.broken()).toEqual([])
  })

  it('of equal sums is told apart by whose is known, and refused in words where that tells nothing', async () => {
    const rival = await givenEmployer(world, noor, 'boss@rival.test')
    const theirs = creditorReference(rival.employer_uuid)
    const alike = (...parts: string[]): Line => ({
      ...{ cents: 2_500 * parts.length, at: 'B-9' },
      parts: parts.map(words => ({ cents: 2_500, words })),
    })
    await book(monday([alike(theirs)]))
    const { booked: fresh } = await book(monday([alike(ours, theirs)]))
    expect(fresh).toMatchObject([{ reference: 'B-9 · 2', employer_domain: 'northwind.test' }])
    expect(await book(monday([alike(ours, '', theirs)]))).toMatchObject({
      booked: [],
      suspended: 1,
    })
    await book(monday([{ cents: 900, at: 'B-8' }]))
    const parts = [
      { cents: 900, words: ours },
      { cents: 900, words: theirs },
    ]
    await expect(book(monday([{ cents: 1_800, at: 'B-8', parts }]))).rejects.toMatchObject({
      code: 'FUNDING_FILE_NOT_VALID',
    })
    expect(await booked()).toHaveLength(4)
    expect(await world.broken()).toEqual([])
  })
})

describe('a reference that comes again with the same sum', () => {
  it('is taken for known in a file alone, which says so; the statement that shows both books the other', async () => {
    await book(monday([A]))
    expect((await book(monday([A]))).doubts).toBeUndefined()
    const again = await book(tuesday([A], 2_500))
    const doubts = [{ reference: 'B-1', received_on: '2026-11-24', booked_on: '2026-11-23' }]
    expect(again).toMatchObject({ booked: [], suspended: 0, doubts })
    expect(await preview(tuesday([A], 2_500))).toMatchObject({ counts: { known: 1 }, doubts })
    await bank.read(monday([A]))
    const { statements } = await bank.read(tuesday([A], 2_500))
    const id = statements[0]?.statement_uuid
    const answers = await Promise.all([receiptsOf(id), receiptsOf(id)])
    expect(answers.map(({ suspended }) => suspended).toSorted()).toEqual([0, 1])
    expect((await booked()).map(({ reference }) => reference)).toEqual(['B-1', 'B-1 · 2'])
    expect(await work()).toEqual([])
    expect(await receiptsOf(id)).toMatchObject({ booked: 0, suspended: 0 })
    await bank.wellTold()
  })

  it('is said to be in doubt once, however many are taken for known', async () => {
    await book(monday([A, A]))
    expect(await book(tuesday([A, A], 5_000))).toMatchObject({
      ...{ booked: [], suspended: 0 },
      doubts: [{ reference: 'B-1', received_on: '2026-11-24', booked_on: '2026-11-23' }],
    })
  })

  it('is one where the statements show one: of another day, again, or corrected', async () => {
    await bank.read(monday())
    await book(monday([A]))
    const { statements } = await bank.read(tuesday([A], 0))
    const id = statements[0]?.statement_uuid
    await receiptsOf(id)
    await bank.read({ ...tuesday([A], 0), made: '2026-11-24T23:00:00Z', file: 'again' })
    await receiptsOf(id)
    expect(await booked()).toHaveLength(1)
    expect(await work()).toEqual([])
    await bank.wellTold()
  })

  it('is two where one statement shows it twice', async () => {
    const { statements } = await bank.read(monday([A, A]))
    await receiptsOf(statements[0]?.statement_uuid)
    expect((await booked()).map(({ reference }) => reference)).toEqual(['B-1', 'B-1 · 2'])
    expect(await book(monday([A, A]))).toMatchObject({ booked: [], suspended: 0 })
    expect(await work()).toEqual([])
    await bank.wellTold()
  })

  it('is booked day by day in any order, each day its own', async () => {
    await bank.read(monday([A]))
    const { statements: later } = await bank.read(tuesday([A], 2_500))
    await receiptsOf(later[0]?.statement_uuid)
    const { statements: first } = await bank.read(monday([A]))
    await receiptsOf(first[0]?.statement_uuid)
    await receiptsOf(later[0]?.statement_uuid)
    expect(await booked()).toHaveLength(2)
    expect(await work()).toEqual([])
    await bank.wellTold()
  })
})

describe('a reference of the payer, where the bank gives none', () => {
  const paid = (cents: number): Line => ({ cents, at: '', reference: 'Invoice 7', words: ours })

  it('stands with each payment that its payer writes it with: another sum is another receipt, and stops no file', async () => {
    await book(monday([paid(2_500)]))
    const later = tuesday([paid(4_000), { cents: 100, at: 'B-1' }], 2_500)
    expect((await preview(later)).counts).toEqual({ booked: 1, suspense: 1, known: 0 })
    const answers = await Promise.all([book(later), book(later)])
    expect(answers.map(of => of.booked.length + of.suspended).toSorted()).toEqual([0, 2])
    for (const again of [monday([paid(2_500)]), tuesday([paid(4_000)], 2_500)])
      expect(await book(again)).toMatchObject({ booked: [], suspended: 0 })
    expect((await booked()).map(({ reference, minor }) => [reference, minor])).toEqual([
      ['B-1', 100],
      ['Invoice 7', 2_500],
      ['Invoice 7 · 2', 4_000],
    ])
    await bank.read(monday([paid(2_500)]))
    const { statements } = await bank.read(later)
    expect(await receiptsOf(statements[0]?.statement_uuid)).toMatchObject({
      ...{ booked: 0, suspended: 0 },
    })
    expect(await work()).toEqual([])
    await bank.wellTold()
  })

  it('with the same sum of another day may be the same, and is booked by the statement that shows both', async () => {
    await book(monday([paid(2_500)]))
    const again = tuesday([paid(2_500)], 2_500)
    expect(await book(again)).toMatchObject({
      ...{ booked: [], suspended: 0 },
      doubts: [{ reference: 'Invoice 7' }],
    })
    await bank.read(monday([paid(2_500)]))
    const { statements } = await bank.read(again)
    expect(await receiptsOf(statements[0]?.statement_uuid)).toMatchObject({ booked: 1 })
    expect(await work()).toEqual([])
    await bank.wellTold()
  })
})

describe('references that only the database or only the program takes for one', () => {
  it('are booked each by itself, or refused in words, in one file and in two', async () => {
    const word = (at: string, cents: number): Line => ({ cents, at })
    const first = await book(monday([word('ΣΑΣ', 5), word('σας', 6), word('σασ', 5)]))
    expect(first).toMatchObject({ suspended: 3 })
    expect(await book(monday([word('σας', 6), word('ΣΑΣ', 5)]))).toMatchObject({ suspended: 0 })
    await book(monday([word('ὈΔΟΣ', 7)]))
    await expect(book(monday([word('ὀδος', 8)]))).rejects.toMatchObject({
      code: 'FUNDING_FILE_NOT_VALID',
    })
    expect(await world.broken()).toEqual([])
  })
})

it('is no other’s that is called as if it were a later one of it: both are booked, and each is known again', async () => {
  const first = { cents: 10_000, at: 'B-9' }
  await book(monday([first]))
  await book(monday([{ cents: 5_000, at: 'B-9 · 2' }]))
  const more = monday([first, { cents: 700, at: 'b-9 · 7' }, { cents: 300, at: 'C-1' }])
  expect(await book(more)).toMatchObject({ suspended: 2, already_booked: ['B-9'] })
  // What would be called as that is refused in words.
  await expect(book(monday([first, first]))).rejects.toMatchObject({
    fields: [{ params: { problem: { params: { reference: 'B-9 · 2' } } } }],
  })
  for (const at of ['B-9 · 2', 'b-9 · 2'])
    expect(await book(monday([{ cents: 5_000, at }]))).toMatchObject({ suspended: 0 })
  expect((await booked()).map(({ minor }) => minor).toSorted((a, b) => a - b)).toEqual([
    ...[300, 700, 5_000, 10_000],
  ])
})

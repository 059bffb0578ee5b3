/** A credit that was booked whole, and that the bank takes apart later: two operators let its parts take its place, and what it was is counted no more. */
import { describe, expect, it } from 'vitest'
import { call, type Person } from '#db/seed/cast.ts'
import type { Admin } from '#test/harness/admin.ts'
import { outcome } from '#test/harness/races.ts'
import type { World } from '#test/harness/world.ts'
import { type AtTheBank, eachAtTheBank, monday, tuesday } from './bank.test-data.ts'
import { type Line, statementOf, type Told } from './statements.test-data.ts'

let world: World
let admin: Admin
let noor: Person
let employer: AtTheBank['employer']
let bank: AtTheBank['bank']
let ours = ''

eachAtTheBank(at => {
  ;({ world, admin, noor, employer, bank, ours } = at)
})

const book = (...told: Told[]) => call(world, noor, 'putBalances', { body: statementOf(...told) })
const whole = (words: string): Told => monday([{ cents: 10_000, at: 'B-9', words }])
const apart = (parts: NonNullable<Line['parts']>): Told =>
  monday([{ cents: 10_000, at: 'B-9', parts }])
/** One part is the company's, the other nobody's. */
const parts = (): [string, NonNullable<Line['parts']>, string[]][] => [
  ['without references', [{ cents: 4_000, words: ours }, { cents: 6_000 }], ['B-9 · 2', 'B-9 · 3']],
  [
    'with references of their own',
    [
      { cents: 4_000, at: 'P-1', words: ours },
      { cents: 6_000, at: 'P-2' },
    ],
    ['P-1', 'P-2'],
  ],
]
const euros = async () => {
  const { balances } = await call(world, employer, 'getEmployerBalances')
  return balances.find(({ currency }) => currency === 'EUR')?.available ?? 0n
}
/** What is nobody's yet. */
const aside = async () => {
  const { items } = await call(world, noor, 'listSuspense', { query: { view: 'open', limit: 50 } })
  return items.map(({ reference, amount }) => `${reference} ${amount.minor}`)
}
const idOf = async (code: string) => {
  const [row] = await admin.rows<{ id: string }>(
    'select transfer_uuid id from ledger_transfer where code = $1 order by seq desc limit 1',
    [code],
  )
  return row?.id ?? ''
}
const reverse = async (more: object, code = 'funding_received') => {
  const params = { id: await idOf(code) }
  const body = { reason: 'It is of several.', ...more } as { reason: string; apart: boolean }
  const { waiting } = await call(world, noor, 'reverseFunding', { params, body })
  await bank.approve(waiting?.step_uuid)
}
const refund = async () => {
  const { items } = await call(world, noor, 'listSuspense', { query: { view: 'open', limit: 50 } })
  const params = { id: items[0]?.receipt_uuid ?? '' }
  const body = { words: 'It is of several.', reference: '', apart: true }
  const ask = () => call(world, noor, 'refundReceipt', { params, body })
  const { waiting } = await ask()
  await bank.approve(waiting?.step_uuid)
  return ask
}

describe.each([0, 1])('a credit of an employer, taken apart (%i)', at => {
  it('is booked in its parts, once, whatever the bank tells again, and the bank has it as the books', async () => {
    const [, told, names] = parts()[at] ?? parts()[0] ?? ['', [], []]
    await book(whole(ours))
    await bank.read(whole(ours))
    expect(await book(apart(told))).toMatchObject({ booked: [], suspended: 0 })
    await reverse({ apart: true })
    expect(await euros()).toBe(0n)
    // The same again is known: it is its parts that take its place.
    expect(await book(whole(ours))).toMatchObject({ booked: [], suspended: 0 })
    const both = await Promise.all([book(apart(told)), book(apart(told))])
    expect(both.map(({ booked }) => booked.length).toSorted()).toEqual([0, 1])
    expect([await euros(), await aside()]).toEqual([4_000n, [`${names[1]} 6000`]])
    for (const again of [whole(ours), apart(told), tuesday([], 10_000), whole(ours)])
      await outcome(book(again))
    const { statements } = await bank.read(tuesday([], 10_000))
    for (const id of [statements[0]?.statement_uuid ?? ''])
      await call(world, noor, 'bookStatementReceipts', { params: { id } })
    expect([await euros(), await aside()]).toEqual([4_000n, [`${names[1]} 6000`]])
    world.clock.set('2026-12-09T10:00:00Z')
    await bank.read({ day: '2026-12-08', from: '2026-11-25', opening: 10_000 })
    expect(await bank.kinds()).toEqual([])
    await bank.wellTold()
  })
})

it('is booked anew by nothing where it was taken back for another reason', async () => {
  await book(whole(ours))
  await reverse({})
  for (const [, told] of parts())
    expect(await book(apart(told))).toMatchObject({ booked: [], suspended: 0 })
  expect([await euros(), await aside()]).toEqual([0n, []])
})

it.each([0, 1])('that was nobody’s gives way to its parts as well (%i)', async at => {
  const [, told, names] = parts()[at] ?? parts()[0] ?? ['', [], []]
  await book(whole('no idea'))
  await bank.read(whole('no idea'))
  const again = await refund()
  expect(await aside()).toEqual([])
  const { receipt } = await again()
  expect(receipt ?? { apart: true }).toMatchObject({ apart: true })
  expect(await book(whole('no idea'))).toMatchObject({ booked: [], suspended: 0 })
  expect(await book(apart(told))).toMatchObject({ booked: [{}], suspended: 1 })
  expect(await book(apart(told))).toMatchObject({ booked: [], suspended: 0 })
  expect([await euros(), await aside()]).toEqual([4_000n, [`${names[1]} 6000`]])
  await call(world, noor, 'compareBank')
  world.clock.set('2026-12-09T10:00:00Z')
  await bank.read({ day: '2026-12-08', from: '2026-11-24', opening: 10_000 })
  expect(await bank.kinds()).toEqual([])
  await bank.wellTold()
})

it('of which a part is booked twice by its statement is told apart still', async () => {
  await book(whole(ours))
  await reverse({ apart: true })
  const told = parts()[0]?.[1] ?? []
  await bank.read(apart(told))
  const { statements } = await bank.read(apart(told))
  const params = { id: statements[0]?.statement_uuid ?? '' }
  for (const booked of [1, 0])
    expect(await call(world, noor, 'bookStatementReceipts', { params })).toMatchObject({ booked })
  expect(await euros()).toBe(4_000n)
  await bank.wellTold()
})

it('gives way to its parts as well where it was matched to a company before', async () => {
  await book(whole('no idea'))
  const { items } = await call(world, noor, 'listSuspense', { query: { view: 'open', limit: 5 } })
  const { domain } = await call(world, employer, 'getEmployer')
  await call(world, noor, 'matchReceipt', {
    params: { id: items[0]?.receipt_uuid ?? '' },
    body: { employer_domain: domain ?? '' },
  })
  expect(await euros()).toBe(10_000n)
  await reverse({ apart: true }, 'receipt_matched')
  for (const booked of [1, 0])
    expect((await book(apart(parts()[1]?.[1] ?? []))).booked).toHaveLength(booked)
  expect([await euros(), await aside()]).toEqual([4_000n, ['P-2 6000']])
})

it.each([0, 1])(
  'gives way to what it comes to alone: another sum under its reference is refused, before its parts and after them (%i)',
  async at => {
    const [, told] = parts()[at] ?? []
    await book(whole(ours))
    await reverse({ apart: true })
    const other = monday([{ cents: 18_000, at: 'B-9', words: ours }])
    const more = monday([{ cents: 12_000, at: 'B-9', parts: [{ cents: 5_000 }, { cents: 7_000 }] }])
    for (const one of [other, more])
      await expect(book(one)).rejects.toMatchObject({ code: 'FUNDING_FILE_NOT_VALID' })
    expect(await book(apart(told ?? []))).toMatchObject({ booked: [{}], suspended: 1 })
    for (const one of [other, more])
      await expect(book(one)).rejects.toMatchObject({ code: 'FUNDING_FILE_NOT_VALID' })
    expect(await euros()).toBe(4_000n)
  },
)

/** References longer than any bank gives: a statement with one is read, and booking it is refused in words. */
import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { call, type Person } from '#db/seed/cast.ts'
import { eachInACopy } from '#test/harness/copies.ts'
import type { World } from '#test/harness/world.ts'
import { atTheBank, givenBank, monday } from './bank.test-data.ts'
import { type Line, statementOf } from './statements.test-data.ts'

let world: World
let noor: Person
let bank: ReturnType<typeof atTheBank>
eachInACopy(givenBank, copy => {
  world = copy.world
  noor = copy.told.noor
  bank = atTheBank(world, copy.told)
  world.clock.set('2026-11-26T10:00:00Z')
})

/** So that nothing of it is compressed away. */
const LONG = randomBytes(9_000).toString('hex')
const LINES: readonly (readonly [string, Line])[] = [
  ['of the bank', { cents: 100, at: LONG }],
  ['of who paid', { cents: 100, at: '', reference: LONG }],
  ['of a whole with a part of its own', { cents: 100, at: LONG, parts: [{ cents: 100, at: 'P' }] }],
]

it.each(LINES)('a reference %s', async (_, line) => {
  const day = monday([line, { cents: 200, at: 'B-1' }])
  const refused = { code: 'FUNDING_FILE_NOT_VALID', fields: [{ loc: ['body', 'funding_csv', 1] }] }
  await expect(call(world, noor, 'putBalances', { body: statementOf(day) })).rejects.toMatchObject(
    refused,
  )
  const { statements } = await bank.read(day)
  expect(statements).toHaveLength(1)
  const params = { id: statements[0]?.statement_uuid ?? '' }
  await expect(call(world, noor, 'bookStatementReceipts', { params })).rejects.toMatchObject(
    refused,
  )
  const unknown = (await bank.kinds()).filter(([kind]) => kind === 'UNKNOWN')
  expect(unknown.map(([, minor]) => minor).toSorted()).toEqual([100, 200])
  expect(await world.broken()).toEqual([])
})

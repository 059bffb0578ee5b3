/** A process dies while it reads a bank's statement, at each of its statements in turn: all of it is read and found, or nothing is. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { atTheBank, givenBank, monday, type Stage } from '#server/reconciliation/bank.test-data.ts'
import type { Told } from '#server/reconciliation/statements.test-data.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { openWorld } from '#test/harness/open-world.ts'
import { PLAIN_PAPER } from '#test/harness/plain-paper.ts'
import { cloneDatabase, type World } from '#test/harness/world.ts'
import { armed, StruckError, under } from '#test/simulate/faults.ts'

let world: World
let admin: Admin
let stage: Stage
let drop: () => Promise<void>

beforeAll(async () => {
  const clone = await cloneDatabase()
  drop = clone.drop
  world = await openWorld(clone.databaseUrl, '2026-11-26T10:00:00Z', PLAIN_PAPER, {
    database: armed,
  })
  admin = await adminOf(world)
  stage = await givenBank(world)
})
afterAll(async () => {
  await admin.close()
  await world.close()
  await drop()
})

const kept = () =>
  admin.rows(`select (select count(*) from bank_statement)::int statements, (select count(*) from bank_entry)::int entries,
    (select count(*) from bank_entry where match_uuid is not null)::int matched`)

/** Reads a statement under a death at its first statement, its second, and so on until it is read whole; answers how often it died. */
async function readUnderDeaths(told: Told): Promise<number> {
  const bank = atTheBank(world, stage)
  const before = await kept()
  for (let at = 1; ; at += 1) {
    const died = await under({ kind: 'dies', at }, () => bank.read(told)).then(
      () => false,
      (error: unknown) => error instanceof StruckError,
    )
    if (!died) return at - 1
    expect([at, await kept()]).toEqual([at, before])
  }
}

const A = { cents: 10_000, at: 'B-1' }
const B = { cents: -2_500, at: 'B-2' }

it('reads a first statement and a correction whole and once, wherever it dies', async () => {
  const bank = atTheBank(world, stage)
  await bank.bookCsv('100.00', 'B-1', '2026-11-23')
  expect(await readUnderDeaths(monday([A, B]))).toBeGreaterThan(10)
  expect(await kept()).toEqual([{ statements: 1, entries: 2, matched: 1 }])
  const corrected = { ...monday([A]), made: '2026-11-24T06:00:00Z' }
  expect(await readUnderDeaths(corrected)).toBeGreaterThan(10)
  expect(await kept()).toEqual([{ statements: 2, entries: 3, matched: 3 }])
  await bank.wellTold()
})

it('answers that it was read where the first answer was lost', async () => {
  const bank = atTheBank(world, stage)
  const told = { ...monday([{ cents: 5, at: 'B-3' }], 10_000), made: '2026-11-24T07:00:00Z' }
  await expect(under({ kind: 'answer is lost' }, () => bank.read(told))).rejects.toBeInstanceOf(
    StruckError,
  )
  expect((await bank.read(told)).again).toBe(true)
  expect(await kept()).toEqual([{ statements: 3, entries: 4, matched: 3 }])
  await bank.wellTold()
})

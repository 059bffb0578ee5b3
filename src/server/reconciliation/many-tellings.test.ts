/** A bank with true credits tells them by files and statements, whole and in parts, again and otherwise: nothing is ever booked that it did not get. */
import { expect, it } from 'vitest'
import { call, type Person } from '#db/seed/cast.ts'
import { Problem } from '#domain/kernel/problem.ts'
import type { Admin } from '#test/harness/admin.ts'
import { heavy } from '#test/harness/heavy.ts'
import { seeded } from '#test/harness/random.ts'
import type { World } from '#test/harness/world.ts'
import { type AtTheBank, eachAtTheBank } from './bank.test-data.ts'
import { type Line, statementOf, type Told } from './statements.test-data.ts'

const DAYS = ['2026-11-23', '2026-11-24', '2026-11-25'] as const
const CUTS = [[100], [100], [40, 60], [50, 50], [30, 30, 40], [200], [150, 50]] as const
const SEEDS = Array.from({ length: heavy(16, 400) }, (_, n) => n + 1)

let world: World
let admin: Admin
let noor: Person
let bank: AtTheBank['bank']

eachAtTheBank(at => {
  ;({ world, admin, noor, bank } = at)
})

/** How a credit is told: whole, in parts without references, with their own, or the first alone with one. */
function toldAs({ at, cents, parts = [] }: Line, form: number): Line {
  const named = form === 2 ? parts.length : form === 3 ? 1 : 0
  const told = parts.map((part, n) => (n < named ? part : { cents: part.cents }))
  return form === 0 ? { at, cents } : { at, cents, parts: told }
}

it.each(SEEDS)('seed %i', async seed => {
  const random = seeded(seed)
  const below = (most: number) => Math.floor(random() * most)
  const pick = <T>(of: readonly T[]) => of[below(of.length)] as T
  // Some banks call several credits alike.
  const alike = random() < 0.5
  let credits = 0
  const truth = DAYS.map(day => {
    const lines = Array.from({ length: below(3) }, (): Line => {
      credits += 1
      const parts = pick(CUTS).map((cents, n) => ({ cents, at: `P-${credits}-${n}` }))
      const at = alike ? pick(['B-1', 'B-2']) : `B-${credits}`
      return { at, cents: parts.reduce((sum, { cents }) => sum + cents, 0), parts }
    })
    return { day, lines, comes: lines.reduce((sum, { cents }) => sum + cents, 0) }
  })
  const openingOf = (day: string) =>
    truth.reduce((sum, of) => (of.day < day ? sum + of.comes : sum), 0)
  const told = ({ day, lines }: (typeof truth)[number], form: () => number): Told => ({
    ...{ day, opening: openingOf(day) },
    lines: lines.map(line => toldAs(line, form())),
  })
  const log: unknown[] = [truth]
  const mayBeRefused = async (what: string, work: Promise<unknown>) => {
    const answer = await work.catch(error => {
      if (error instanceof Problem) return error.code
      throw error
    })
    log.push(what, answer)
    const [row] = await admin.rows<{ cents: number }>(
      'select coalesce(sum(amount_minor), 0)::int cents from suspense_receipt',
    )
    const came = openingOf('2026-11-26')
    expect((row?.cents ?? 0) <= came ? [] : log).toEqual([])
    return row?.cents === came
  }
  const file = () => {
    const of = pick(truth)
    const body = statementOf(told(of, () => below(4)))
    return of.lines.length > 0
      ? mayBeRefused(`a file of ${of.day}`, call(world, noor, 'putBalances', { body }))
      : undefined
  }
  for (let left = below(4); left > 0; left -= 1) await file()
  const form = below(4)
  const ids: string[] = []
  for (const of of truth) {
    const { statements } = await bank.read(told(of, () => form))
    ids.push(...statements.map(({ statement_uuid }) => statement_uuid))
  }
  let all = openingOf('2026-11-26') === 0
  for (const id of random() < 0.5 ? ids : ids.toReversed())
    all = await mayBeRefused(
      'receipts',
      call(world, noor, 'bookStatementReceipts', { params: { id } }),
    )
  for (let left = below(3); left > 0; left -= 1) await file()
  // Where each credit has a reference of its own nothing is left out either, and the bank has what the books have.
  if (!alike) {
    expect(all ? [] : log).toEqual([])
    await call(world, noor, 'compareBank')
    const open = (await bank.kinds()).filter(([kind]) => kind !== 'MISSING')
    expect(open.length === 0 ? [] : [open, log]).toEqual([])
  }
  await bank.wellTold()
})

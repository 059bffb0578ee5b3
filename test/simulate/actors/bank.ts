/** What a bank shows of our euro account, day by day, and what operators do about what is different in the books. */
import { call } from '#db/seed/cast.ts'
import { addDays } from '#domain/kernel/plain-date.ts'
import { creditorReference } from '#domain/ledger/creditor-reference.ts'
import { type Line, statementOf, type Told } from '#server/reconciliation/statements.test-data.ts'
import { type Bank, tellDay } from '../bank-law.ts'
import { act, type Chance, type Move, type Sim } from '../sim.ts'
import { euroAccount } from './funds.ts'
import { operator } from './operator.ts'

/** What the bank has to show: receipts that others may book under the same names, payments of ours, and what nobody ordered. */
async function linesOf(sim: Sim, chance: Chance): Promise<Line[]> {
  const company = chance.pick(sim.companies)
  const came = Array.from({ length: chance.below(3) }, () => ({
    cents: 1 + chance.below(500_000),
    at: `STMT-${chance.below(300)}`,
    words: company && chance.often(0.5) ? creditorReference(company.employer_uuid) : 'no idea',
  }))
  const paid = await sim.admin.rows<{ reference: string; minor: string }>(
    `select reference, amount_minor::text minor from payment where currency = 'EUR' and status in ('SENT', 'SETTLED', 'RETURNED') and reference is not null
      order by created_at, payment_uuid`,
  )
  const went = chance.some(paid, 0.3).map(({ reference, minor }) => ({
    ...{ cents: -Number(minor), at: `D-${chance.below(9999)}`, reference },
  }))
  // The sum of something that the books moved and no statement showed, under a name that nobody knows: somebody has to say that it is the same.
  const moved = await sim.admin.rows<{ minor: string }>(
    "select minor::text minor from bank_movement where currency = 'EUR' and match_uuid is null order by transfer_uuid",
  )
  const unnamed = chance.some(moved, 0.2).map(({ minor }) => ({
    ...{ cents: Number(minor), at: `LOST-${chance.below(9999)}`, words: 'no idea' },
  }))
  const own = chance.often(0.3)
    ? [{ cents: -(1 + chance.below(900)), at: `FEE-${chance.below(9999)}` }]
    : []
  return [...came, ...went, ...unnamed, ...own]
}

const FIRST_MINOR = 1_000_000
const FIRST_MADE = Date.parse('2026-01-01T00:00:00Z')

function sumOf(lines: readonly Line[]): number {
  return lines.reduce((sum, { cents }) => sum + cents, 0)
}

function startOf({ days }: Bank, day: string): number {
  return [...days].reduce((sum, [of, lines]) => (of < day ? sum + sumOf(lines) : sum), FIRST_MINOR)
}

type Days = { readonly from: string; readonly to: string }

/** A statement of days as they are by now, or of a part of one. It is made later than any before, and has an id of its own. */
function stated(bank: Bank, { from, to }: Days, part?: { opening: number; lines: Line[] }): Told {
  bank.made += 1
  const lines = [...bank.days]
    .filter(([day]) => day >= from && day <= to)
    .flatMap(([day, of]) => of.map(line => ({ ...line, day })))
  const told: Told = {
    ...{ from, day: to, id: `S-${bank.made}`, opening: startOf(bank, from), lines, ...part },
    made: `${new Date(FIRST_MADE + bank.made * 3_600_000).toISOString().slice(0, 19)}Z`,
  }
  bank.said.push(told)
  return told
}

async function send(sim: Sim, chance: Chance, told: Told): Promise<void> {
  const account = await euroAccount(sim, chance)
  if (!account) return
  const body = statementOf({ ...told, account })
  await act(sim, chance, operator(sim, chance), 'readBankStatement', { body })
}

/** What comes to nothing, of which banks know much. */
function nothingIn(chance: Chance): Line[] {
  const cents = 1 + chance.below(900_000)
  const at = () => (chance.often(0.7) ? `ZERO-${chance.below(9999)}` : '')
  return [
    { cents: -cents, at: at() },
    { cents, at: `ZERO-${chance.below(9999)}`, words: 'no idea' },
  ]
}

const showMore: Move = {
  name: 'reads more of the last day of the bank: what came after, or the day so far',
  weight: 3,
  async act(sim, chance) {
    const { bank } = sim.told
    const more = [...(await linesOf(sim, chance)), ...(chance.often(0.3) ? nothingIn(chance) : [])]
    const day = [...bank.days.keys()].at(-1)
    if (!day) return
    const before = bank.days.get(day) ?? []
    tellDay(bank, day, [...before, ...more])
    const part = { opening: startOf(bank, day) + sumOf(before), lines: more }
    await send(
      sim,
      chance,
      stated(bank, { from: day, to: day }, chance.often(0.5) ? part : undefined),
    )
  },
}

const sendAgain: Move = {
  name: 'reads again what the bank sent before, or several days at once',
  weight: 3,
  async act(sim, chance) {
    const { bank } = sim.told
    const days = [...bank.days.keys()]
    const [from, to] = [chance.pick(days), days.at(-1)]
    const old = chance.pick(bank.said)
    if (!from || !to || !old) return
    const file = `again-${chance.below(999)}`
    await send(sim, chance, chance.often(0.7) ? { ...old, file } : stated(bank, { from, to }))
  },
}

const correct: Move = {
  name: 'reads a correction of the bank, and days that begin otherwise by it',
  weight: 3,
  async act(sim, chance) {
    const { bank } = sim.told
    const days = [...bank.days.keys()]
    const day = chance.pick(days.slice(0, -1))
    if (!day) return
    const spared = chance.some(bank.days.get(day) ?? [], 0.7)
    tellDay(bank, day, [...spared, ...(chance.often(0.5) ? await linesOf(sim, chance) : [])])
    for (const of of [day, ...days.filter(later => later > day)])
      if (of === day || chance.often(0.7))
        await send(sim, chance, stated(bank, { from: of, to: of }))
  },
}

const show: Move = {
  name: 'reads a statement of the bank',
  weight: 7,
  async act(sim, chance) {
    const { bank } = sim.told
    const lines = await linesOf(sim, chance)
    const today = sim.world.clock.now().toISOString().slice(0, 10)
    const last = [...bank.days.keys()].at(-1)
    const day = last ? addDays(last, 1 + (chance.often(0.1) ? 1 : 0)) : addDays(today, -3)
    if (day > today) return
    tellDay(bank, day, lines)
    await send(sim, chance, stated(bank, { from: day, to: day }))
  },
}

const resolve: Move = {
  name: 'resolves what bank and books say differently',
  weight: 9,
  async act(sim, chance) {
    const who = operator(sim, chance)
    const sort = chance.often(0.5) ? ('age' as const) : ('amount' as const)
    const { items } = await call(sim.world, who, 'listDifferences', { query: { sort, limit: 50 } })
    const shown = items.filter(({ entry_uuid }) => entry_uuid !== null)
    const one = chance.pick(chance.often(0.7) ? shown : items)
    const first = one?.alike.length && chance.often(0.6) ? 'match' : undefined
    const action = first ?? (one && chance.pick(one.allowed_actions))
    if (!one || !action) return act(sim, chance, who, 'compareBank')
    const params = { id: one.entry_uuid ?? '' }
    const words = 'For the simulation'
    if (action === 'book_receipts')
      return act(sim, chance, who, 'bookStatementReceipts', {
        params: { id: one.statement_uuid ?? '' },
      })
    if (action === 'match')
      return act(sim, chance, who, 'matchBankEntry', {
        params,
        body: { transfer_uuid: chance.pick(one.alike)?.transfer_uuid ?? '' },
      })
    if (action === 'book_as')
      return act(sim, chance, who, 'bookBankEntry', {
        params,
        body: { booked_as: chance.often(0.7) ? 'COST' : 'EXCHANGE', words },
      })
    if (action === 'explain')
      return act(sim, chance, who, 'explainDifference', {
        body: { subject: one.subject, amount_in_smallest_unit: one.amount.minor, words },
      })
    return undefined
  },
}

export const bankMoves: readonly Move[] = [show, showMore, sendAgain, correct, resolve]

/** What a bank shows of our euro account, day by day, and what operators do about what is different in the books. */
import { call } from '#db/seed/cast.ts'
import { addDays } from '#domain/kernel/plain-date.ts'
import { creditorReference } from '#domain/ledger/creditor-reference.ts'
import { type Line, statementOf } from '#server/reconciliation/statements.test-data.ts'
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

/** Where the last statement of the account ended. */
async function lastOf(sim: Sim): Promise<{ day: string; minor: string } | undefined> {
  const [last] = await sim.admin.rows<{ day: string; minor: string }>(
    'select to_day::text as day, closing_minor::text minor from bank_statement order by to_day desc, part desc limit 1',
  )
  return last
}

/** The lines that the last day has by now, and what the account had before it. */
async function toldOf(sim: Sim, day: string) {
  const lines = await sim.admin.rows<{ minor: string; at: string; reference: string | null }>(
    `select e.minor::text minor, e.bank_reference at, e.reference from bank_entry e join bank_statement s using (statement_uuid)
      where s.to_day = $1::date and e.takes_back is null and not exists (select from bank_entry b where b.takes_back = e.entry_uuid)
      order by s.part, e.line`,
    [day],
  )
  const [first] = await sim.admin.rows<{ minor: string }>(
    'select opening_minor::text minor from bank_statement where to_day = $1::date order by part limit 1',
    [day],
  )
  return {
    opening: Number(first?.minor),
    lines: lines.map(
      ({ minor, at, reference }): Line => ({
        ...{ cents: Number(minor), at },
        ...(reference !== null && { reference }),
      }),
    ),
  }
}

const showMore: Move = {
  name: 'reads another statement of a day: what came after, the day again, or a correction',
  weight: 4,
  async act(sim, chance) {
    const account = await euroAccount(sim, chance)
    const last = await lastOf(sim)
    if (!account || !last) return
    const { day } = last
    const more = await linesOf(sim, chance)
    if (chance.often(0.4)) {
      const body = statementOf({ day, opening: Number(last.minor), account, lines: more })
      await act(sim, chance, operator(sim, chance), 'readBankStatement', { body })
      return
    }
    const { opening, lines } = await toldOf(sim, day)
    const kept = chance.often(0.5) ? chance.some(lines, 0.7) : lines
    // Banks are late, and send what they made before again.
    const made = `${addDays(day, 1)}T${String(chance.below(24)).padStart(2, '0')}:00:00Z`
    const body = statementOf({
      ...{ day, opening, account, made, lines: chance.often(0.5) ? [...kept, ...more] : kept },
    })
    await act(sim, chance, operator(sim, chance), 'readBankStatement', { body })
  },
}

const show: Move = {
  name: 'reads a statement of the bank',
  weight: 8,
  async act(sim, chance) {
    const account = await euroAccount(sim, chance)
    if (!account) return
    const last = await lastOf(sim)
    const today = sim.world.clock.now().toISOString().slice(0, 10)
    const day = last ? addDays(last.day, 1 + (chance.often(0.1) ? 1 : 0)) : addDays(today, -3)
    const opening = Number(last?.minor ?? 1_000_000) + (chance.often(0.05) ? 100 : 0)
    const body = statementOf({
      ...{ day, opening, account, lines: await linesOf(sim, chance) },
    })
    await act(sim, chance, operator(sim, chance), 'readBankStatement', { body })
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

export const bankMoves: readonly Move[] = [show, showMore, resolve]

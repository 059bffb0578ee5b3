/** What operators do about payments that went wrong: they record returns, doubt, say what became of them, give them back, and mark what others paid. */
import { call, type Person } from '#db/seed/cast.ts'
import { RETURN_REASONS } from '#domain/payments/mending.ts'
import { act, type Chance, type Move, type Sim } from '../sim.ts'
import { operator } from './operator.ts'

async function idsOf(sim: Sim, statement: string, values: unknown[] = []): Promise<string[]> {
  const rows = await sim.admin.rows<{ id: string }>(
    `select p.payment_uuid id from payment p left join attempt_doubt d using (attempt_uuid)
      left join simulated_rail.transfer t on t.attempt_uuid = p.attempt_uuid
      where ${statement} order by p.created_at, p.source_minor, p.payment_uuid`,
    values,
  )
  return rows.map(({ id }) => id)
}

type Action = 'return' | 'lose' | 'left' | 'not_left' | 'give_back' | 'redirect' | 'ask' | 'close'

async function mend(
  sim: Sim,
  chance: Chance,
  action: Action,
  ids: readonly string[],
): Promise<void> {
  const payment_uuids = chance.some(ids, 0.5).slice(0, 4)
  if (payment_uuids.length === 0) return
  if (action === 'return') for (const id of payment_uuids) sim.now.unsettled.add(id)
  const who = operator(sim, chance)
  const seen = action === 'redirect' ? await seenOf(sim, who, payment_uuids) : []
  await act(sim, chance, who, 'mendPayments', {
    body: {
      ...{ action, payment_uuids, words: 'Looked into.', reference: 'STATEMENT' },
      ...(chance.often(0.9) ? { seen } : {}),
      ...(action === 'return' ? { reason: chance.pick(RETURN_REASONS) ?? 'OTHER' } : {}),
    },
  })
}

/** The accounts that the work list shows beside payments, to which they may be sent. */
async function seenOf(sim: Sim, who: Person, payment_uuids: readonly string[]) {
  const { items } = await call(sim.world, who, 'listWork', {
    query: { limit: 50, sort: 'age' },
  })
  return items.flatMap(({ payment_uuid, mended }) =>
    payment_uuids.includes(payment_uuid) && mended?.destination_uuid
      ? [{ payment_uuid, destination_uuid: mended.destination_uuid }]
      : [],
  )
}

const comesBack: Move = {
  name: 'records that payments came back',
  weight: 2,
  act: async (sim, chance) =>
    mend(sim, chance, 'return', await idsOf(sim, "p.status in ('SENT', 'SETTLED')")),
}

const doubts: Move = {
  name: 'says that nobody knows of payments',
  weight: 2,
  act: async (sim, chance) => mend(sim, chance, 'lose', await idsOf(sim, "p.status = 'SENT'")),
}

/** Operators say of old doubts what is so: a rail that was handed something a moment ago may yet take it. */
const says: Move = {
  name: 'says what became of payments',
  weight: 4,
  async act(sim, chance) {
    const word = chance.often(0.6) ? ('left' as const) : ('not_left' as const)
    const so = word === 'left' ? 't.accepted' : 'not coalesce(t.accepted, false)'
    const now = sim.world.clock.now().toISOString()
    const old = `p.status = 'UNKNOWN' and d.lost_at < $1::timestamptz and ${so}`
    await mend(sim, chance, word, await idsOf(sim, old, [now]))
  },
}

const givesBack: Move = {
  name: 'gives back what failed or came back',
  weight: 2,
  act: async (sim, chance) =>
    mend(sim, chance, 'give_back', await idsOf(sim, "p.status in ('FAILED', 'RETURNED')")),
}

const redirects: Move = {
  name: 'sends elsewhere, asks a rail again, or closes what is contradicted',
  weight: 2,
  async act(sim, chance) {
    const action = chance.pick(['redirect', 'ask', 'close'] as const) ?? 'ask'
    const which = "p.status in ('FAILED', 'RETURNED', 'UNKNOWN')"
    await mend(sim, chance, action, await idsOf(sim, which))
  },
}

const outside: Move = {
  name: 'marks as paid outside',
  weight: 2,
  async act(sim, chance) {
    const rows = await sim.admin.rows<{
      line_item_uuid: string
      cycle_uuid: string
      policy_uuid: string
      domain: string
      currency: string
      amount: string
    }>(`select p.line_item_uuid, p.cycle_uuid, c.policy_uuid, e.domain, p.currency,
          sum(case when p.currency = p.source_currency then p.source_minor else p.promised_minor end)::text amount
        from payment p join pay_cycle c using (cycle_uuid) join employer e on e.employer_uuid = p.employer_uuid
        where p.status in ('SCHEDULED', 'HELD') and p.attempt = 0 and p.promised_minor is not null group by 1, 2, 3, 4, 5 order by 1, 5`)
    const one = chance.pick(rows)
    if (!one) return
    const { amount, ...keys } = one
    await act(sim, chance, operator(sim, chance), 'markLineItem', {
      params: { ...keys, operation: 'paid' },
      body: { amount_in_smallest_unit: BigInt(amount), reference: 'ELSEWHERE', outside: true },
    })
  },
}

const looks: Move = {
  name: 'looks at the work list',
  weight: 1,
  act: (sim, chance) =>
    act(sim, chance, operator(sim, chance), 'listWork', {
      query: { limit: 5, sort: chance.often(0.5) ? 'age' : 'amount' },
    }),
}

export const mendingMoves: readonly Move[] = [
  comesBack,
  doubts,
  says,
  givesBack,
  redirects,
  outside,
  looks,
]

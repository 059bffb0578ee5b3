/** What operators do with money that is there, or is not: they ask for it, and exchange it. */
import { call } from '#db/seed/cast.ts'
import { addDays } from '#domain/kernel/plain-date.ts'
import { act, type Move } from '../sim.ts'
import { FUNDED, operator } from './operator.ts'

const ask: Move = {
  name: 'asks a company for money, or takes that back',
  weight: 2,
  async act(sim, chance) {
    const who = operator(sim, chance)
    const { items } = await call(sim.world, who, 'listFundingRequests', {
      query: { view: 'open', limit: 50 },
    })
    const one = chance.pick(items)
    if (one && chance.often(0.4)) {
      const params = { id: one.request_uuid }
      await act(sim, chance, who, 'withdrawFundingRequest', { params })
      return
    }
    const today = sim.world.clock.now().toISOString().slice(0, 10)
    await act(sim, chance, who, 'requestFunds', {
      params: { domain: chance.pick(sim.companies)?.domain ?? '' },
      body: {
        currency: chance.pick(FUNDED) ?? 'USD',
        amount_in_smallest_unit: BigInt(100 + chance.below(400_000)),
        needed_on: addDays(today, chance.below(12) - 1),
        words: '',
      },
    })
  },
}

const exchange: Move = {
  name: 'schedules an exchange, or takes one back',
  weight: 4,
  async act(sim, chance) {
    const who = operator(sim, chance)
    const { items } = await call(sim.world, who, 'listConversions', {
      query: { view: 'open', limit: 50 },
    })
    const one = chance.pick(items)
    if (one && chance.often(0.25)) {
      const params = { id: one.conversion_uuid }
      await act(sim, chance, who, 'cancelConversion', { params })
      return
    }
    const today = sim.world.clock.now().toISOString().slice(0, 10)
    await act(sim, chance, who, 'scheduleConversion', {
      params: { domain: chance.pick(sim.companies)?.domain ?? '' },
      body: {
        from_currency: chance.pick(FUNDED) ?? 'USD',
        to_currency: chance.pick([...FUNDED, 'JPY']) ?? 'EUR',
        fixed_side: chance.often(0.5) ? ('from' as const) : ('to' as const),
        amount_in_smallest_unit: BigInt(1 + chance.below(300_000)),
        conversion_date: addDays(today, chance.below(5) - 1),
      },
    })
  },
}

export const fundsMoves: readonly Move[] = [ask, exchange]

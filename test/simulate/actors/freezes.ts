/** What operators do when something looks wrong: they freeze what is due by a day, and lift each other's freezes. */
import { call } from '#db/seed/cast.ts'
import { addDays } from '#domain/kernel/plain-date.ts'
import { act, type Move } from '../sim.ts'
import { FUNDED, operator } from './operator.ts'

const freeze: Move = {
  name: 'freezes what is due by a day, or lifts a freeze',
  weight: 3,
  async act(sim, chance) {
    const who = operator(sim, chance)
    const { in_force } = await call(sim.world, who, 'listFreezes')
    const one = chance.pick(in_force)
    if (one && chance.often(0.8)) {
      const params = { id: one.freeze_uuid }
      await act(sim, chance, who, 'liftFreeze', { params, body: { words: '' } })
      return
    }
    const of = chance.pick(sim.companies)
    const day = addDays(sim.world.clock.now().toISOString().slice(0, 10), chance.below(20) - 5)
    await act(sim, chance, who, 'freezePayments', {
      body: {
        ...{ before: day, words: 'For the simulation' },
        ...(of && chance.often(0.6) && { employer_domain: of.domain }),
        ...(chance.often(0.3) && { currency: chance.pick(FUNDED) ?? 'USD' }),
        ...(chance.often(0.2) && { network: 'fiat' as const }),
      },
    })
  },
}

export const freezeMoves: readonly Move[] = [freeze]

/** The accounts and wallets of companies, which they are paid back to: added, sent twice, and taken out of use while a refund goes there. */
import { call } from '#db/seed/cast.ts'
import { act, type Move } from '../sim.ts'
import { company } from './employer.ts'

const change: Move = {
  name: 'adds an account or wallet of a company, or closes one',
  weight: 1,
  async act(sim, chance) {
    const of = company(sim, chance)
    const { bank_accounts, crypto_accounts } = await call(sim.world, of, 'getEmployer')
    const one = chance.pick([...bank_accounts, ...crypto_accounts])
    if (one && chance.often(0.4)) {
      const params = { id: one.account_uuid }
      await act(sim, chance, of, 'closeEmployerAccount', { params })
    } else if (chance.often(0.3))
      await act(sim, chance, of, 'putEmployerCryptoInfo', {
        body: {
          ...{ currency: 'USDC', blockchain: 'hedera' },
          address: `0.0.${48_211 + chance.below(3)}`,
        },
      })
    else
      await act(sim, chance, of, 'putEmployerBanking', {
        body: {
          ...{ account_name: 'The company', currency: 'CAD', institution_number: '003' },
          ...{ account_number: `765432${chance.below(4)}`, transit_number: '00011' },
        },
      })
  },
}

export const accountMoves: readonly Move[] = [change]

/** What companies do with batches of payments: they send them in, some twice and with rows of each other, and cancel what nobody approved. */
import { newUuid } from '#server/kernel/ids.ts'
import { act, type Chance, type Move, type Sim } from '../sim.ts'
import { approverOf, company } from './employer.ts'

/** So few that rows of several batches meet, and that the same is sent in twice. */
const REFERENCES = ['LC-1', 'lc-1', 'LC-2', 'LC-3'] as const
const AMOUNTS = ['12.50', '300.00', '1250.00', '0.00', '1,00'] as const

function fileOf(sim: Sim, chance: Chance): string {
  const rows = Array.from({ length: 1 + chance.below(3) }, () => {
    const email = chance.pick(sim.contractors)?.email ?? ''
    const amount = chance.pick(AMOUNTS) ?? ''
    const currency = chance.often(0.7) ? 'USD' : 'EUR'
    return `${email};${amount};${currency};${chance.pick(REFERENCES)}`
  })
  return ['email;amount;currency;reference', ...rows].join('\n')
}

const sendBatch: Move = {
  name: 'sends a batch in',
  weight: 4,
  async act(sim, chance) {
    const of = company(sim, chance)
    const now = sim.world.clock.now().getTime()
    const pay_date = new Date(now + chance.below(5) * 86_400_000).toISOString().slice(0, 10)
    await act(sim, chance, approverOf(of, chance), 'submitPaymentBatch', {
      params: { batch_uuid: newUuid() },
      body: {
        ...{ text: fileOf(sim, chance), mends: [], without: [], file_name: 'payouts.csv' },
        ...{ pay_date, words: '', leave_out_wrong: chance.often(0.8) },
      },
    })
  },
}

const cancelBatch: Move = {
  name: 'cancels a batch',
  weight: 2,
  async act(sim, chance) {
    const of = company(sim, chance)
    const rows = await sim.admin.rows<{ batch_uuid: string }>(
      'select batch_uuid from payment_batch where employer_uuid = $1 order by submitted_at desc, batch_uuid limit 4',
      [of.employer_uuid],
    )
    const batch_uuid = chance.pick(rows)?.batch_uuid
    if (batch_uuid) await act(sim, chance, of, 'cancelPaymentBatch', { params: { batch_uuid } })
  },
}

export const batchMoves: readonly Move[] = [sendBatch, cancelBatch]

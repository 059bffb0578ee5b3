/** What operators do with files for banks: they propose and confirm channels, release, remake and discard files, and take what banks answer. */
import { call } from '#db/seed/cast.ts'
import { SWIFT } from '#server/payments/bank-files.test-data.ts'
import { act, type Chance, type Move, type Sim } from '../sim.ts'
import { operator } from './operator.ts'

const channel: Move = {
  name: 'proposes, confirms or closes a channel to a bank',
  weight: 8,
  async act(sim, chance) {
    const who = operator(sim, chance)
    const { channels, proposals } = await call(sim.world, who, 'listBankChannels')
    const waits = chance.pick(proposals)
    const stands = chance.pick(channels)
    if (waits) {
      const name = chance.often(0.9) ? 'confirmBankChannel' : 'closeBankChannel'
      return act(sim, chance, who, name, { params: { id: waits.channel_uuid } })
    }
    if (stands && chance.often(0.15))
      return act(sim, chance, who, 'closeBankChannel', { params: { id: stands.channel_uuid } })
    const currency = chance.pick(['USD', 'EUR']) ?? 'USD'
    return act(sim, chance, who, 'proposeBankChannel', { body: { ...SWIFT, currency } })
  },
}

const file: Move = {
  name: 'releases a file, makes it anew or discards it',
  weight: 6,
  async act(sim, chance) {
    const who = operator(sim, chance)
    const { waiting } = await call(sim.world, who, 'listBatches')
    const others = waiting.filter(({ made_by }) => !made_by.is_me)
    const one = chance.pick(chance.often(0.8) ? others : waiting)
    if (!one) return undefined
    const params = { id: one.batch_uuid }
    if (chance.often(0.15)) return act(sim, chance, who, 'remakeBatch', { params })
    if (chance.often(0.15))
      return act(sim, chance, who, 'discardBatch', {
        params,
        body: { words: 'For the simulation' },
      })
    const { file_sha256 } = one
    return act(sim, chance, who, 'releaseBatch', { params, body: { file_sha256 } })
  },
}

type Known = {
  readonly payment: string
  readonly reference: string
  readonly currency: string
  readonly minor: string
}

const WORDS = ['Paid', 'Paid', 'Paid', 'Rejected', 'Returned'] as const

/** A bank's list of some payments that files brought it, now and then of another amount or of nobody's. */
async function listOf(sim: Sim, chance: Chance) {
  const rows = await sim.admin.rows<Known>(
    `select a.payment_uuid payment, l.reference, b.currency, l.amount_minor::text minor from bank_batch_line l join bank_batch b using (batch_uuid)
      join payment_attempt a using (attempt_uuid) where b.status = 'RELEASED' order by l.reference`,
  )
  const said = chance.some(rows, 0.4).map(row => {
    const word = chance.pick(WORDS) ?? 'Paid'
    const minor = BigInt(row.minor) + (chance.often(0.05) ? 1n : 0n)
    const amount = `${minor / 100n},${String(minor % 100n).padStart(2, '0')}`
    const reference = chance.often(0.03) ? 'NOBODYS' : row.reference
    return { ...row, word, text: `${reference};${word};${amount};${row.currency};20/03/2026;AC04` }
  })
  const text = ['x', 'Reference;Status;Amount;Currency;Date;Code', ...said.map(of => of.text), '']
  return { said, body: { file_name: 'list.csv', bytes: Buffer.from(text.join('\n')) } }
}

const answer: Move = {
  name: 'takes what a bank answers',
  weight: 6,
  async act(sim, chance) {
    const who = operator(sim, chance)
    const { channels } = await call(sim.world, who, 'listBankChannels')
    const of = chance.pick(channels)
    const { said, body } = await listOf(sim, chance)
    if (!of || said.length === 0) return
    const params = { id: of.channel_uuid }
    const seen = await act(sim, chance, who, 'previewAnswer', { params, body })
    if (!seen) return
    // Before it is known what becomes of it: another may take what it settled back at the same moment.
    for (const { payment, word } of said) if (word === 'Returned') sim.now.unsettled.add(payment)
    const query = { digest: seen.digest }
    const taken = await act(sim, chance, who, 'takeAnswer', { params, query, body })
    // One that was taken in a step before answers again what it did then, which may be taken back since (seed 11451).
    for (const { did, payment_uuid } of seen.given_by ? [] : (taken?.shown ?? []))
      if (did === 'SETTLED' && payment_uuid) sim.now.settled.add(payment_uuid)
    // The bank sends the same file again.
    if (chance.often(0.3)) await act(sim, chance, who, 'takeAnswer', { params, query, body })
  },
}

export const fileMoves: readonly Move[] = [channel, file, answer]

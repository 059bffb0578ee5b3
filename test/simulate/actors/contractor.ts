/** What contractors do: answer invitations, sign, and say where their pay goes. */
import { actorOf, call } from '#db/seed/cast.ts'
import { act, attempt, type Chance, type Move, type Sim } from '../sim.ts'

const answer: Move = {
  name: 'answers an invitation',
  weight: 3,
  async act(sim, chance) {
    const person = chance.pick(sim.contractors)
    if (!person) return
    const open = (await call(sim.world, person, 'listInvitations')).filter(
      ({ status }) => status === 'INVITED',
    )
    const id = chance.pick(open)?.invitation_uuid
    if (!id) return
    const name = chance.often(0.9) ? 'acceptInvitation' : 'rejectInvitation'
    await act(sim, chance, person, name, { params: { id } })
  },
}

const sign: Move = {
  name: 'signs or declines',
  weight: 9,
  async act(sim, chance) {
    const rows = await sim.admin.rows<{ id: string; sub: string; email: string; pdf: string }>(
      `select contract_uuid id, sub, email, pdf_sha256 pdf from contract join person on sub = contractor_sub
        where status = 'AWAITING_SIGNATURE' order by approved_at, contract_uuid`,
    )
    const offer = chance.pick(rows)
    if (!offer) return
    const person = { sub: offer.sub, email: offer.email }
    if (chance.often(0.05)) {
      await act(sim, chance, person, 'declineContract', {
        params: { id: offer.id },
        body: { reason: 'No' },
      })
      return
    }
    const { name } = await actorOf(sim.world, person)
    if (chance.often(0.9))
      await act(sim, chance, person, 'getContractText', { params: { id: offer.id } })
    const signed = await act(sim, chance, person, 'signContract', {
      params: { id: offer.id },
      body: { name, pdf_sha256: offer.pdf },
    })
    if (signed) sim.told.signed.add(offer.id)
  },
}

/** A contractor, with where their pay goes. */
async function somebody(sim: Sim, chance: Chance) {
  const person = chance.pick(sim.contractors)
  const banking = person && (await call(sim.world, person, 'getBanking'))
  return { person, destinations: banking?.destinations ?? [] }
}

const split: Move = {
  name: 'divides the pay',
  weight: 1.5,
  async act(sim, chance) {
    const { person, destinations } = await somebody(sim, chance)
    if (!person) return
    const used = destinations.filter(({ status }) => status === 'ACTIVE')
    if (used.length === 0) return
    const first = chance.below(10_001)
    const body = used.map(({ destination_uuid }, at) => ({
      identifier: destination_uuid,
      percentage: used.length === 1 ? 10_000 : at === 0 ? first : at === 1 ? 10_000 - first : 0,
    }))
    await act(sim, chance, person, 'putSetupPercentages', { body })
  },
}

const account: Move = {
  name: 'adds an account',
  weight: 0.7,
  async act(sim, chance) {
    const person = chance.pick(sim.contractors)
    if (!person) return
    // The simulated bank refuses accounts that end in 0000.
    const account_number = `77${chance.below(90)}${chance.often(0.3) ? '0000' : '1234'}`
    await act(sim, chance, person, 'putBankingInformation', {
      body: { account_name: 'Amara', currency: 'USD', account_number, swift_code: 'FBNINGLA' },
    })
  },
}

const use: Move = {
  name: 'puts a destination out of use or back',
  weight: 0.7,
  async act(sim, chance) {
    const { person, destinations } = await somebody(sim, chance)
    if (!person) return
    const one = chance.pick(destinations)
    if (!one) return
    const name = one.status === 'ACTIVE' ? 'deactivateDestination' : 'reactivateDestination'
    await attempt(sim, chance, name, () =>
      call(sim.world, person, name, { body: { destination_uuid: one.destination_uuid } }),
    )
  },
}

const replace: Move = {
  name: 'takes another destination in place of one',
  weight: 0.7,
  async act(sim, chance) {
    const { person, destinations } = await somebody(sim, chance)
    if (!person) return
    const from = chance.pick(destinations)
    const to = chance.pick(destinations)
    if (!from || !to) return
    await act(sim, chance, person, 'replaceDestination', {
      params: { id: from.destination_uuid },
      body: { destination_uuid: to.destination_uuid },
    })
  },
}

const tryFirst: Move = {
  name: 'has a small payment sent first, or says that it is there',
  weight: 1.2,
  async act(sim, chance) {
    const { person, destinations } = await somebody(sim, chance)
    const one = chance.pick(destinations)
    if (!person || !one) return
    const may = chance.pick(one.first_payment_may_be)
    const first_payment = may !== undefined && chance.often(0.8) ? may : chance.pick(SAYINGS)
    await act(sim, chance, person, 'setFirstPayment', {
      params: { id: one.destination_uuid },
      body: { first_payment: first_payment ?? null },
    })
  },
}
const SAYINGS = ['WANTED', 'ARRIVED', null] as const

const answerDeduction: Move = {
  name: 'answers a deduction',
  weight: 2,
  async act(sim, chance) {
    const person = chance.pick(sim.contractors)
    if (!person) return
    const asked = await call(sim.world, person, 'listDeductions', {})
    const one = chance.pick(asked.filter(({ state }) => state === 'ASKED')) ?? chance.pick(asked)
    if (!one) return
    await act(sim, chance, person, 'answerDeduction', {
      params: { deduction_uuid: one.deduction_uuid },
      body: { agrees: chance.often(0.7) },
    })
  },
}

export const contractorMoves: readonly Move[] = [
  answer,
  answerDeduction,
  sign,
  split,
  account,
  use,
  replace,
  tryFirst,
]

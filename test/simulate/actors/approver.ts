/** What those who approve pay write on it, and how they ask each other for their yes. */
import { call } from '#db/seed/cast.ts'
import { addDays } from '#domain/kernel/plain-date.ts'
import { BAND_AMONG } from '#domain/payroll/approval-bands.ts'
import { newUuid } from '#server/kernel/ids.ts'
import type { Company } from '../cast.ts'
import { act, type Chance, type Move, type Sim } from '../sim.ts'
import { approverOf, company, cycleOf, itemOf } from './employer.ts'

const KINDS = ['BONUS', 'EXPENSE', 'ADJUSTMENT', 'DEDUCTION', 'DEDUCTION'] as const

const writeEntry: Move = {
  name: 'adds an entry, or takes one off',
  weight: 3,
  async act(sim, chance) {
    const of = company(sim, chance)
    const id = await cycleOf(sim, chance, of)
    const line_item_uuid = id && (await itemOf(sim, chance, id))
    if (!id || !line_item_uuid) return
    const who = approverOf(of, chance)
    const params = { ...id, line_item_uuid }
    const { item } = await call(sim.world, of, 'getLineItem', { params })
    const entry_uuid = chance.pick([
      ...item.entries.map(one => one.entry_uuid),
      ...item.deductions.map(d => d.deduction_uuid),
    ])
    if (entry_uuid && chance.often(0.4))
      await act(sim, chance, who, 'removeEntry', { params: { ...params, entry_uuid } })
    else
      await act(sim, chance, who, 'addEntry', {
        params: { ...params, entry_uuid: newUuid() },
        body: {
          kind: chance.pick(KINDS) ?? 'BONUS',
          amount_in_smallest_unit: BigInt(1 + chance.below(30_000)),
          words: 'For the simulation',
        },
      })
  },
}

const yes: Move = {
  name: 'sets who approves, asks for a yes, or takes one back',
  weight: 1.5,
  async act(sim, chance) {
    const of = company(sim, chance)
    const who = approverOf(of, chance)
    if (chance.often(0.3)) {
      await setBands(sim, chance, of)
      return
    }
    const id = await cycleOf(sim, chance, of)
    if (!id) return
    const { preview } = await call(sim.world, who, 'getCycle', {
      params: id,
      query: { limit: 1 },
    })
    const step_uuid = preview.approver?.first_yes?.step_uuid
    if (step_uuid && chance.often(0.5))
      await act(sim, chance, who, 'takeBackYes', {
        params: { ...id, step_uuid },
        body: { reason: chance.often(0.5) ? 'For the simulation' : '' },
      })
    else await act(sim, chance, who, 'askApproval', { params: id, body: {} })
  },
}

/** Sets bands, some of which are refused: the sums rise by chance only. */
async function setBands(sim: Sim, chance: Chance, of: Company): Promise<void> {
  const { currency } = await call(sim.world, of, 'getEmployer')
  const bands = Array.from({ length: chance.below(3) }, () => {
    const among = chance.pick(BAND_AMONG) ?? 'ANYONE'
    const minor = chance.often(0.5) ? 0n : BigInt(chance.below(2_000_000))
    return {
      ...{ above: { currency, minor }, approvers: chance.pick([1, 2] as const) ?? 1, among },
      named: among === 'NAMED' ? [approverOf(of, chance).sub] : [],
    }
  })
  await act(sim, chance, of, 'putApprovalBands', { body: { bands } })
}

const substitute: Move = {
  name: 'names who stands in for somebody, or ends it',
  weight: 1.5,
  async act(sim, chance) {
    const of = company(sim, chance)
    const [who, absent] = [approverOf(of, chance), approverOf(of, chance)]
    const today = sim.world.clock.now().toISOString().slice(0, 10)
    const from = addDays(today, chance.below(6) - 3)
    const absence = chance.often(0.3)
      ? null
      : {
          ...{ substitute_sub: approverOf(of, chance).sub, from },
          until: addDays(from, chance.below(20)),
        }
    await act(sim, chance, who, 'putSubstitute', { params: { sub: absent.sub }, body: { absence } })
  },
}

export const approverMoves: readonly Move[] = [writeEntry, yes, substitute]

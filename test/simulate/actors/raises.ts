/** Raises that are signed after their days were paid, and what employers do with the pay that they stand on. */
import { offer, sign } from '#test/harness/offers.ts'
import { act, attempt, type Move, type Sim } from '../sim.ts'
import { payDue } from './operator.ts'

const DAY_MS = 86_400_000

/** One of the companies, by its id: of few is anything paid yet. */
const companyOf = (sim: Sim, employer_uuid: string) =>
  sim.companies.find(of => of.employer_uuid === employer_uuid)

const reviseLate: Move = {
  name: 'signs a raise of days that are paid',
  weight: 8,
  async act(sim, chance) {
    const paid = await sim.admin.rows<{
      employer_uuid: string
      sub: string
      email: string
      role: string
      currency: string
      rate: string
      policy_uuid: string
      first: string
      days: number
    }>(`select i.employer_uuid, sub, email, i.role, i.currency, i.hourly_rate_minor::text rate, k.pay_policy_uuid policy_uuid,
          lower(i.earned)::text "first", upper(i.earned) - lower(i.earned) days
        from line_item i join contract k using (contract_uuid) join person on sub = i.contractor_sub
        where i.status = 'PAID' and k.status = 'ACTIVE' and not isempty(i.earned) order by i.line_item_uuid`)
    const item = chance.pick(paid)
    // Days are paid seldom.
    if (!item) return payDue(sim, chance)
    const boss = companyOf(sim, item.employer_uuid)
    if (!boss) return
    const { sub, email, role, currency, policy_uuid } = item
    const from = Date.parse(item.first) + chance.below(item.days) * DAY_MS
    const terms = {
      effective_date: new Date(from).toISOString().slice(0, 10),
      rate: BigInt(item.rate) + BigInt(100 + chance.below(4000)),
      ...{ role, currency, policy_uuid },
    }
    const id = await attempt(sim, chance, 'a raise that is signed late', async () => {
      const offered = await offer(sim.world, boss, { sub, email }, terms)
      await sign(sim.world, offered)
      return offered.id
    })
    if (!id) return
    sim.told.signed.add(id)
    // What is not added at once is cut by a later one.
    if (chance.often(0.5))
      await act(sim, chance, boss, 'addUnpaidPeriods', { params: { contract_uuid: id } })
  },
}

const addRaise: Move = {
  name: 'adds a raise of days that were paid',
  weight: 4,
  async act(sim, chance) {
    const owed = await sim.admin.rows<{ employer_uuid: string; contract_uuid: string }>(
      `select employer_uuid, contract_uuid from maybe_unpaid join contract k using (employer_uuid, contract_uuid)
        where app.items_raised(k) is not null order by contract_uuid`,
    )
    const one = chance.pick(owed)
    const boss = one && companyOf(sim, one.employer_uuid)
    if (!boss) return
    const { contract_uuid } = one
    const answer = await act(sim, chance, boss, 'addUnpaidPeriods', { params: { contract_uuid } })
    if (answer) sim.log.push(`added to ${answer.cycle_uuid}`)
  },
}

const moveRaise: Move = {
  name: 'archives or brings back pay with a raise',
  weight: 3,
  async act(sim, chance) {
    const raised = await sim.admin.rows<{
      employer_uuid: string
      policy_uuid: string
      cycle_uuid: string
      status: string
    }>(`select i.employer_uuid, policy_uuid, cycle_uuid, i.status from line_item i join pay_cycle using (cycle_uuid)
        where i.entries @> '[{"kind": "RAISE"}]' order by i.created_at, i.line_item_uuid`)
    const found = chance.pick(raised)
    const boss = found && companyOf(sim, found.employer_uuid)
    if (!boss) return
    const { policy_uuid, cycle_uuid, status } = found
    const verb = status === 'ARCHIVED' ? 'unarchive' : 'archive'
    sim.log.push(`${verb} a raise`)
    await act(sim, chance, boss, `${verb}Cycle`, { params: { policy_uuid, cycle_uuid }, body: {} })
  },
}

export const raiseMoves: readonly Move[] = [reviseLate, addRaise, moveRaise]

/** What employers do: policies, people, contracts, cycles and their items. */
import { approveAll, call, type Person, unlessCode } from '#db/seed/cast.ts'
import type { PayPolicyTerms } from '#domain/payroll/pay-policy.ts'
import { newUuid } from '#server/kernel/ids.ts'
import { type OfferTerms, offer, sign } from '#test/harness/offers.ts'
import type { Company } from '../cast.ts'
import { act, attempt, type Chance, enter, type Move, type Sim } from '../sim.ts'

const ROLES = ['Engineer', 'engineer ', 'Designer'] as const
const CURRENCIES = ['USD', 'USD', 'EUR', 'CAD'] as const

/** One of the companies. */
export const company = (sim: Sim, chance: Chance): Company => {
  const found = chance.pick(sim.companies)
  if (!found) throw new Error('a simulation has companies')
  return found
}

/** One of those who approve pay of a company. */
export const approverOf = (of: Company, chance: Chance): Person =>
  (chance.often(0.5) && chance.pick(of.others)) || of

/** A day around the present one. */
export const dayNear = (sim: Sim, chance: Chance, before: number, after: number) => {
  const days = chance.below(before + after + 1) - before
  return new Date(sim.world.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)
}

function termsNear(sim: Sim, chance: Chance): PayPolicyTerms {
  const first_period_end_date = dayNear(sim, chance, 7, 14)
  const common = {
    first_period_end_date,
    holiday_policy: 'RESPECT',
    after_holiday: chance.often(0.5),
  } as const
  return chance.often(0.5)
    ? { ...common, period_type: 'WEEKLY', pay_date_rule: 'END_OF_PAY_PERIOD' }
    : { ...common, period_type: 'BI_WEEKLY', pay_date_rule: 'DAY_OF_WEEK', day_of_week: 'friday' }
}

/** The policies of a company, the oldest first. */
export async function policiesOf(
  sim: Sim,
  of: Company,
): Promise<{ id: string; approved: boolean }[]> {
  return sim.admin.rows(
    `select policy_uuid id, approved_at is not null approved from payroll_policy
      where employer_uuid = $1 and cycle_kind = 'CALENDAR' order by created_at, label`,
    [of.employer_uuid],
  )
}

async function peopleOf(sim: Sim, of: Company): Promise<Person[]> {
  return sim.admin.rows<{ sub: string; email: string }>(
    `select p.sub, p.email from invitation i join person p on p.sub = i.contractor_sub
      where i.employer_uuid = $1 and i.status = 'ACCEPTED' order by p.email`,
    [of.employer_uuid],
  )
}

async function contractsOf(sim: Sim, of: Company, statuses: readonly string[]): Promise<string[]> {
  const rows = await sim.admin.rows<{ id: string }>(
    'select contract_uuid id from contract where employer_uuid = $1 and status = any($2) order by created_at, contract_uuid',
    [of.employer_uuid, statuses],
  )
  return rows.map(({ id }) => id)
}

type CycleId = { policy_uuid: string; cycle_uuid: string }

/** One of a company's newest cycles. */
export async function cycleOf(sim: Sim, chance: Chance, of: Company): Promise<CycleId | undefined> {
  const rows = await sim.admin.rows<CycleId>(
    'select policy_uuid, cycle_uuid from pay_cycle where employer_uuid = $1 order by start_date desc, policy_uuid limit 6',
    [of.employer_uuid],
  )
  return chance.pick(rows)
}

/** One of a company's newest cycles in which an item stands so: what is done to others is mostly refused. */
export async function cycleWith(sim: Sim, chance: Chance, of: Company, status: string) {
  const rows = await sim.admin.rows<CycleId>(
    `select policy_uuid, cycle_uuid from pay_cycle where employer_uuid = $1
        and exists (select from line_item i where i.cycle_uuid = pay_cycle.cycle_uuid and i.status = $2)
      order by start_date desc, policy_uuid limit 6`,
    [of.employer_uuid, status],
  )
  return chance.pick(rows) ?? cycleOf(sim, chance, of)
}

export async function itemOf(
  sim: Sim,
  chance: Chance,
  { cycle_uuid }: CycleId,
): Promise<string | undefined> {
  const rows = await sim.admin.rows<{ id: string }>(
    'select line_item_uuid id from line_item where cycle_uuid = $1 order by created_at, contractor_sub',
    [cycle_uuid],
  )
  return chance.pick(rows)?.id
}

const putPolicy: Move = {
  name: 'puts a policy',
  weight: 2,
  async act(sim, chance) {
    const of = company(sim, chance)
    const known = await policiesOf(sim, of)
    const id =
      known.length > 2 || chance.often(0.5) ? (chance.pick(known)?.id ?? newUuid()) : newUuid()
    const terms = {
      preferred_pay_day: null,
      week_of_month: null,
      day_of_week: null,
      monthly_business_day: null,
      semi_monthly_preferred_pay_day: null,
      ...termsNear(sim, chance),
    }
    await act(sim, chance, of, 'putPolicy', {
      params: { id },
      body: { label: 'Pay', ...terms } as never,
    })
    await act(sim, chance, of, 'approvePolicy', { params: { id } })
  },
}

const invite: Move = {
  name: 'invites',
  weight: 2,
  async act(sim, chance) {
    const person = chance.pick(sim.contractors)
    if (!person) return
    await act(sim, chance, company(sim, chance), 'inviteContractor', {
      body: { email: person.email, role: 'Engineer' },
    })
  },
}

const sendOffer: Move = {
  name: 'offers a contract',
  weight: 7,
  async act(sim, chance) {
    const of = company(sim, chance)
    const person = chance.pick(await peopleOf(sim, of))
    const policy = chance.pick((await policiesOf(sim, of)).filter(({ approved }) => approved))
    if (!person || !policy) return
    const terms = offerNear(sim, chance, policy.id)
    await attempt(sim, chance, 'offer', () => offer(sim.world, of, person, terms))
  },
}

function offerNear(sim: Sim, chance: Chance, policy_uuid: string): OfferTerms {
  return {
    effective_date: dayNear(sim, chance, 20, 20),
    start_date: dayNear(sim, chance, 30, 5),
    rate: BigInt(1000 + chance.below(9000)),
    hours: 100 * (1 + chance.below(90)),
    role: chance.pick(ROLES) ?? 'Engineer',
    currency: chance.pick(CURRENCIES) ?? 'USD',
    policy_uuid,
  }
}

const configurePayroll: Move = {
  name: 'configures a payroll',
  weight: 3,
  async act(sim, chance) {
    const of = company(sim, chance)
    const person = chance.pick(await peopleOf(sim, of))
    const policy = chance.pick((await policiesOf(sim, of)).filter(({ approved }) => approved))
    if (!person || !policy) return
    const { rate, hours, role, currency, start_date, policy_uuid } = offerNear(
      sim,
      chance,
      policy.id,
    )
    await act(sim, chance, of, 'configurePayroll', {
      params: { id: person.sub },
      body: {
        pay_policy_uuid: policy_uuid,
        start_date: start_date ?? '2026-03-02',
        end_date: null,
        hourly_rate: { currency: currency ?? 'USD', minor: rate },
        role: role ?? 'Engineer',
        currency: currency ?? 'USD',
        scheduled_hours: hours ?? 8000,
        // The terms of an agreement that was signed elsewhere, or as the contract that runs says.
        ...(chance.often(0.5) ? { signed_elsewhere: true } : {}),
      },
    })
  },
}

const endContract: Move = {
  name: 'ends or discards a contract',
  weight: 2,
  async act(sim, chance) {
    const of = company(sim, chance)
    if (chance.often(0.4)) {
      const id = chance.pick(await contractsOf(sim, of, ['AWAITING_SIGNATURE', 'DRAFT', 'EXPIRED']))
      if (id) await act(sim, chance, of, 'discardContract', { params: { id } })
      return
    }
    const id = chance.pick(await contractsOf(sim, of, ['ACTIVE']))
    const desired_completion_date = dayNear(sim, chance, 10, 15)
    const body = { desired_completion_date, reason: '' }
    if (id) await act(sim, chance, of, 'completeContract', { params: { id }, body })
  },
}

const offboard: Move = {
  name: 'offboards',
  weight: 0.5,
  async act(sim, chance) {
    const of = company(sim, chance)
    const person = chance.pick(await peopleOf(sim, of))
    if (person)
      await act(sim, chance, of, 'deleteContractor', {
        params: { contractor_email: person.sub },
        query: chance.often(0.5) ? { seen: 'ACCEPTED' } : {},
      })
  },
}

const openAhead: Move = {
  name: 'opens a cycle ahead',
  weight: 3,
  async act(sim, chance) {
    const of = company(sim, chance)
    const { items } = await call(sim.world, of, 'listCycles', { query: { limit: 50, view: 'run' } })
    const next = chance.pick(items.filter(item => item.allowed_actions.includes('open')))
    if (!next) return
    const params = { policy_uuid: next.policy_uuid }
    await act(sim, chance, of, 'openCycle', { params, body: { end_date: next.end_date } })
  },
}

const approve: Move = {
  name: 'approves a cycle',
  weight: 9,
  async act(sim, chance) {
    const of = company(sim, chance)
    const id = await cycleOf(sim, chance, of)
    const ahead = chance.often(0.4)
    const who = approverOf(of, chance)
    if (!id) return
    await attempt(sim, chance, 'approveCycle', async () => {
      await enter(sim, who, 'approveCycle')
      return approveAll(sim.world, who, id, ahead)
    })
  },
}

const approveOne: Move = {
  name: 'approves one item',
  weight: 3,
  async act(sim, chance) {
    const of = company(sim, chance)
    const id = await cycleWith(sim, chance, of, 'PENDING_APPROVAL')
    if (!id) return
    const cycle = await call(sim.world, of, 'getCycle', { params: id, query: { limit: 50 } })
    const item = chance.pick(cycle.items.filter(one => one.approval_digest !== null))
    if (!item?.approval_digest) return
    const acknowledged = item.unusual.map(({ line_item_uuid, code }) => ({ line_item_uuid, code }))
    await act(sim, chance, approverOf(of, chance), 'approveLineItem', {
      params: { ...id, line_item_uuid: item.line_item_uuid },
      body: { digest: item.approval_digest, acknowledged, ahead_of_funding: chance.often(0.5) },
    })
  },
}

const edit: Move = {
  name: 'edits hours',
  weight: 3,
  async act(sim, chance) {
    const of = company(sim, chance)
    const id = await cycleOf(sim, chance, of)
    const line_item_uuid = id && (await itemOf(sim, chance, id))
    if (!id || !line_item_uuid) return
    await act(sim, chance, approverOf(of, chance), 'editLineItem', {
      params: { ...id, line_item_uuid },
      body: { hours: chance.below(9000) },
    })
  },
}

const addUnpaid: Move = {
  name: 'adds days that no cycle paid',
  weight: 2,
  async act(sim, chance) {
    const of = company(sim, chance)
    const { items } = await call(sim.world, of, 'listUnpaidPeriods', { query: { limit: 50 } })
    const contract_uuid =
      chance.pick(items)?.contract_uuid ?? chance.pick(await contractsOf(sim, of, ['ACTIVE']))
    if (contract_uuid) await act(sim, chance, of, 'addUnpaidPeriods', { params: { contract_uuid } })
  },
}

const acceptRates: Move = {
  name: 'accepts rates that moved',
  weight: 3,
  async act(sim, chance) {
    const of = company(sim, chance)
    const id = await cycleOf(sim, chance, of)
    if (!id) return
    const { items } = await call(sim.world, of, 'getCycle', { params: id, query: { limit: 50 } })
    const item = chance.pick(items.filter(({ rates_to_accept }) => rates_to_accept.length > 0))
    if (!item) return
    await act(sim, chance, of, 'acceptRates', {
      params: { ...id, line_item_uuid: item.line_item_uuid },
      body: {
        rates: item.rates_to_accept.map(({ payment_uuid, rate }) => ({ payment_uuid, rate })),
      },
    })
  },
}

/** Makes the simulation's companies ready to act: each has an approved policy and people under contract. */
export async function settleIn(sim: Sim, chance: Chance): Promise<void> {
  for (const of of sim.companies) {
    await putPolicy.act({ ...sim, companies: [of] }, chance)
    const [policy] = await policiesOf(sim, of)
    for (const person of chance.some(sim.contractors, 0.5)) {
      const body = { email: person.email, role: 'Engineer' }
      const invited = await call(sim.world, of, 'inviteContractor', { body }).catch(
        unlessCode('ALREADY_INVITED'),
      )
      if (!invited) continue
      await call(sim.world, person, 'acceptInvitation', { params: { id: invited.invitation_uuid } })
      if (!policy?.approved) continue
      const offered = await offer(sim.world, of, person, offerNear(sim, chance, policy.id))
      await sign(sim.world, offered)
      sim.told.signed.add(offered.id)
    }
  }
}

/** Approves the cycles that are open, of most companies, whether or not their funds have come. */
export async function approveMost(sim: Sim, chance: Chance): Promise<void> {
  for (const of of chance.some(sim.companies, 0.7)) {
    const cycles = await sim.admin.rows<CycleId>(
      'select policy_uuid, cycle_uuid from pay_cycle where employer_uuid = $1 order by start_date, policy_uuid',
      [of.employer_uuid],
    )
    for (const id of cycles)
      await attempt(sim, chance, 'approveCycle', () => approveAll(sim.world, of, id, true))
  }
}

const announce: Move = {
  name: 'says that money is on its way, or takes it back',
  weight: 0.6,
  async act(sim, chance) {
    const who = company(sim, chance)
    const { accounts, notices } = await call(sim.world, who, 'getWaysToFund')
    const notice = chance.pick(notices)
    if (notice && chance.often(0.3)) {
      await act(sim, chance, who, 'withdrawFundingNotice', { params: { id: notice.notice_uuid } })
      return
    }
    const account = chance.pick(accounts)
    if (!account) return
    await act(sim, chance, who, 'announceFunding', {
      body: {
        currency: account.currency,
        amount_in_smallest_unit: BigInt(1 + chance.below(9000)) * 100n,
        sent_on: dayNear(sim, chance, 3, 0),
      },
    })
  },
}

export const employerMoves: readonly Move[] = [
  announce,
  putPolicy,
  invite,
  sendOffer,
  configurePayroll,
  endContract,
  offboard,
  openAhead,
  approve,
  approveOne,
  edit,
  addUnpaid,
  acceptRates,
]

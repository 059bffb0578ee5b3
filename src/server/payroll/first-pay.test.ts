/** The way to a first pay, walked by a company and its contractor: each step opens when the one before it is done, then none is left. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPolicy, approveAll, call, engage, type Person } from '#db/seed/cast.ts'
import { openPapers, verify } from '#db/seed/papers.ts'
import {
  biweekly,
  type CycleStage,
  fund,
  givenApprovableCycle,
  givenContractor,
  givenEmployer,
  person,
  plainWorld,
  type World,
} from '#test/harness/world.ts'

let world: World
let stage: CycleStage
let contractor: Person

beforeAll(async () => {
  world = await plainWorld()
  stage = await givenApprovableCycle(world)
  contractor = stage.contractors[0] as Person
})
afterAll(() => world.close())

const way = async (who: Person) => {
  const { steps, settled, pay_date } = await call(world, who, 'getFirstPay')
  const open = steps.filter(({ state }) => state !== 'DONE')
  return { settled, pay_date, open: open.map(({ key, who: by, link }) => [key, by, link]) }
}

describe('the way to a first pay', () => {
  it('waits for money and the approval of the employer, whom each step leads to its page', async () => {
    const cycle = `/employer/payroll-run/paycycle/${stage.id.policy_uuid}/${stage.id.cycle_uuid}/PENDING_APPROVAL`
    expect(await way(stage.employer)).toEqual({
      settled: false,
      pay_date: '2026-03-20',
      open: [
        ['funding', 'EMPLOYER', '/employer/fund-payroll'],
        ['first_pay', 'EMPLOYER', cycle],
      ],
    })
    expect(await way(contractor)).toEqual({
      settled: false,
      pay_date: '2026-03-20',
      open: [['first_pay', 'EMPLOYER', null]],
    })
    const { steps } = await call(world, stage.employer, 'getFirstPay')
    expect(steps.map(({ key, done_at }) => [key, done_at !== null])).toEqual([
      ['agreements', true],
      ['company', true],
      ['documents', true],
      ['verification', true],
      ['payroll', true],
      ['invitation', true],
      ['contract', true],
      ['funding', false],
      ['first_pay', false],
    ])
  })

  it('waits for whom every screen says, also of pay that was approved without its money', async () => {
    await approveAll(world, stage.employer, stage.id, true)
    const first = async (who: Person) => {
      const { steps, pay_state } = await call(world, who, 'getFirstPay')
      const step = steps.find(({ key }) => key === 'first_pay')
      return { who: step?.who, link: step?.link, pay_state }
    }
    const { pay_state } = await call(world, stage.employer, 'getCycle', {
      params: stage.id,
      query: { limit: 10 },
    })
    const { totals: _, ...shown } = pay_state ?? {}
    expect(await first(stage.employer)).toMatchObject({
      ...{ who: 'EMPLOYER', link: '/employer/fund-payroll' },
      pay_state: { ...shown, state: 'SHORT', says: { code: 'SHORT', who: 'YOU' } },
    })
    const [pay] = await call(world, contractor, 'listNextPays')
    expect(await first(contractor)).toMatchObject({
      ...{ who: 'EMPLOYER', link: null },
      pay_state: { ...pay?.pay_state, state: 'SHORT' },
    })
    await call(world, stage.employer, 'unapproveCycle', { params: stage.id, body: {} })
  })

  it('is Corridor’s once it is approved, and over once the first pay has settled', async () => {
    await fund(world, stage, '3400.00')
    await approveAll(world, stage.employer, stage.id)
    const approved = [
      [
        'first_pay',
        'CORRIDOR',
        `/employer/payroll-run/paycycle/${stage.id.policy_uuid}/${stage.id.cycle_uuid}/APPROVED`,
      ],
    ]
    expect((await way(stage.employer)).open).toEqual(approved)
    world.clock.set('2026-03-20T10:00:00Z')
    const { payment_uuids } = await call(world, stage.operator, 'getChecklist', { query: {} })
    const { execution_uuid } = await call(world, stage.operator, 'bulkExecute', {
      body: { pay_date: '2026-03-20', payment_uuids },
    })
    await world.execute(execution_uuid ?? '')
    expect((await way(stage.employer)).settled).toBe(false)
    await call(world, stage.operator, 'bulkSettle', { body: { payment_uuids, reference: 'B-1' } })
    const over = { settled: true, pay_date: null, open: [] }
    expect([await way(stage.employer), await way(contractor)]).toEqual([over, over])
  })

  it('is over, but for the verification of a company that changed what was verified', async () => {
    const rename = (corporation_name: string) =>
      call(world, stage.employer, 'putEmployerName', {
        body: { corporation_name, business_name: '' },
      })
    await rename('Company of another boss')
    const reviewed = { settled: true, pay_date: null, open: [['verification', 'CORRIDOR', null]] }
    expect(await way(stage.employer)).toEqual(reviewed)
    expect(await way(contractor)).toMatchObject({ settled: true, open: [] })
    const { employer_uuid: sub } = stage.employer
    await verify(world, stage.operator, 'employers', sub)
    expect(await way(stage.employer)).toEqual({ settled: true, pay_date: null, open: [] })
    await rename('Company of one boss more')
    await openPapers(world, stage.operator, 'employers', sub)
    await call(world, stage.operator, 'changeStanding', {
      params: { userTypes: 'employers', sub, operation: 'unverify' },
      body: { reason: 'No such company' },
    })
    const [step] = (await way(stage.employer)).open
    expect(step).toEqual(['documents', 'EMPLOYER', '/dashboard/employer/kyc'])
  })

  it('begins with the agreements, and leads nowhere before them', async () => {
    const other = person('new@northwind.test')
    await call(world, other, 'signUp', {
      body: {
        type: 'employer',
        first_name: 'Nils',
        last_name: 'Berg',
        preferred_name: 'Nils',
        country_code: 'DE',
        subdivision_code: 'DE-BE',
        phone_number: '+4930123456',
        how_did_you_hear_about_us: 'Friends',
        is_partner: false,
      },
    })
    expect((await way(other)).open.slice(0, 2)).toEqual([
      ['agreements', 'EMPLOYER', '/dashboard/employer/terms-of-service'],
      ['company', 'EMPLOYER', null],
    ])
  })

  it('says what a pay would cost: by an example in the currency of the company, then by its contract, then no more', async () => {
    const cost = async (who: Person) => (await call(world, who, 'getFirstPay')).cost
    const { employer, operator } = stage
    expect(await cost(employer)).toBe(null)

    const other = await givenEmployer(world, operator, 'cost@southwind.test')
    await call(world, other, 'putEmployerCurrency', { params: { alpha_3: 'CAD' } })
    const cad = (minor: bigint) => ({ currency: 'CAD', minor })
    // 40 US dollars an hour, to the first figure of what they come to.
    const example = { example: true, hours: 8000, rate: cad(6_000n), pay: cad(480_000n) }
    expect(await cost(other)).toEqual({
      ...{ ...example, fees: [], funds: [cad(480_000n)], fund_by: null },
    })
    await call(world, operator, 'putPrices', {
      params: { id: other.employer_uuid },
      body: {
        ...{ currency: 'CAD', per_contractor: 900, per_payment: { fiat: 250, solana: 70 } },
        ...{ margin: 50, tax: 1300 },
      },
    })
    const fees = [cad(1_300n)]
    expect(await cost(other)).toMatchObject({ ...example, fees, funds: [cad(481_300n)] })

    const policy_uuid = await addPolicy(world, other, 'Biweekly', biweekly('2026-04-12'))
    const worker = await givenContractor(world, operator, 'cost@okafor.test')
    await engage(world, other, worker, {
      ...{ role: 'Welder', hourly_rate: { currency: 'USD', minor: 4250n }, hours: 40 },
      ...{ policy_uuid, start_date: '2026-04-01', signer_title: 'Director' },
    })
    const usd = (minor: bigint) => ({ currency: 'USD', minor })
    expect(await cost(other)).toMatchObject({
      ...{ example: false, hours: 4000, rate: usd(4_250n), pay: usd(170_000n), fees },
      ...{ funds: [...fees, usd(170_000n)], fund_by: '2026-04-14' },
    })
    expect(await cost(worker)).toBe(null)
  })

  it('says nothing to a contractor of a contract that is only drafted', async () => {
    const newcomer = await givenContractor(world, stage.operator, 'chidi@okafor.test')
    const { invitation_uuid } = await call(world, stage.employer, 'inviteContractor', {
      body: { email: newcomer.email, role: 'Welder' },
    })
    await call(world, newcomer, 'acceptInvitation', { params: { id: invitation_uuid } })
    const before = await call(world, newcomer, 'getFirstPay')
    await call(world, stage.employer, 'putContract', {
      params: { id: crypto.randomUUID() },
      body: {
        contractor_sub: newcomer.sub,
        ...{ effective_date: '2026-04-01', contract_start_date: '2026-04-01' },
        ...{ contract_end_date: null, role: 'Welder', paid: true, exhibit_a: '' },
        ...{ pay_policy_uuid: stage.id.policy_uuid, scheduled_hours: 8000 },
        ...{ currency: 'USD', hourly_rate: { currency: 'USD', minor: 4250n } },
      },
    })
    expect(await call(world, newcomer, 'getFirstPay')).toEqual(before)
    expect(before.steps.find(({ key }) => key === 'contract')?.link).toBe(null)
  })
})

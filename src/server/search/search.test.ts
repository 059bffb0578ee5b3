/** What a text finds and what waits, and for whom: two companies, their people and the operators. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPolicy, approveAll, call, engage, type Person } from '#db/seed/cast.ts'
import { FOUND_OF_A_KIND } from '#domain/kernel/found.ts'
import { makeOperator } from '#server/identity/index.ts'
import { newUuid } from '#server/kernel/ids.ts'
import {
  biweekly,
  fund,
  givenContractor,
  givenEmployer,
  givenOperator,
  person,
  plainWorld,
  type World,
} from '#test/harness/world.ts'

let world: World
let operator: Person
let ours: Awaited<ReturnType<typeof company>>
let theirs: Awaited<ReturnType<typeof company>>

async function company(name: string) {
  const employer = await givenEmployer(world, operator, `boss@${name}.test`)
  const contractor = await givenContractor(world, operator, `amara-${name}@okafor.test`)
  const policy_uuid = await addPolicy(world, employer, `${name} crew`, biweekly('2026-03-15'))
  await engage(world, employer, contractor, {
    ...{ role: `${name} engineer`, hourly_rate: { currency: 'USD', minor: 4250n }, hours: 80 },
    ...{ policy_uuid, start_date: '2026-03-02', signer_title: 'Director' },
  })
  return { employer, contractor, policy_uuid }
}

beforeAll(async () => {
  world = await plainWorld('2026-02-20T10:00:00Z')
  operator = await givenOperator(world)
  ours = await company('northwind')
  theirs = await company('rival')
  world.clock.set('2026-03-02T10:00:00Z')
  await world.byTheClock()
  world.clock.set('2026-03-17T10:00:00Z')
})
afterAll(() => world?.close())

const search = (who: Person, q: string) => call(world, who, 'search', { query: { q } })
const waiting = async (who: Person) => (await call(world, who, 'getWaiting')).counts
const NOTHING = { more: [], people: [], cycles: [], payments: [], contracts: [] }

describe('a search', () => {
  it('finds people, cycles and contracts of the company that asks, in any letters, and says where they stand', async () => {
    const { people, cycles, payments, contracts } = await search(ours.employer, ' NorthWind ')
    const sub = encodeURIComponent(ours.contractor.sub)
    expect(people).toMatchObject([
      { kind: 'contractor', role: 'northwind engineer', email: ours.contractor.email },
    ])
    expect(people[0]?.link).toBe(`/employer/contractors/${sub}/profile/read`)
    expect(cycles).toMatchObject([
      { label: 'northwind crew', company_name: null, status: 'PENDING_APPROVAL', contractors: 1 },
    ])
    expect(cycles[0]?.link).toBe(
      `/employer/payroll-run/paycycle/${ours.policy_uuid}/${cycles[0]?.cycle_uuid}/PENDING_APPROVAL`,
    )
    expect(payments).toEqual([])
    expect(contracts).toMatchObject([{ role: 'northwind engineer', status: 'ACTIVE' }])
    for (const day of ['March 20', 'mar 20', '2026-03-20'])
      expect((await search(ours.employer, day)).cycles, day).toHaveLength(1)
  })

  it('offers what runs and who is newest before anything is typed', async () => {
    const { people, cycles, contracts } = await search(ours.employer, '')
    expect([people.length, cycles.length, contracts.length]).toEqual([1, 1, 0])
  })

  it('finds nothing of another company, by whatever name', async () => {
    for (const q of ['rival', theirs.contractor.email, 'amara-rival', theirs.policy_uuid])
      expect(await search(ours.employer, q)).toEqual(NOTHING)
  })

  it('shows a contractor their own contracts and no other person', async () => {
    const found = await search(ours.contractor, 'northwind')
    expect(found).toMatchObject({ ...NOTHING, contracts: [{ name: 'Company of boss' }] })
    expect(await search(ours.contractor, 'rival')).toEqual(NOTHING)
    expect(await search(ours.contractor, theirs.contractor.email)).toEqual(NOTHING)
  })

  it('takes wildcards, quotes and long texts as texts', async () => {
    const texts = ['%', '_', '\\', "'", "' or true --", '%%%', '*', '.*', '<b>', 'ñ'.repeat(200)]
    for (const who of [ours.employer, ours.contractor, operator])
      for (const q of texts) expect([q, await search(who, q)]).toEqual([q, NOTHING])
  })

  it('finds for operators companies and contractors, the cycles of a company and the payments of a person', async () => {
    const { people, cycles } = await search(operator, 'rival')
    expect(people.map(({ kind }) => kind)).toEqual(['employer', 'contractor'])
    expect(cycles).toMatchObject([{ label: 'rival crew', company_name: 'Company of boss' }])
    expect(cycles[0]?.link).toBe('/operations/employers/rival.test/payroll')
    const [cycle] = (await search(ours.employer, 'crew')).cycles
    const id = { policy_uuid: ours.policy_uuid, cycle_uuid: cycle?.cycle_uuid ?? '' }
    await fund(world, { operator, employer: ours.employer }, '3400.00')
    await approveAll(world, ours.employer, id)
    const { payments } = await search(operator, ours.contractor.email)
    expect(payments.length).toBeGreaterThan(0)
    // Their company finds them as well, each in its cycle, and no other company does.
    const own = await search(ours.employer, ours.contractor.email)
    expect(own.payments.map(({ payment_uuid }) => payment_uuid)).toEqual(
      payments.map(({ payment_uuid }) => payment_uuid),
    )
    expect(own.payments[0]?.link).toContain(`#item-`)
    expect((await search(theirs.employer, ours.contractor.email)).payments).toEqual([])
    // So does who is paid, by whom.
    const paid = (who: Person, q: string) => search(who, q).then(found => found.payments)
    expect(await paid(ours.contractor, 'company of')).toMatchObject(
      payments.map(({ payment_uuid }) => ({ payment_uuid, link: '/dashboard' })),
    )
    expect(await paid(ours.contractor, 'nobody')).toEqual([])
    expect(await paid(theirs.contractor, 'company of')).toEqual([])
    expect(new Set(payments.map(({ link }) => link))).toEqual(
      new Set(['/operations/transactions?search=Amara+Okafor+amara-northwind']),
    )
    expect(await world.broken()).toEqual([])
  })
})

describe('people who are more than are shown', () => {
  const invite = (employer: Person, at: number) =>
    call(world, employer, 'inviteContractor', {
      body: { email: `plasterer-${at}@mail.test`, role: 'Plasterer' },
    })

  it('are in the list that the last line leads to, which nobody is shown without need', async () => {
    for (let at = 1; at <= FOUND_OF_A_KIND; at++) await invite(theirs.employer, at)
    const all = await search(theirs.employer, 'plasterer & co')
    expect(all).toMatchObject({ people: [], more: [] })
    expect((await search(theirs.employer, 'plasterer')).more).toEqual([])
    await invite(theirs.employer, FOUND_OF_A_KIND + 1)
    const { people, more } = await search(theirs.employer, ' plasterer ')
    expect(people).toHaveLength(FOUND_OF_A_KIND)
    expect(more).toEqual([{ list: 'contractors', link: '/employer/contractors?search=plasterer' }])
    // Before anything is typed nothing is looked for.
    expect((await search(theirs.employer, '')).more).toEqual([])
    expect((await search(ours.employer, 'plasterer')).more).toEqual([])
  })

  it('are in a list of each kind for operators, also where companies leave no room for contractors', async () => {
    for (let at = 1; at <= FOUND_OF_A_KIND; at++)
      await givenEmployer(world, operator, `boss@guild${at}.test`)
    const { people, more } = await search(operator, 'boss')
    expect(people.map(({ kind }) => kind)).toEqual(Array(FOUND_OF_A_KIND).fill('employer'))
    expect(more).toEqual([{ list: 'employers', link: '/operations/employers?search=boss' }])
    await givenContractor(world, operator, 'boss-of-none@okafor.test')
    expect((await search(operator, 'boss')).more?.map(({ list }) => list)).toEqual([
      ...['employers', 'contractors'],
    ])
  })
})

describe('what waits', () => {
  it('is counted for who may act, of their own company alone', async () => {
    expect(await waiting(theirs.employer)).toEqual({ '/employer/payroll-run': 1 })
    expect(await waiting(ours.employer)).toEqual({})
    expect(await waiting(theirs.contractor)).toEqual({})
    const newcomer = await givenContractor(world, operator, 'chidi@okafor.test')
    const { invitation_uuid: id } = await call(world, theirs.employer, 'inviteContractor', {
      body: { email: newcomer.email, role: 'Welder' },
    })
    await call(world, newcomer, 'acceptInvitation', { params: { id } })
    expect(await waiting(theirs.employer)).toEqual({
      '/employer/contractors': 1,
      '/employer/payroll-run': 1,
    })
    expect(await waiting(ours.employer)).toEqual({})
  })

  it('is as many people as the home counts, also who is drafted a contract after an ended one', async () => {
    const { employer, policy_uuid } = theirs
    const again = await givenContractor(world, operator, 'ngozi@okafor.test')
    const terms = {
      ...{ role: 'Rigger', hourly_rate: { currency: 'USD', minor: 3000n }, hours: 80 },
      ...{ policy_uuid, start_date: '2026-03-16', signer_title: 'Director' },
    }
    const id = await engage(world, employer, again, terms)
    await call(world, employer, 'completeContract', {
      params: { id },
      body: { desired_completion_date: '2026-03-16', reason: '' },
    })
    await call(world, employer, 'putContract', {
      params: { id: newUuid() },
      body: {
        contractor_sub: again.sub,
        ...{ effective_date: '2026-04-01', contract_start_date: '2026-04-01', role: 'Welder' },
        ...{ currency: 'USD', paid: false, contract_end_date: null, exhibit_a: '' },
        ...{ pay_policy_uuid: null, hourly_rate: null, scheduled_hours: null },
      },
    })
    const { to_draft, to_sign } = await call(world, employer, 'getPeopleNeeds')
    expect([to_draft.count, to_sign.count]).toEqual([1, 1])
    expect((await waiting(employer))['/employer/contractors']).toBe(2)
  })

  it('says what may be begun now: by whom the server lets, and where there is something to do it to', async () => {
    const begin = async (who: Person) => (await call(world, who, 'getWaiting')).begin
    expect(await begin(theirs.employer)).toEqual([
      ...['inviteContractor', 'approveCycle', 'putPolicy', 'inviteMember'],
    ])
    // All of ours is approved, and nobody is told yet where to send money.
    expect(await begin(ours.employer)).toEqual(['inviteContractor', 'putPolicy', 'inviteMember'])
    expect(await begin(ours.contractor)).toEqual(['putBankingInformation'])
    expect(await begin(operator)).toEqual(['putBalances', 'inviteOperator'])
    world.clock.set('2026-03-20T10:00:00Z')
    expect(await begin(operator)).toEqual(['bulkExecute', 'putBalances', 'inviteOperator'])
    world.clock.set('2026-03-17T10:00:00Z')
  })

  it('is for the admin who did not propose it, where an account to pay into waits for its second person', async () => {
    const other = await givenOperator(world, 'samuel@corridor.test')
    const { proposals } = await call(world, operator, 'proposeFundingAccount', {
      body: {
        ...{ currency: 'EUR', account_name: 'Corridor', bank_name: 'Bank of the Tests' },
        ...{ bank_address: '', account_number: '', routing_number: '', swift_code: '' },
        iban: 'DE89 3704 0044 0532 0130 00',
      },
    })
    const treasurer = person('ines@corridor.test')
    await world.unit(ctx =>
      makeOperator(ctx, { ...treasurer, role: 'treasurer', created_at: ctx.now }),
    )
    const funds = async (who: Person) => (await waiting(who))['/operations/funds']
    expect([await funds(operator), await funds(other), await funds(treasurer)]).toEqual([
      undefined,
      1,
      undefined,
    ])
    await call(world, other, 'confirmFundingAccount', {
      params: { id: proposals[0]?.account_uuid ?? '' },
    })
    expect(await funds(other)).toBe(undefined)
  })
})

// Last, since it approves what waits above.
describe('a search for an amount', () => {
  it('finds payments by their amount, as people type it, and nobody else’s', async () => {
    const [cycle] = (await search(theirs.employer, 'crew')).cycles
    const id = { policy_uuid: theirs.policy_uuid, cycle_uuid: cycle?.cycle_uuid ?? '' }
    await fund(world, { operator, employer: theirs.employer }, '3400.00', 'WIRE-OF-THEIRS')
    await approveAll(world, theirs.employer, id)
    const found = async (who: Person, q: string) => (await search(who, q)).payments
    const [first] = await found(theirs.employer, '2380')
    expect(first).toMatchObject({
      amount: { currency: 'USD', minor: 238_000n },
      contractor_name: 'Amara Okafor amara-rival',
    })
    expect(first?.link).toContain(`${id.cycle_uuid}/APPROVED#item-`)
    const names = async (who: Person, q: string) =>
      (await found(who, q)).map(of => of.contractor_name).toSorted()
    const [ourPerson, theirPerson] = ['Amara Okafor amara-northwind', 'Amara Okafor amara-rival']
    for (const q of ['2,380.00', '2380.00 USD', 'usd 2380', '2.380,00']) {
      expect([q, await found(theirs.employer, q)]).toEqual([q, [first]])
      expect([q, await names(ours.employer, q)]).toEqual([q, [ourPerson]])
      expect((await found(theirs.contractor, q)).map(({ link }) => link)).toEqual(['/dashboard'])
      expect(await names(ours.contractor, q)).toEqual([ourPerson])
      expect(await names(operator, q)).toEqual([ourPerson, theirPerson])
      const [shown] = await found(operator, q)
      expect(shown?.link).toBe(`/operations/transactions?${new URLSearchParams({ search: q })}`)
      const { items } = await call(world, operator, 'listUnpaid', {
        query: { limit: 10, search: q },
      })
      expect(items.map(of => of.contractor_name).toSorted()).toEqual([ourPerson, theirPerson])
    }
    for (const q of ['2380.01', '2380 EUR', '238'])
      expect([q, await found(operator, q), await found(theirs.employer, q)]).toEqual([q, [], []])
  })
})

/** Another account in place of one that failed: its share and its money go there, once, and nobody else's. */
import { describe, expect, it } from 'vitest'
import { approveAll, call, type Person } from '#db/seed/cast.ts'
import { addDays } from '#domain/kernel/plain-date.ts'
import type { Admin } from '#test/harness/admin.ts'
import { eachInACopy } from '#test/harness/copies.ts'
import { outcome } from '#test/harness/races.ts'
import { fund, givenApprovableCycle, type World } from '#test/harness/world.ts'

type Stage = Awaited<ReturnType<typeof givenFailed>>
let world: World
let admin: Admin
let stage: Stage

/** Two contractors of whom the first is paid in two parts; the one in dollars goes to an account that the bank refuses. */
async function givenFailed(of: World) {
  const cycle = await givenApprovableCycle(of, 2)
  await fund(of, cycle, '20000.00')
  const [person, other] = cycle.contractors as [Person, Person]
  of.clock.set('2026-03-16T10:00:00Z')
  await addAccount(of, person, '7770000')
  const { destinations } = await call(of, person, 'getBanking')
  const closed = destinations.at(-1)?.destination_uuid ?? ''
  const wallet = destinations.find(({ kind }) => kind === 'wallet')?.destination_uuid ?? ''
  await call(of, person, 'putSetupPercentages', {
    body: [
      { identifier: closed, percentage: 7_000 },
      { identifier: wallet, percentage: 3_000 },
    ],
  })
  of.clock.set('2026-03-18T10:00:00Z')
  await approveAll(of, cycle.employer, cycle.id)
  of.clock.set('2026-03-20T10:00:00Z')
  await execute(of, cycle.operator, '2026-03-20')
  return { ...cycle, person, other, closed, wallet }
}

eachInACopy(givenFailed, copy => {
  world = copy.world
  admin = copy.admin
  stage = copy.told
})

async function execute(of: World, operator: Person, pay_date: string): Promise<void> {
  const { payment_uuids } = await call(of, operator, 'getChecklist', { query: { pay_date } })
  const { execution_uuid } = await call(of, operator, 'bulkExecute', {
    body: { pay_date, payment_uuids },
  })
  await of.execute(execution_uuid ?? '')
}
async function addAccount(of: World, who: Person, account_number: string): Promise<string> {
  const { destinations } = await call(of, who, 'putBankingInformation', {
    body: { account_name: 'Amara', currency: 'USD', account_number, swift_code: 'FBNINGLA' },
  })
  return destinations.at(-1)?.destination_uuid ?? ''
}
const replace = (to: string, from = stage.closed, who = stage.person) =>
  call(world, who, 'replaceDestination', { params: { id: from }, body: { destination_uuid: to } })
const failed = () =>
  admin.rows<{ status: string; to: string; attempt: number }>(
    `select status, destination_uuid "to", attempt from payment where contractor_sub = $1 and currency = 'USD'`,
    [stage.person.sub],
  )
const shares = async () => {
  const { destinations } = await call(world, stage.person, 'getBanking')
  return Object.fromEntries(
    destinations.map(({ destination_uuid, percentage, status }) => [
      destination_uuid,
      status === 'ACTIVE' ? percentage : status,
    ]),
  )
}
const redirects = () =>
  admin.rows(
    "select from audit_entry where action = 'redirect' and entity = 'payment' or action = 'replace' and entity = 'destination'",
  )

describe('an account that takes the place of one that failed', () => {
  it('is where the way to a first pay leads its contractor, whom the employer waits for', async () => {
    const first = async (who: Person) =>
      (await call(world, who, 'getFirstPay')).steps.find(({ key }) => key === 'first_pay')
    const to = `/contractor/payment-methods/replace/${stage.closed}`
    const lost = { state: 'OPEN', who: 'CONTRACTOR' }
    expect(await first(stage.person)).toMatchObject({ ...lost, link: to })
    expect(await first(stage.employer)).toMatchObject(lost)
    // It is on its way to them.
    expect((await first(stage.other))?.who).toBe('NOBODY')
    await replace(await addAccount(world, stage.person, '5550001'))
    // The account is new: time alone passes, and nobody is said to act.
    const cools = { who: 'NOBODY', until: expect.stringMatching(/^2026-/) }
    expect(await first(stage.person)).toMatchObject({ ...cools, link: null })
    expect(await first(stage.employer)).toMatchObject(cools)
  })

  it('gets its share and its money, after 24 hours, and the other part stays as it was', async () => {
    expect(await failed()).toEqual([{ status: 'FAILED', to: stage.closed, attempt: 1 }])
    const good = await addAccount(world, stage.person, '5550001')
    await replace(good)
    expect(await shares()).toMatchObject({
      [good]: 7_000,
      [stage.closed]: 'DEACTIVATED',
      [stage.wallet]: 3_000,
    })
    expect(await failed()).toEqual([{ status: 'HELD', to: good, attempt: 1 }])
    const [pay] = await call(world, stage.person, 'listNextPays')
    expect(pay?.pay_state.state).toBe('COOLING')
    // Its day is over, for each who reads it, and nobody is asked for anything.
    world.clock.set('2026-03-21T09:00:00Z')
    const [late] = await call(world, stage.person, 'listNextPays')
    expect(late?.pay_state).toMatchObject({ state: 'COOLING', acts: 'NOBODY', days_late: 1 })
    expect(pay?.parts.map(({ label }) => label).join()).toContain('0001')
    await execute(world, stage.operator, '2026-03-20').catch(() => undefined)
    expect(await failed()).toEqual([{ status: 'HELD', to: good, attempt: 1 }])
    world.clock.set('2026-03-21T10:00:00Z')
    await execute(world, stage.operator, '2026-03-20')
    expect(await failed()).toEqual([{ status: 'SENT', to: good, attempt: 2 }])
    expect(
      await admin.rows(
        "select count(*)::int n from simulated_rail.transfer where accepted and destination = '5550001'",
      ),
    ).toEqual([{ n: 1 }])
    expect(await world.broken()).toEqual([])
  })

  it('cools before the employer’s eyes as well: its cycle says so and till when, then that Corridor sends it', async () => {
    const state = async () => {
      const { items } = await call(world, stage.employer, 'listCycles', {
        query: { view: 'run', limit: 50 },
      })
      const row = items.find(({ cycle_uuid }) => cycle_uuid === stage.id.cycle_uuid)
      const cycle = await call(world, stage.employer, 'getCycle', {
        params: stage.id,
        query: { limit: 50 },
      })
      expect(cycle.pay_state).toEqual(row?.pay_state)
      const { state: said, acts, until, count } = cycle.pay_state ?? {}
      return [said, acts, until, count]
    }
    expect(await state()).toEqual(['FAILED', 'CONTRACTOR', null, 1])
    await replace(await addAccount(world, stage.person, '5550001'))
    expect(await state()).toEqual(['COOLING', 'NOBODY', '2026-03-21T10:00:00.000Z', 1])
    world.clock.set('2026-03-21T10:00:00Z')
    await world.byTheClock()
    expect(await state()).toEqual(['DUE', 'CORRIDOR', null, 1])
    expect(await world.broken()).toEqual([])
  })

  it('leaves the one that failed out of use for good, until its owner gives it anew', async () => {
    await replace(await addAccount(world, stage.person, '5550001'))
    const closed = async () => {
      const { destinations } = await call(world, stage.person, 'getBanking')
      return destinations.find(({ destination_uuid }) => destination_uuid === stage.closed)
    }
    expect(await closed()).toMatchObject({ status: 'DEACTIVATED', allowed_actions: [] })
    expect((await closed())?.refused_at).toEqual(new Date('2026-03-20T10:00:00Z'))
    await expect(
      call(world, stage.person, 'reactivateDestination', {
        body: { destination_uuid: stage.closed },
      }),
    ).rejects.toMatchObject({ code: 'TRANSITION_NOT_ALLOWED' })
    await call(world, stage.person, 'putBankingInformation', {
      body: {
        ...{ account_name: 'Amara Okafor', currency: 'USD', account_number: '7770000' },
        swift_code: 'FBNINGLA',
      },
    })
    expect(await closed()).toMatchObject({
      ...{ status: 'ACTIVE', refused_at: null, held: true, percentage: 0 },
      bank: { account_name: 'Amara Okafor' },
    })
    expect(await world.broken()).toEqual([])
  })

  it('is one that was there before, too: its share grows, and it waits as any that changed', async () => {
    const { destinations } = await call(world, stage.person, 'getBanking')
    const old = destinations.find(of => of.kind === 'bank' && of.status === 'ACTIVE')
    await replace(old?.destination_uuid ?? '')
    expect(await shares()).toMatchObject({ [old?.destination_uuid ?? '']: 7_000 })
    expect((await failed())[0]).toMatchObject({ status: 'HELD', to: old?.destination_uuid })
    expect(await world.broken()).toEqual([])
  })

  it('takes it once, however often it is asked, and whatever else happens at that moment', async () => {
    const good = await addAccount(world, stage.person, '5550001')
    const { id } = (
      await admin.rows<{ id: string }>(
        "select payment_uuid id from payment where status = 'FAILED'",
      )
    )[0] ?? { id: '' }
    const answers = await Promise.all([
      outcome(replace(good)),
      outcome(replace(good)),
      outcome(call(world, stage.operator, 'retryPayment', { params: { id } })),
      outcome(
        call(world, stage.person, 'putSetupPercentages', {
          body: [{ identifier: stage.wallet, percentage: 10_000 }],
        }),
      ),
    ])
    for (const answer of answers) expect(answer).toMatch(/done|TRANSITION_NOT_ALLOWED/)
    await replace(good)
    expect((await failed())[0]).toMatchObject({ status: 'HELD', to: good })
    const before = await redirects()
    await replace(good)
    expect(await redirects()).toEqual(before)
    expect(await world.broken()).toEqual([])
  })

  it('takes what was never asked of a rail along, once its employer approved that it goes there', async () => {
    const { id, line_item_uuid, pay_date } = await givenSecondPay()
    const good = await addAccount(world, stage.person, '5550001')
    await replace(good)
    const dollars = () => partsOf(line_item_uuid, 'USD')
    expect(await dollars()).toMatchObject([{ to: good, status: 'HELD', attempt: 0 }])
    world.clock.set(`${pay_date}T10:00:00Z`)
    expect(await blockersOf(id, line_item_uuid)).toEqual(['NOT_APPROVED'])
    const parts = [...(await dollars()), ...(await partsOf(line_item_uuid, 'USDC'))]
    expect(await refusals(parts, pay_date)).toEqual(['NOT_APPROVED', 'NOT_APPROVED'])
    await call(world, stage.employer, 'unapproveCycle', { params: id, body: {} })
    await approveAll(world, stage.employer, id)
    await execute(world, stage.operator, pay_date)
    expect(await dollars()).toMatchObject([{ to: good, status: 'SENT', attempt: 1 }])
    expect(await world.broken()).toEqual([])
  })

  it('takes what is left of a pay along that nobody can approve anew, since a part of it was asked of a rail', async () => {
    const { line_item_uuid, pay_date } = await givenSecondPay()
    world.clock.set(`${pay_date}T10:00:00Z`)
    await sendAgain()
    const [lost] = await partsOf(line_item_uuid, 'USD')
    expect(await refusals([lost], pay_date)).toEqual([])
    const { destinations } = await call(world, stage.person, 'putCryptoWallet', {
      body: {
        ...{ currency: 'USDC', blockchain: 'algo' },
        address: 'VCMJKWOY5P5P7SKMZFFOCEROPJCZOTIJMNIYNUCKH7LRO45JMJP6UYBIJA',
      },
    })
    const elsewhere = destinations.at(-1)?.destination_uuid ?? ''
    await replace(elsewhere, stage.wallet)
    const tokens = () => partsOf(line_item_uuid, 'USDC')
    expect(await tokens()).toMatchObject([{ to: elsewhere, network: 'algo', attempt: 0 }])
    world.clock.set(`${addDays(pay_date, 1)}T10:00:00Z`)
    expect(await refusals(await tokens(), pay_date)).toEqual([])
    expect(await world.broken()).toEqual([])
  })

  it('is in the same currency, in use, and of the same person', async () => {
    const code = async (work: Promise<unknown>) =>
      work.then(
        () => 'done',
        (error: { code: string; fields?: { loc: unknown[] }[] }) =>
          [error.code, ...(error.fields?.[0]?.loc ?? [])].join(' '),
      )
    const theirs = (await call(world, stage.other, 'getBanking')).destinations[0]
    const unused = await addAccount(world, stage.person, '5550002')
    await call(world, stage.person, 'deactivateDestination', {
      body: { destination_uuid: unused },
    })
    const before = [await failed(), await shares(), await redirects()]
    expect([
      await code(replace(stage.wallet)),
      await code(replace(unused)),
      await code(replace(stage.closed)),
      await code(replace(theirs?.destination_uuid ?? '')),
      await code(replace(unused, theirs?.destination_uuid)),
      await code(replace(stage.closed, theirs?.destination_uuid, stage.other)),
    ]).toEqual([
      'VALIDATION body destination_uuid',
      'VALIDATION body destination_uuid',
      'VALIDATION body destination_uuid',
      'NOT_FOUND',
      'NOT_FOUND',
      'NOT_FOUND',
    ])
    expect([await failed(), await shares(), await redirects()]).toEqual(before)
  })
})

describe('a split that changes after a part of a pay has left', () => {
  it('leaves the rest as it was approved, which nobody can approve anew', async () => {
    const { line_item_uuid, pay_date } = await givenSecondPay()
    world.clock.set(`${pay_date}T10:00:00Z`)
    await sendAgain()
    expect(await refusals(await partsOf(line_item_uuid, 'USD'), pay_date)).toEqual([])
    await call(world, stage.person, 'putSetupPercentages', {
      body: [{ identifier: stage.closed, percentage: 10_000 }],
    })
    world.clock.set(`${addDays(pay_date, 1)}T10:00:00Z`)
    const rest = () => partsOf(line_item_uuid, 'USDC')
    expect(await refusals(await rest(), pay_date)).toEqual([])
    expect(await rest()).toMatchObject([{ to: stage.wallet, status: 'SENT' }])
    expect(await world.broken()).toEqual([])
  })
})

/** What failed is sent to its account once more, so that others may go there. */
async function sendAgain(): Promise<void> {
  const rows = await admin.rows<{ id: string }>(
    "select payment_uuid id from payment where status = 'FAILED'",
  )
  for (const { id } of rows) await call(world, stage.operator, 'retryPayment', { params: { id } })
}

/** The next cycle, approved, with the first contractor's line item in it. */
async function givenSecondPay() {
  const { policy_uuid } = stage.id
  const { items } = await call(world, stage.employer, 'listCycles', {
    query: { view: 'run', limit: 20 },
  })
  const coming = items.find(of => of.allowed_actions.includes('open'))
  const { cycle_uuid } = await call(world, stage.employer, 'openCycle', {
    params: { policy_uuid },
    body: { end_date: coming?.end_date ?? '' },
  })
  const id = { policy_uuid, cycle_uuid: cycle_uuid ?? '' }
  await approveAll(world, stage.employer, id)
  const [item] = await admin.rows<{ id: string }>(
    'select line_item_uuid id from line_item where cycle_uuid = $1 and contractor_sub = $2',
    [id.cycle_uuid, stage.person.sub],
  )
  return { id, line_item_uuid: item?.id ?? '', pay_date: coming?.pay_date ?? '' }
}

type Sent = { id: string; to: string; network: string; status: string; attempt: number }
const partsOf = (line_item_uuid: string, currency: string) =>
  admin.rows<Sent>(
    `select payment_uuid id, destination_uuid "to", network, status, attempt from payment
      where line_item_uuid = $1 and currency = $2 and status <> 'CANCELLED'`,
    [line_item_uuid, currency],
  )

/** Executes these payments; answers why they are not. */
async function refusals(payments: readonly (Sent | undefined)[], pay_date: string) {
  const payment_uuids = payments.flatMap(payment => payment?.id ?? [])
  const { execution_uuid, results } = await call(world, stage.operator, 'bulkExecute', {
    body: { pay_date, payment_uuids },
  })
  if (execution_uuid) await world.execute(execution_uuid)
  return results.flatMap(({ blockers }) => blockers.map(({ code }) => code))
}

async function blockersOf(params: Stage['id'], line_item_uuid: string) {
  const { items } = await call(world, stage.employer, 'getCycle', { params, query: { limit: 5 } })
  const item = items.find(of => of.line_item_uuid === line_item_uuid)
  return item?.blockers.map(({ code }) => code)
}

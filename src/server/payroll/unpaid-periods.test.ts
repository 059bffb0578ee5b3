/** A late signature loses no pay: what no cycle paid is named, and added once. */
import { beforeEach, describe, expect, it } from 'vitest'
import { addPolicy, approveAll, call, engage, type Person } from '#db/seed/cast.ts'
import { adminOf } from '#test/harness/admin.ts'
import {
  biweekly,
  fund,
  givenContractor,
  givenEmployer,
  givenOperator,
  plainWorld,
  type World,
} from '#test/harness/world.ts'

let world: World
let operator: Person
let employer: Person & { employer_uuid: string }
let contract_uuid: string
let policy_uuid: string
const page = { limit: 50 }

/** Work began on February 16; the policy and the signature came on March 5, in the cycle of March 2 to 15. */
beforeEach(async () => {
  world = await plainWorld('2026-03-05T10:00:00Z')
  operator = await givenOperator(world)
  employer = await givenEmployer(world, operator)
  policy_uuid = await addPolicy(world, employer, 'Biweekly', biweekly('2026-03-15'))
  contract_uuid = await engage(
    world,
    employer,
    await givenContractor(world, operator, 'late@okafor.test'),
    {
      role: 'Data engineer',
      hourly_rate: { currency: 'USD', minor: 4250n },
      hours: 80,
      policy_uuid,
      start_date: '2026-02-18',
      signer_title: 'Director',
    },
  )
  await world.byTheClock()
  await world.deliver()
  return () => world.close()
})

const unpaid = async (of = employer, query: object = {}) =>
  (await call(world, of, 'listUnpaidPeriods', { query: { ...page, ...query } })).items
const add = (of: Person = employer) =>
  call(world, of, 'addUnpaidPeriods', { params: { contract_uuid } })
const cycleOf = (cycle_uuid: string) =>
  call(world, employer, 'getCycle', { params: { policy_uuid, cycle_uuid }, query: page })

describe('days before the first cycle of a contract that was signed late', () => {
  it('are named, with what they are worth and when they can be paid', async () => {
    expect(await unpaid()).toMatchObject([
      {
        contract_uuid,
        role: 'Data engineer',
        // February 18 to 27 are eight of the nine business days (Family Day is none) of a period of 80 hours.
        periods: [
          {
            start_date: '2026-02-18',
            end_date: '2026-03-01',
            hours: 7111,
            amount: { currency: 'USD', minor: 302_218n },
          },
        ],
        amount: { currency: 'USD', minor: 302_218n },
        pay_date: '2026-03-20',
        allowed_actions: ['add'],
      },
    ])
    expect(await unpaid(employer, { contract_uuid })).toHaveLength(1)
  })

  it('are added to the next open cycle once, however often that is asked, and are paid with it', async () => {
    const first = await add()
    const again = await Promise.all([add(), add(), add()])
    expect(again).toEqual([first, first, first])
    expect(first).toMatchObject({ policy_uuid, line_items: 1 })
    expect(await unpaid()).toEqual([])
    const cycle = await cycleOf(first.cycle_uuid)
    expect(cycle.items.map(item => [item.back_pay, item.amount.minor])).toEqual(
      expect.arrayContaining([
        [true, 302_218n],
        [false, 340_000n],
      ]),
    )
    expect(cycle.preview.unusual).toContainEqual(
      expect.objectContaining({
        code: 'BACK_PAY',
        text: expect.stringContaining('February 18, 2026 to March 1, 2026, which no cycle paid'),
      }),
    )
    expect(cycle.preview.unusual.map(({ code }) => code)).not.toContain('DUPLICATE')
    await fund(world, { operator, employer }, '6422.18')
    await approveAll(world, employer, { policy_uuid, cycle_uuid: first.cycle_uuid })
    expect(await add()).toEqual(first)
    expect(await world.broken()).toEqual([])
  })

  it('that the employer decides not to pay are archived, are named no more, and can be paid after all', async () => {
    const { cycle_uuid } = await add()
    const item = (await cycleOf(cycle_uuid)).items.find(({ back_pay }) => back_pay)
    const params = { policy_uuid, cycle_uuid, line_item_uuid: item?.line_item_uuid ?? '' }
    await call(world, employer, 'archiveLineItem', { params })
    expect(await unpaid()).toEqual([])
    await expect(add()).rejects.toMatchObject({ code: 'TRANSITION_NOT_ALLOWED' })
    await call(world, employer, 'unarchiveLineItem', { params })
    const woken = (await cycleOf(cycle_uuid)).items.find(({ back_pay }) => back_pay)
    expect(woken).toMatchObject({ status: 'PENDING_APPROVAL', hours: 7111 })
    expect(await world.broken()).toEqual([])
  })

  it('are nobody else’s to add, and another employer’s contract is not found', async () => {
    const rival = await givenEmployer(world, operator, 'boss@rival.test')
    expect(await unpaid(rival)).toEqual([])
    await expect(add(rival)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('wait for a cycle that can pay them', async () => {
    world.clock.set('2026-03-21T10:00:00Z')
    expect(await unpaid()).toMatchObject([{ pay_date: null, allowed_actions: [] }])
    await expect(add()).rejects.toMatchObject({
      code: 'TRANSITION_NOT_ALLOWED',
      detail: 'No pay cycle of Biweekly is open. Open the next one first.',
    })
  })
})

describe('a contract that was signed in time', () => {
  it('has no unpaid period', async () => {
    await add()
    await expect(
      call(world, employer, 'addUnpaidPeriods', { params: { contract_uuid: policy_uuid } }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const punctual = await engage(
      world,
      employer,
      await givenContractor(world, operator, 'punctual@okafor.test'),
      {
        role: 'Writer',
        hourly_rate: { currency: 'USD', minor: 4250n },
        hours: 80,
        policy_uuid,
        start_date: '2026-03-02',
        signer_title: 'Director',
      },
    )
    await world.deliver()
    expect(await unpaid(employer, { contract_uuid: punctual })).toEqual([])
    await expect(
      call(world, employer, 'addUnpaidPeriods', { params: { contract_uuid: punctual } }),
    ).rejects.toMatchObject({
      code: 'TRANSITION_NOT_ALLOWED',
      detail: 'No day of this contract waits to be paid.',
    })
  })
})

describe('looking at those alone that may have an unpaid day', () => {
  /** How many have an unpaid day and are not looked at, and how many are looked at. */
  const counted = async () => {
    const admin = await adminOf(world)
    const [row] = await admin.rows<{ overlooked: number; looked_at: number }>(`
      select (select count(*)::int from maybe_unpaid) looked_at, (select count(*)::int from contract k
        where not isempty(app.unpaid_days(k)) and not exists (select from maybe_unpaid u where u.contract_uuid = k.contract_uuid)) overlooked`)
    await admin.close()
    return row
  }

  it('overlooks nobody, before and after it is paid, and forgets who was paid when the next cycle opens', async () => {
    expect(await counted()).toEqual({ overlooked: 0, looked_at: 1 })
    await add()
    world.clock.set('2026-03-16T10:00:00Z')
    await world.byTheClock()
    await world.deliver()
    expect(await counted()).toEqual({ overlooked: 0, looked_at: 0 })
  })

  it('overlooks nobody whose days a cycle does not pay', async () => {
    const admin = await adminOf(world)
    await admin.rows("update line_item set earned = daterange('2026-03-02', '2026-03-10')")
    await admin.close()
    expect(await counted()).toEqual({ overlooked: 0, looked_at: 1 })
    expect((await unpaid())[0]?.periods).toHaveLength(2)
  })
})

/** Pay that was approved and goes elsewhere by now waits for its employer again, who is told once; what has left is left alone. */
import { describe, expect, it } from 'vitest'
import { approveAll, call, type Person } from '#db/seed/cast.ts'
import type { Admin } from '#test/harness/admin.ts'
import { eachInACopy } from '#test/harness/copies.ts'
import type { World } from '#test/harness/world.ts'
import {
  APPROVED,
  type ApprovedPay,
  changesIn,
  givenApproved,
  looksAt,
} from './approved-pay.test-data.ts'
import { askApprovalAnew } from './index.ts'

let world: World
let admin: Admin
let told: ApprovedPay
let on: ReturnType<typeof changesIn> & ReturnType<typeof looksAt>
eachInACopy(givenApproved, copy => {
  world = copy.world
  admin = copy.admin
  told = copy.told
  on = { ...changesIn(copy), ...looksAt(copy) }
})

describe('pay that was approved', () => {
  it.each<[string, () => Promise<void>]>([
    ['is split otherwise', () => on.split(told.first, 5_000, 5_000)],
    ['is split otherwise, and as it was again', () => splitAndBack()],
    ['goes to another account', async () => on.replace(told.first, 'bank', await added())],
    [
      'goes to another wallet',
      async () => on.replace(told.first, 'wallet', await on.addWallet(told.first)),
    ],
  ])('waits again, and its money is free, once it %s', async (_what, change) => {
    await on.mails()
    await change()
    await world.deliver()
    expect(await on.items()).toEqual({ ...APPROVED, amara1: 'PENDING_APPROVAL' })
    expect(await on.balance()).toMatchObject({ available: 340_000n, reserved: 680_000n })
    const told_of = (await on.mails()).map(({ subject }) => subject)
    expect(told_of).toEqual(['3400.00 USD to approve again for March 20, 2026'])
    await world.deliver()
    expect(await on.mails()).toEqual([])
  })

  const splitAndBack = async () => {
    await on.split(told.first, 5_000, 5_000)
    await on.split(told.first, 7_000, 3_000)
  }
  const added = () => on.addAccount(told.first)

  it('waits again once it goes somewhere at all', async () => {
    await on.mails()
    await on.addAccount(told.homeless)
    await world.deliver()
    expect(await on.items()).toEqual({ ...APPROVED, lou: 'PENDING_APPROVAL' })
    expect(await on.mails()).toHaveLength(1)
  })

  it('stays approved where an account was added that gets nothing of it', async () => {
    await on.addAccount(told.first)
    await on.addWallet(told.first)
    await world.deliver()
    expect(await on.items()).toEqual(APPROVED)
    expect(await on.balance()).toMatchObject({ available: 0n, reserved: 1_020_000n })
  })

  it('is said to wait for its employer by the cycle, by home, and to its contractor', async () => {
    await on.split(told.first, 5_000, 5_000)
    await world.deliver()
    world.clock.set('2026-03-20T10:00:00Z')
    const waits = { state: 'UNAPPROVED', acts: 'EMPLOYER' }
    expect((await on.cycle()).pay_state).toMatchObject({ ...waits, count: 1 })
    const home = await call(world, told.employer, 'listCycles', {
      query: { limit: 9, view: 'run' },
    })
    const own = home.items.find(of => of.cycle_uuid === told.id.cycle_uuid)
    expect(own?.pay_state).toMatchObject(waits)
    expect((await call(world, told.first, 'listNextPays'))[0]?.pay_state).toMatchObject(waits)
  })

  it('is said to its contractor to be approved, and to go back to be approved from the moment of their change on', async () => {
    const pay = async () => (await call(world, told.first, 'listNextPays'))[0]
    const onItsDate = async () => {
      const { policies } = await call(world, told.first, 'listContractorPolicies')
      return policies[0]?.pay_periods.find(({ pay_date }) => pay_date === '2026-03-20')?.pay_state
    }
    const said = async () => {
      const of = await pay()
      const { approval, status, pay_state, steps, parts } = of ?? {}
      return {
        ...{ approval, status, state: pay_state?.state, step: steps?.[1]?.said.text },
        split: parts?.map(part => part.percentage),
      }
    }
    const again = {
      ...{ approval: 'GOES_BACK', status: 'PENDING_APPROVAL', state: 'UNAPPROVED' },
      ...{ step: 'payroll.steps.waitingAgain', split: [5_000, 5_000] },
    }
    expect(await said()).toMatchObject({ approval: 'REOPENS', split: [7_000, 3_000] })
    world.clock.set('2026-03-20T09:00:00Z')
    await on.split(told.first, 5_000, 5_000)
    // Before the approval is taken back, which follows, as after it.
    expect(await said()).toEqual(again)
    // The page of their pay dates says the same of that date.
    expect(await onItsDate()).toMatchObject({ state: 'UNAPPROVED', tone: 'WRONG' })
    expect(await onItsDate()).toEqual((await pay())?.pay_state)
    await world.deliver()
    expect(await said()).toEqual(again)
    await approveAll(world, told.employer, told.id)
    expect(await said()).toMatchObject({ approval: 'REOPENS', split: [5_000, 5_000] })
    // What their employer takes back waits, and they did not do it.
    world.clock.set('2026-03-20T10:00:00Z')
    const { line_item_uuid = '' } = (await pay()) ?? {}
    const params = { ...told.id, line_item_uuid }
    await call(world, told.employer, 'unapproveLineItem', { params, body: {} })
    expect(await said()).toMatchObject({ approval: 'WAITS', step: 'payroll.steps.waiting' })
  })

  it('is told with whose it is and where it is approved, to each who may, until it is approved', async () => {
    await on.mails()
    await on.split(told.first, 5_000, 5_000)
    await world.deliver()
    const [mail, ...more] = await on.mails()
    expect(more).toEqual([])
    const { policy_uuid, cycle_uuid } = told.id
    for (const said of [
      'Amara Okafor amara1',
      'March 20, 2026',
      'changed where the pay goes',
      `/employer/payroll-run/paycycle/${policy_uuid}/${cycle_uuid}/PENDING_APPROVAL`,
    ])
      expect(mail?.text).toContain(said)
    await approveAll(world, told.employer, told.id)
    expect(await on.items()).toEqual(APPROVED)
    await on.split(told.first, 6_000, 4_000)
    await world.deliver()
    expect(await on.mails()).toHaveLength(1)
    await on.split(told.first, 5_000, 5_000)
    await world.deliver()
    expect(await on.mails()).toEqual([])
  })

  it('leaves where its employer approved it to go, once that has cooled', async () => {
    const good = await on.addAccount(told.first)
    await on.replace(told.first, 'bank', good)
    await world.deliver()
    await approveAll(world, told.employer, told.id)
    world.clock.set('2026-03-20T10:00:00Z')
    await world.release()
    await on.execute()
    expect(
      await admin.rows("select from simulated_rail.transfer where destination = '5550001'"),
    ).toHaveLength(1)
  })

  it('is taken back by the system, which says why', async () => {
    await on.split(told.first, 5_000, 5_000)
    await world.deliver()
    const entries = await admin.rows(
      `select actor_role, before, after from audit_entry where entity = 'line_item' and action = 'unapprove'`,
    )
    expect(entries).toEqual([
      {
        actor_role: 'system',
        before: { status: 'APPROVED' },
        after: { status: 'PENDING_APPROVAL', because: 'DESTINATION_CHANGED' },
      },
    ])
  })

  it('stays as its employer left it, and nobody is told', async () => {
    await on.mails()
    const { items: all } = await on.cycle()
    const idOf = (who: Person) =>
      all.find(of => of.contractor_sub === who.sub)?.line_item_uuid ?? ''
    const params = { ...told.id, line_item_uuid: idOf(told.first) }
    await on.split(told.first, 5_000, 5_000)
    await call(world, told.employer, 'unapproveLineItem', { params, body: {} })
    await world.deliver()
    await call(world, told.employer, 'archiveLineItem', { params, body: {} })
    await on.split(told.first, 6_000, 4_000)
    await world.deliver()
    expect(await on.items()).toEqual({ ...APPROVED, amara1: 'ARCHIVED' })
    expect(await on.mails()).toEqual([])
  })

  it('is worked out anew for who left meanwhile, as when its employer takes it back', async () => {
    const [contract] = await admin.rows<{ id: string }>(
      'select contract_uuid id from contract where contractor_sub = $1',
      [told.first.sub],
    )
    await call(world, told.employer, 'completeContract', {
      params: { id: contract?.id ?? '' },
      body: { desired_completion_date: '2026-03-06', reason: 'Done.' },
    })
    await world.deliver()
    await on.mails()
    await on.split(told.first, 5_000, 5_000)
    await world.deliver()
    expect((await on.mails()).map(({ subject }) => subject)).toEqual([
      '1700.00 USD to approve again for March 20, 2026',
    ])
  })

  it('is not told of where nothing of it waits any more', async () => {
    await on.mails()
    await on.split(told.first, 5_000, 5_000)
    await world.unit(ctx => askApprovalAnew(ctx, { contractor_sub: told.first.sub }))
    await call(world, told.employer, 'archiveCycle', { params: told.id, body: {} })
    await world.deliver()
    expect(await on.mails()).toEqual([])
  })
})

describe('pay of which a rail was asked', () => {
  /** Approved anew on accounts of which the bank refuses the one in dollars, with what is executed of it on the pay date. */
  async function givenRefused(): Promise<void> {
    await on.replace(told.first, 'bank', await on.addAccount(told.first, '7770000'))
    await world.deliver()
    await approveAll(world, told.employer, told.id)
    world.clock.set('2026-03-20T10:00:00Z')
    await world.release()
  }
  const partOf = async (currency: string) => {
    const [row] = await admin.rows<{ id: string; status: string; attempt: number }>(
      "select payment_uuid id, status, attempt from payment where contractor_sub = $1 and currency = $2 and status <> 'CANCELLED'",
      [told.first.sub, currency],
    )
    return row
  }
  const send = async (...currencies: string[]) => {
    const parts = await Promise.all(currencies.map(partOf))
    const { execution_uuid } = await call(world, told.operator, 'bulkExecute', {
      body: { pay_date: '2026-03-20', payment_uuids: parts.map(part => part?.id ?? '') },
    })
    await world.execute(execution_uuid ?? '')
  }
  const stays = async () => {
    await world.deliver()
    await on.mails()
    const before = await on.balance()
    await on.split(told.first, ...(await halves()))
    await world.deliver()
    expect((await on.items()).amara1).toBe('APPROVED')
    expect(await on.balance()).toEqual(before)
    expect(await on.mails()).toEqual([])
  }
  /** Another split than there is, of those that are in use. */
  const halves = async () =>
    (await on.banking(told.first))
      .filter(of => of.status === 'ACTIVE')
      .map((_, at) => (at < 2 ? 5_000 : 0))

  it('stays approved while it is on its way', async () => {
    world.clock.set('2026-03-20T10:00:00Z')
    await on.execute()
    await stays()
  })

  it('stays approved where a part failed, and one was not asked for yet', async () => {
    await givenRefused()
    await send('USD')
    expect((await partOf('USD'))?.status).toBe('FAILED')
    expect(await partOf('USDC')).toMatchObject({ status: 'SCHEDULED', attempt: 0 })
    await stays()
  })

  it('stays approved where it arrived and was marked unpaid', async () => {
    world.clock.set('2026-03-20T10:00:00Z')
    await on.execute()
    await on.settle()
    const { domain } = await call(world, told.employer, 'getEmployer')
    const [item] = (await on.cycle()).items.filter(of => of.contractor_sub === told.first.sub)
    await call(world, told.operator, 'markLineItem', {
      params: {
        ...{ ...told.id, line_item_uuid: item?.line_item_uuid ?? '', domain: domain ?? '' },
        ...{ currency: 'USD', operation: 'unpaid' as const },
      },
      body: { amount_in_smallest_unit: 238_000n, reference: 'B' },
    })
    expect(await partOf('USD')).toMatchObject({ status: 'SCHEDULED', attempt: 1 })
    await stays()
  })

  it('leaves the next pay to be approved anew, of which the change is called unusual', async () => {
    world.clock.set('2026-03-20T10:00:00Z')
    await on.execute()
    await on.settle()
    world.clock.set('2026-03-23T10:00:00Z')
    const { policy_uuid } = told.id
    const body = { end_date: '2026-03-29' }
    const opened = await call(world, told.employer, 'openCycle', { params: { policy_uuid }, body })
    const id = { policy_uuid, cycle_uuid: opened.cycle_uuid ?? '' }
    await approveAll(world, told.employer, id, true)
    world.clock.set('2026-03-24T10:00:00Z')
    await on.split(told.first, 5_000, 5_000)
    await world.deliver()
    const next = await call(world, told.employer, 'getCycle', { params: id, query: { limit: 9 } })
    const waiting = next.items.filter(of => of.status === 'PENDING_APPROVAL')
    expect(waiting.map(of => of.contractor_sub)).toEqual([told.first.sub])
    expect(waiting[0]?.unusual.map(({ code }) => code)).toContain('DESTINATION_CHANGED')
    expect(next.items.map(of => of.status).toSorted()).toEqual([
      'APPROVED',
      'APPROVED',
      'PENDING_APPROVAL',
    ])
  })
})

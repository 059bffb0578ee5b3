import { beforeEach, expect, it } from 'vitest'
import { approveAll, call } from '#db/seed/cast.ts'
import type { Admin } from '#test/harness/admin.ts'
import { eachInACopy } from '#test/harness/copies.ts'
import { fund, givenDuePayments, type World } from '#test/harness/world.ts'

let world: World
let admin: Admin
let due: Awaited<ReturnType<typeof givenDuePayments>>
let line_item_uuid: string
/** One contractor's two payments, in dollars and in USDC, are due. */
eachInACopy(givenDuePayments, copy => {
  world = copy.world
  admin = copy.admin
  due = copy.told
})
beforeEach(async () => {
  const [item] = await admin.rows<{ id: string }>('select line_item_uuid id from line_item')
  line_item_uuid = item?.id ?? ''
})

/** What the page of the item says of it, in which that of its cycle, which has no other, agrees. */
const said = async () => {
  const query = { limit: 50 }
  const cycle = await call(world, due.employer, 'getCycle', { params: due.id, query })
  const params = { ...due.id, line_item_uuid }
  const { pay_state } = await call(world, due.employer, 'getLineItem', { params })
  const { state, tone, acts, because, days_late, totals, says } = cycle.pay_states[0] ?? {}
  expect(pay_state).toMatchObject({ state, tone, acts, because, days_late, totals })
  expect(pay_state?.says).toMatchObject({ code: says?.code, who: says?.who, next: says?.next })
  return pay_state
}

it('says of a pay what its cycle says of it, whatever became of it', async () => {
  expect(await said()).toMatchObject({ state: 'DUE', tone: 'FINE' })
  const { sub } = due.contractors[0] ?? { sub: '' }
  const stand = (operation: 'suspend' | 'reinstate') =>
    call(world, due.operator, 'changeStanding', {
      params: { userTypes: 'contractors', sub, operation },
      body: { reason: 'A document expired.' },
    })
  await stand('suspend')
  expect(await said()).toMatchObject({ state: 'BLOCKED', tone: 'WRONG', because: 'SUSPENDED' })
  await stand('reinstate')
  const { payment_uuids } = due
  const body = { pay_date: '2026-03-20', payment_uuids }
  const { execution_uuid } = await call(world, due.operator, 'bulkExecute', { body })
  await world.execute(execution_uuid ?? '')
  expect(await said()).toMatchObject({ state: 'ON_THE_WAY', tone: 'FINE' })
  const [back] = await admin.rows<{ id: string; minor: string }>(
    "select payment_uuid id, source_minor::text minor from payment where network = 'fiat'",
  )
  await call(world, due.operator, 'mendPayments', {
    body: {
      ...{ action: 'return', payment_uuids: [back?.id ?? ''], words: '', reference: 'RET-1' },
      reason: 'NAME_DIFFERS',
    },
  })
  expect(await said()).toMatchObject({
    ...{ state: 'RETURNED', tone: 'WRONG', acts: 'CONTRACTOR', arrives: expect.any(String) },
    totals: [{ minor: BigInt(back?.minor ?? 0) }],
    says: { code: 'RETURNED', who: 'CONTRACTOR', next: { step: 'SEE' } },
  })
})

it('is held against what was paid before it, and never against a later pay', async () => {
  const { employer, operator, id } = due
  const lastOf = async (of: typeof id) => {
    const { items } = await call(world, employer, 'getCycle', { params: of, query: { limit: 50 } })
    const params = { ...of, line_item_uuid: items[0]?.line_item_uuid ?? '' }
    return (await call(world, employer, 'getLineItem', { params })).last_pay?.pay_date
  }
  const pay = async (pay_date: string) => {
    world.clock.set(`${pay_date}T10:00:00Z`)
    const { payment_uuids } = await call(world, operator, 'getChecklist', { query: { pay_date } })
    const body = { pay_date, payment_uuids }
    const { execution_uuid } = await call(world, operator, 'bulkExecute', { body })
    await world.execute(execution_uuid ?? '')
    await call(world, operator, 'bulkSettle', { body: { payment_uuids, reference: pay_date } })
  }
  await pay('2026-03-20')
  const { cycle_uuid } = await call(world, employer, 'openCycle', {
    params: { policy_uuid: id.policy_uuid },
    body: { end_date: '2026-03-29' },
  })
  const next = { policy_uuid: id.policy_uuid, cycle_uuid: cycle_uuid ?? '' }
  expect([await lastOf(id), await lastOf(next)]).toEqual([undefined, '2026-03-20'])
  await fund(world, due, '10000.00', 'WIRE-2')
  await approveAll(world, employer, next, true)
  await pay('2026-04-03')
  expect([await lastOf(id), await lastOf(next)]).toEqual([undefined, '2026-03-20'])
})

it('tells once that it was written, also of one that was written alone', async () => {
  const params = { ...due.id, line_item_uuid }
  const { history } = await call(world, due.employer, 'getLineItem', { params })
  expect(history.map(({ text }) => text)).toEqual([
    'approved it',
    'wrote the line item from revision 1 of the contract',
  ])
})

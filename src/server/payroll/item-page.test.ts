import { beforeEach, expect, it } from 'vitest'
import { call } from '#db/seed/cast.ts'
import type { Admin } from '#test/harness/admin.ts'
import { eachInACopy } from '#test/harness/copies.ts'
import { givenDuePayments, type World } from '#test/harness/world.ts'

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

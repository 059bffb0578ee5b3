/** What a batch is named by stands beside the payroll policies of a company, and is none of them. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call, type Person } from '#db/seed/cast.ts'
import { newUuid } from '#server/kernel/ids.ts'
import { adminOf } from '#test/harness/admin.ts'
import {
  givenContractor,
  givenEmployer,
  givenOperator,
  testWorld,
  type World,
} from '#test/harness/world.ts'

let world: World
let employer: Person
let contractor: Person
const batch_uuid = newUuid()

beforeAll(async () => {
  world = await testWorld('2026-03-02T10:00:00Z')
  const operator = await givenOperator(world)
  employer = await givenEmployer(world, operator)
  contractor = await givenContractor(world, operator, 'ana@corridor.test')
  const { email } = contractor
  await call(world, employer, 'inviteContractor', { body: { email, role: 'Courier' } })
  const [invitation] = await call(world, contractor, 'listInvitations')
  const params = { id: invitation?.invitation_uuid ?? '' }
  await call(world, contractor, 'acceptInvitation', { params })
  await call(world, employer, 'submitPaymentBatch', {
    params: { batch_uuid },
    body: {
      text: `email,name,amount,currency,reference\n${email},Ana,12.00,USD,R-1`,
      ...{ mends: [], without: [], file_name: 'payouts.csv', pay_date: '2026-03-20', words: '' },
      leave_out_wrong: false,
    },
  })
})
afterAll(() => world?.close())

const params = { id: batch_uuid }

it('is not listed among them', async () => {
  const admin = await adminOf(world)
  const named = await admin.rows('select label from payroll_policy where policy_uuid = $1', [
    batch_uuid,
  ])
  await admin.close()
  expect(named).toHaveLength(1)
  expect((await call(world, employer, 'getEmployer')).payroll_policies).toEqual([])
})

it('is not found, approved or made to ask for time as one', async () => {
  const none = { code: 'NOT_FOUND' }
  await expect(call(world, employer, 'getPolicy', { params })).rejects.toMatchObject(none)
  await expect(call(world, employer, 'approvePolicy', { params })).rejects.toMatchObject(none)
  const body = { required: true }
  await expect(call(world, employer, 'putTimePolicy', { params, body })).rejects.toMatchObject(none)
})

it('pays nobody who is invited', async () => {
  const body = { email: 'ben@corridor.test', role: 'Courier', pay_policy_uuid: batch_uuid }
  await expect(call(world, employer, 'inviteContractor', { body })).rejects.toMatchObject({
    code: 'VALIDATION',
  })
})

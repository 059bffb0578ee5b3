/** What a batch is named by stands beside the payroll policies of a company, and is none of them. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call, type Person } from '#db/seed/cast.ts'
import { newUuid } from '#server/kernel/ids.ts'
import { adminOf } from '#test/harness/admin.ts'
import { testWorld, type World } from '#test/harness/world.ts'
import { givenPayers, submitBatch } from './batches.test-data.ts'

let world: World
let employer: Person
const batch_uuid = newUuid()

beforeAll(async () => {
  world = await testWorld('2026-03-02T10:00:00Z')
  const { employer: boss, paid } = await givenPayers(world, 'ana@corridor.test')
  employer = boss
  const text = `email,name,amount,currency,reference\n${paid[0]?.email},Ana,12.00,USD,R-1`
  await submitBatch(world, employer, text, { batch_uuid })
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

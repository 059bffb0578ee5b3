/** What a machine is told of the batches that it sent in, and of who joined by them. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TOLD } from '#contract/events.ts'
import { approveAll, call, type Person } from '#db/seed/cast.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { waitingMails } from '#test/harness/waiting-mails.ts'
import { fund, givenContractor, plainWorld, type World } from '#test/harness/world.ts'
import { acceptInvitation, givenPayers, submitBatch } from './batches.test-data.ts'

let world: World
let admin: Admin
let operator: Person
let employer: Awaited<ReturnType<typeof givenPayers>>['employer']
beforeAll(async () => {
  world = await plainWorld('2026-03-02T10:00:00Z')
  admin = await adminOf(world)
  const given = await givenPayers(world, 'ana@corridor.test')
  operator = given.operator
  employer = given.employer
})
afterAll(async () => {
  await admin?.close()
  await world?.close()
})

const file = (...lines: string[]) => ['email,amount,currency,reference', ...lines].join('\n')
const told = async () => {
  await world.deliver()
  const { items } = await call(world, employer, 'listEvents', { query: { limit: 200 } })
  for (const { type, data } of items)
    expect([type, TOLD[type].safeParse(data).error]).toEqual([type, undefined])
  return items.map(({ type, data }) => ({ type, data }))
}
const ofBatches = async () => (await told()).filter(({ type }) => type.startsWith('batch.'))

it('is told who joined by their sub and the references that it gave', async () => {
  const { batch_uuid } = await submitBatch(
    world,
    employer,
    file('new@corridor.test,7.00,USD,N-1', 'new@corridor.test,8.00,USD,N-2'),
  )
  await world.deliver()
  const person = await givenContractor(world, operator, 'new@corridor.test')
  await acceptInvitation(world, person)
  await world.deliver()
  // Whoever is paid by batches has no contract to be prepared.
  const mails = await waitingMails(world, admin)
  const mail = mails.find(({ to, text }) => to === employer.email && text.includes('(new@corridor'))
  expect(mail?.text).toContain('/employer/partner/payments')
  expect(mail?.text).not.toMatch(/contract/)
  const answered = (await told()).findLast(({ type }) => type === 'contractor.answered')
  expect(answered?.data).toMatchObject({
    ...{ status: 'ACCEPTED', contractor_sub: person.sub },
    payments: [
      { batch_uuid, row: 2, reference: 'N-1' },
      { batch_uuid, row: 3, reference: 'N-2' },
    ],
  })
  await call(world, employer, 'cancelPaymentBatch', { params: { batch_uuid } })
  expect((await ofBatches()).at(-1)).toMatchObject({
    type: 'batch.cancelled',
    data: { batch_uuid, state: 'CANCELLED', progress: { cancelled: 2 } },
  })
})

it('is told when a batch is approved, funded and settled, each once', async () => {
  const { batch_uuid } = await submitBatch(world, employer, file('ana@corridor.test,20.00,USD,A-1'))
  await world.deliver()
  const before = (await ofBatches()).length
  const since = async () => (await ofBatches()).slice(before)
  const id = { policy_uuid: batch_uuid, cycle_uuid: batch_uuid }
  await approveAll(world, employer, id, true)
  expect(await since()).toMatchObject([
    { type: 'batch.approved', data: { batch_uuid, state: 'PAYING', rows: 1 } },
  ])
  await fund(world, { operator, employer }, '20.00')
  await world.byTheClock()
  expect((await since()).map(({ type }) => type)).toEqual(['batch.approved', 'batch.funded'])
  world.clock.set('2026-03-20T10:00:00Z')
  const query = { pay_date: '2026-03-20' }
  const { payment_uuids } = await call(world, operator, 'getChecklist', { query })
  const body = { pay_date: '2026-03-20', payment_uuids }
  const { execution_uuid } = await call(world, operator, 'bulkExecute', { body })
  await world.execute(execution_uuid ?? '')
  await call(world, operator, 'bulkSettle', { body: { payment_uuids, reference: 'BANK-1' } })
  expect((await since()).map(({ type }) => type)).toEqual([
    ...['batch.approved', 'batch.funded', 'batch.settled'],
  ])
  const paid = (await told()).findLast(({ type }) => type === 'payment.settled')
  expect(paid?.data).toMatchObject({
    reference: 'BANK-1',
    batch: { batch_uuid, row: 2, reference: 'A-1' },
  })

  // What was told as settled is told otherwise once it is marked unpaid, and as settled again when it is.
  const { domain } = await call(world, employer, 'getEmployer')
  const { line_item_uuid, payment_uuid, amount } = TOLD['payment.settled'].parse(paid?.data)
  const params = { ...id, line_item_uuid, domain: domain ?? '', currency: amount?.currency ?? '' }
  const amount_in_smallest_unit = BigInt(amount?.amount_in_smallest_unit ?? 0)
  const marking = { amount_in_smallest_unit, reference: 'BANK-2' }
  const mark = (operation: 'paid' | 'unpaid') =>
    call(world, operator, 'markLineItem', { params: { ...params, operation }, body: marking })
  await mark('unpaid')
  expect((await since()).slice(3)).toMatchObject([
    { type: 'batch.unsettled', data: { batch_uuid, state: 'PAYING', progress: { paying: 1 } } },
  ])
  const once = { ...body, payment_uuids: [payment_uuid] }
  const again = await call(world, operator, 'bulkExecute', { body: once })
  await world.execute(again.execution_uuid ?? '')
  await mark('paid')
  expect((await since()).slice(3).map(({ type }) => type)).toEqual([
    ...['batch.unsettled', 'batch.settled'],
  ])
})

/** What a machine is told of the batches that it sent in, and of who joined by them. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TOLD } from '#contract/events.ts'
import { approveAll, call, type Person } from '#db/seed/cast.ts'
import { sendWaiting } from '#server/notifications/index.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { waitingMails } from '#test/harness/waiting-mails.ts'
import { fund, givenContractor, plainWorld, type World } from '#test/harness/world.ts'
import { acceptInvitation, givenPayers, submitBatch } from './batches.test-data.ts'
import { tellAnew } from './tell-batches.ts'

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
  // Of who joins by a batch, and there may be thousands, one mail an hour tells.
  const mailed = async () =>
    (await waitingMails(world, admin)).filter(({ to }) => to === employer.email)
  const others = await mailed()
  expect(others.filter(({ text }) => text.includes('new@corridor.test'))).toEqual([])
  world.clock.set('2026-03-02T11:00:00Z')
  await world.unit(sendWaiting)
  const [mail, ...more] = await mailed()
  expect(more).toEqual([])
  // Whoever is paid by batches has no contract to be prepared.
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

it('settles without who declined, and waits for them again once they are invited anew and join', async () => {
  const lines = ['ana@corridor.test,30.00,USD,D-1', 'dee@corridor.test,40.00,USD,D-2']
  const { batch_uuid } = await submitBatch(world, employer, file(...lines))
  const params = { batch_uuid }
  const stands = () => call(world, employer, 'getPaymentBatch', { params })
  await world.deliver()
  const dee = await givenContractor(world, operator, 'dee@corridor.test')
  const [invitation] = await call(world, dee, 'listInvitations')
  const before = (await ofBatches()).length
  const since = async () => (await ofBatches()).slice(before)
  const id = { policy_uuid: batch_uuid, cycle_uuid: batch_uuid }
  await approveAll(world, employer, id, true)
  await fund(world, { operator, employer }, '30.00', 'WIRE-2')
  await world.byTheClock()
  const query = { pay_date: '2026-03-20' }
  const { payment_uuids } = await call(world, operator, 'getChecklist', { query })
  const body = { pay_date: '2026-03-20', payment_uuids }
  const { execution_uuid } = await call(world, operator, 'bulkExecute', { body })
  await world.execute(execution_uuid ?? '')
  await call(world, operator, 'bulkSettle', { body: { payment_uuids, reference: 'BANK-1' } })
  await world.deliver()
  expect(await stands()).toMatchObject({ state: 'JOINING', progress: { joining: 1, settled: 1 } })

  const answer = { params: { id: invitation?.invitation_uuid ?? '' } }
  await call(world, dee, 'rejectInvitation', answer)
  expect((await since()).at(-1)).toMatchObject({
    type: 'batch.settled',
    data: {
      ...{ batch_uuid, state: 'SETTLED', progress: { joining: 0, settled: 1, declined: 1 } },
      not_paid: [{ batch_uuid, row: 3, reference: 'D-2', state: 'DECLINED' }],
    },
  })
  expect(await stands()).toMatchObject({
    ...{ state: 'SETTLED', progress: { joining: 0, settled: 1, declined: 1 }, allowed_actions: [] },
    cycle: { batch: { joining: 0, declined: 1 } },
  })
  const settled = { limit: 50, sandbox: 'false', state: 'SETTLED' } as const
  const { items } = await call(world, employer, 'listPaymentBatches', { query: settled })
  expect(items.map(of => of.batch_uuid)).toContain(batch_uuid)

  const anew = { email: dee.email, role: 'Courier' }
  await call(world, employer, 'inviteContractor', { body: anew })
  expect(await stands()).toMatchObject({ state: 'JOINING', progress: { joining: 1, declined: 0 } })
  await acceptInvitation(world, dee)
  expect((await since()).at(-1)).toMatchObject({
    type: 'batch.unsettled',
    data: { batch_uuid, state: 'APPROVING', not_paid: [] },
  })
})

it('is told that nothing of a batch is paid where everybody declined', async () => {
  const { batch_uuid } = await submitBatch(world, employer, file('eli@corridor.test,5.00,USD,E-1'))
  await world.deliver()
  const eli = await givenContractor(world, operator, 'eli@corridor.test')
  const [invitation] = await call(world, eli, 'listInvitations')
  const params = { id: invitation?.invitation_uuid ?? '' }
  await call(world, eli, 'rejectInvitation', { params })
  expect((await ofBatches()).at(-1)).toMatchObject({
    type: 'batch.cancelled',
    data: { batch_uuid, state: 'CANCELLED', progress: { declined: 1 } },
  })
  // Nobody invites them by another batch, which says so before.
  const text = file('eli@corridor.test,6.00,USD,E-2')
  const body = { text, mends: [], without: [] }
  const { people } = await call(world, employer, 'previewPaymentBatch', { body })
  expect(people).toEqual({ joined: 0, invited: 0, declined: 1, strangers: 0 })

  // It was never settled: who is told that it is cancelled is told that it waits again.
  await call(world, employer, 'inviteContractor', { body: { email: eli.email, role: 'Courier' } })
  await acceptInvitation(world, eli)
  expect((await ofBatches()).at(-1)).toMatchObject({
    type: 'batch.reopened',
    data: { batch_uuid, state: 'APPROVING', progress: { waiting: 1, declined: 0 } },
  })

  // A process of before that tells of it as settled meanwhile knows of no more than that.
  await admin.rows('update payment_batch set settled_told_at = $2 where batch_uuid = $1', [
    ...[batch_uuid, world.clock.now()],
  ])
  await world.unit(ctx => tellAnew(ctx, [batch_uuid]))
  expect((await ofBatches()).at(-1)?.type).toBe('batch.unsettled')
})

it('invites who declined once, joined later and was offboarded: what they said first is over', async () => {
  const first = file('fay@corridor.test,5.00,USD,F-1')
  await submitBatch(world, employer, first)
  await world.deliver()
  const fay = await givenContractor(world, operator, 'fay@corridor.test')
  const [invitation] = await call(world, fay, 'listInvitations')
  const params = { id: invitation?.invitation_uuid ?? '' }
  await call(world, fay, 'rejectInvitation', { params })
  const clock = () => world.clock.set(new Date(world.clock.now().getTime() + 1000).toISOString())
  clock()
  await call(world, employer, 'inviteContractor', { body: { email: fay.email, role: 'Courier' } })
  await acceptInvitation(world, fay)
  await call(world, employer, 'deleteContractor', {
    params: { contractor_email: fay.email },
    query: {},
  })
  clock()
  const text = file('fay@corridor.test,6.00,USD,F-2')
  const { people } = await call(world, employer, 'previewPaymentBatch', {
    body: { text, mends: [], without: [] },
  })
  expect(people).toEqual({ joined: 0, invited: 0, declined: 0, strangers: 1 })
  const { batch_uuid } = await submitBatch(world, employer, text)
  await world.deliver()
  const stands = await call(world, employer, 'getPaymentBatch', { params: { batch_uuid } })
  expect(stands).toMatchObject({ state: 'JOINING', progress: { joining: 1, declined: 0 } })
  // Who says no to that as well declined again.
  const asked = (await call(world, fay, 'listInvitations')).find(of => of.status === 'INVITED')
  await call(world, fay, 'rejectInvitation', { params: { id: asked?.invitation_uuid ?? '' } })
  expect(await call(world, employer, 'getPaymentBatch', { params: { batch_uuid } })).toMatchObject({
    progress: { joining: 0, declined: 1 },
  })
})

/** How large a batch is: the same among the cycles of its company, of which its home tells, as among its payments. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call, type Person } from '#db/seed/cast.ts'
import { newUuid } from '#server/kernel/ids.ts'
import {
  givenContractor,
  givenEmployer,
  givenOperator,
  testWorld,
  type World,
} from '#test/harness/world.ts'

let world: World
let employer: Person
let ana: Person

beforeAll(async () => {
  world = await testWorld('2026-03-02T10:00:00Z')
  const operator = await givenOperator(world)
  employer = await givenEmployer(world, operator)
  ana = await givenContractor(world, operator, 'ana@corridor.test')
  await call(world, employer, 'inviteContractor', { body: { email: ana.email, role: 'Courier' } })
  const [invitation] = await call(world, ana, 'listInvitations')
  await call(world, ana, 'acceptInvitation', { params: { id: invitation?.invitation_uuid ?? '' } })
})
afterAll(() => world?.close())

const submit = (...emails: string[]) =>
  call(world, employer, 'submitPaymentBatch', {
    params: { batch_uuid: newUuid() },
    body: {
      text: [
        'email,name,amount,currency,reference',
        ...emails.map((email, at) => `${email},Ana,10.00,USD,S-${at}`),
      ].join('\n'),
      ...{ mends: [], without: [], file_name: 'payouts.csv', pay_date: '2026-03-20', words: '' },
      leave_out_wrong: false,
    },
  })
const get = (batch_uuid: string) =>
  call(world, employer, 'getPaymentBatch', { params: { batch_uuid } })

it('is all of its rows, and how many of them wait for their person, whoever has joined', async () => {
  const sent = [
    { ...(await submit(ana.email, 'stranger@example.test')), contractors: 1 },
    { ...(await submit('nobody@example.test')), contractors: 0 },
  ]
  const cycles = await call(world, employer, 'listCycles', { query: { view: 'run', limit: 100 } })
  for (const { batch_uuid, rows, totals, contractors } of sent) {
    expect(await get(batch_uuid)).toMatchObject({ rows, totals, progress: { joining: 1 } })
    expect(cycles.items.find(({ cycle_uuid }) => cycle_uuid === batch_uuid)).toMatchObject({
      contractors,
      batch: { rows, totals, joining: 1 },
    })
  }
})

it('waits for nobody once it is cancelled', async () => {
  const { batch_uuid } = await submit(ana.email, 'late@example.test')
  await call(world, employer, 'cancelPaymentBatch', { params: { batch_uuid } })
  expect(await get(batch_uuid)).toMatchObject({ progress: { joining: 0, cancelled: 2 } })
})

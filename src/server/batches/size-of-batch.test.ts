/** How large a batch is: the same among the cycles of its company, of which its home tells, as among its payments. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call, type Person } from '#db/seed/cast.ts'
import { testWorld, type World } from '#test/harness/world.ts'
import { givenPayers, submitBatch } from './batches.test-data.ts'

let world: World
let employer: Person
let email: string

beforeAll(async () => {
  world = await testWorld('2026-03-02T10:00:00Z')
  const { employer: boss, paid } = await givenPayers(world, 'ana@corridor.test')
  employer = boss
  email = paid[0]?.email ?? ''
})
afterAll(() => world?.close())

const submit = (...emails: string[]) =>
  submitBatch(
    world,
    employer,
    [
      'email,name,amount,currency,reference',
      ...emails.map((address, at) => `${address},Ana,10.00,USD,S-${at}`),
    ].join('\n'),
  )
const get = (batch_uuid: string) =>
  call(world, employer, 'getPaymentBatch', { params: { batch_uuid } })

it('is all of its rows, and how many of them wait for their person, whoever has joined', async () => {
  const sent = [
    { ...(await submit(email, 'stranger@example.test')), contractors: 1 },
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
  const { batch_uuid } = await submit(email, 'late@example.test')
  await call(world, employer, 'cancelPaymentBatch', { params: { batch_uuid } })
  expect(await get(batch_uuid)).toMatchObject({ progress: { joining: 0, cancelled: 2 } })
})

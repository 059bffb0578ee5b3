/** Two people who are paid to one account are told of, also where a batch pays them and neither has a contract. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call, type Person } from '#db/seed/cast.ts'
import { adminOf } from '#test/harness/admin.ts'
import { staleReviews } from '#test/harness/reviews.ts'
import { givenContractor, testWorld, type World } from '#test/harness/world.ts'
import { givenPayers, join, submitBatch } from './batches.test-data.ts'

let world: World
let employer: Person
let ana: Person
let eve: Person

beforeAll(async () => {
  world = await testWorld('2026-03-02T10:00:00Z')
  const { operator, employer: boss } = await givenPayers(world)
  employer = boss
  ana = await givenContractor(world, operator, 'ana@corridor.test')
  eve = await givenContractor(world, operator, 'eve@corridor.test')
})
afterAll(() => world?.close())

/** Pays everything of somebody to one new account. */
async function payAllTo(person: Person, account_number: string): Promise<void> {
  const { destinations } = await call(world, person, 'putBankingInformation', {
    body: { account_name: 'A', currency: 'USD', account_number, swift_code: 'FBNINGLA' },
  })
  const identifier = destinations.at(-1)?.destination_uuid ?? ''
  await call(world, person, 'putSetupPercentages', { body: [{ identifier, percentage: 10_000 }] })
}

/** Sends a batch in that pays one person; answers its id. */
async function send({ email }: Person): Promise<string> {
  const text = `email,name,amount,currency,reference\n${email},A,125.50,USD,R-1`
  const { batch_uuid } = await submitBatch(world, employer, text)
  return batch_uuid
}

/** Of how many of a batch it is told. */
async function toldOf(batch: string): Promise<number> {
  const params = { policy_uuid: batch, cycle_uuid: batch }
  const { preview } = await call(world, employer, 'getCycle', { params, query: { limit: 50 } })
  return preview.unusual.filter(({ code }) => code === 'SHARED_ACCOUNT').length
}

it('is told of both, also of who was sent in alone before; of whom another company pays alone it is not', async () => {
  await join(world, employer, ana)
  await payAllTo(ana, '555000777')
  const first = await send(ana)
  expect(await toldOf(first)).toBe(0)
  await payAllTo(eve, '555000777')
  expect(await toldOf(first)).toBe(0)
  await join(world, employer, eve)
  const second = await send(eve)
  expect([await toldOf(first), await toldOf(second)]).toEqual([1, 1])
  const admin = await adminOf(world)
  expect(await staleReviews(world, admin)).toEqual([])
  await admin.close()
})

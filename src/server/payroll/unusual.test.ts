/** A cycle in which something of every kind is wrong with one person each names exactly these; one in which nothing is names nobody. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, engage, type Person } from '#db/seed/cast.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { offer, sign } from '#test/harness/offers.ts'
import { staleReviews } from '#test/harness/reviews.ts'
import {
  type CycleStage,
  givenApprovableCycle,
  givenContractor,
  givenDue,
  plainWorld,
  type World,
} from '#test/harness/world.ts'

let world: World
let admin: Admin
let stage: CycleStage
let next: CycleStage['id']

beforeAll(async () => {
  world = await plainWorld()
  admin = await adminOf(world)
  stage = await givenApprovableCycle(world, 9)
  const { payment_uuids } = await givenDue(world, stage)
  const body = { pay_date: '2026-03-20', payment_uuids }
  const { execution_uuid } = await call(world, stage.operator, 'bulkExecute', { body })
  await world.execute(execution_uuid ?? '')
  await call(world, stage.operator, 'bulkSettle', { body: { payment_uuids, reference: 'W' } })
  const { cycle_uuid } = await call(world, stage.employer, 'openCycle', {
    params: { policy_uuid: stage.id.policy_uuid },
    body: { end_date: '2026-03-29' },
  })
  next = { policy_uuid: stage.id.policy_uuid, cycle_uuid: cycle_uuid ?? '' }
})
afterAll(async () => {
  await admin.close()
  await world.close()
})

const look = () => call(world, stage.employer, 'getCycle', { params: next, query: { limit: 50 } })
const nth = (at: number): Person => stage.contractors[at] ?? stage.employer
/** What is unusual, by the contractor's place in the company and by its code. */
const found = async () => {
  const { items, preview } = await look()
  const subs = stage.contractors.map(({ sub }) => sub)
  const placeOf = new Map(
    items.map(item => [item.line_item_uuid, subs.indexOf(item.contractor_sub)] as const),
  )
  return preview.unusual
    .map(({ line_item_uuid, code }) => `${placeOf.get(line_item_uuid)} ${code}`)
    .toSorted()
}
const itemOf = async (at: number) => {
  const item = (await look()).items.find(({ contractor_sub }) => contractor_sub === nth(at).sub)
  return { ...next, line_item_uuid: item?.line_item_uuid ?? '' }
}
const edit = async (at: number, hours: number) =>
  call(world, stage.employer, 'editLineItem', { params: await itemOf(at), body: { hours } })
const bankOf = (account_number: string) => ({
  account_name: 'Amara Okafor',
  currency: 'USD',
  account_number,
  swift_code: 'FBNINGLA',
})
/** Pays everything of somebody to one new account. */
const payTo = async (at: number, account_number: string) => {
  const body = bankOf(account_number)
  const { destinations } = await call(world, nth(at), 'putBankingInformation', { body })
  const newest = destinations.at(-1)?.destination_uuid ?? ''
  const parts = [{ identifier: newest, percentage: 10_000 }]
  await call(world, nth(at), 'putSetupPercentages', { body: parts })
}

describe('a cycle in which nothing is unusual', () => {
  it('names nobody', async () => {
    const { preview, shows } = await look()
    expect(preview.items).toBe(9)
    expect([preview.unusual, preview.unusual_kinds, shows.unusual]).toEqual([[], [], 0])
  })
})

describe('a cycle in which something is wrong with one person each', () => {
  it('names exactly these', async () => {
    world.clock.set('2026-03-21T10:00:00Z')
    await edit(0, 8100)
    await edit(1, 4000)
    await payTo(2, '555000111')
    await payTo(3, '555000222')
    await payTo(4, '555000222')
    const { policy_uuid } = stage.id
    const terms = { effective_date: '2026-03-16', rate: 5000n, policy_uuid, role: 'Reviewer' }
    await sign(world, await offer(world, stage.employer, nth(5), terms))
    const stranger = await givenContractor(world, stage.operator, 'stranger@okafor.test')
    stage = { ...stage, contractors: [...stage.contractors, stranger] }
    await engage(world, stage.employer, stranger, engagement('Designer'))
    await world.byTheClock()
    await world.deliver()
    expect(await found()).toEqual([
      '0 AMOUNT_OFF_CONTRACT',
      '1 AMOUNT_FAR_FROM_LAST',
      '1 AMOUNT_OFF_CONTRACT',
      '2 DESTINATION_CHANGED',
      '3 DESTINATION_CHANGED',
      '3 SHARED_ACCOUNT',
      '4 DESTINATION_CHANGED',
      '4 SHARED_ACCOUNT',
      '5 DUPLICATE',
      '9 NEW_PAYEE',
    ])
    expect(await staleReviews(world, admin)).toEqual([])
  })

  it('says who shares an account with whom, also where the other is not in this pay', async () => {
    const said = async () =>
      (await look()).preview.unusual.flatMap(({ code, text }) =>
        code === 'SHARED_ACCOUNT' ? [text] : [],
      )
    expect(await said()).toEqual([
      'Amara Okafor amara4 is paid to an account that Amara Okafor amara5 is paid to as well.',
      'Amara Okafor amara5 is paid to an account that Amara Okafor amara4 is paid to as well.',
    ])
    await call(world, stage.employer, 'archiveLineItem', { params: await itemOf(4) })
    expect(await said()).toHaveLength(1)
    await payTo(4, '555000333')
    expect(await said()).toEqual([])
    expect(await staleReviews(world, admin)).toEqual([])
  })

  it('tells nobody of people of other companies', async () => {
    const other = await givenContractor(world, stage.operator, 'elsewhere@okafor.test')
    await call(world, other, 'putBankingInformation', { body: bankOf('555000111') })
    expect((await found()).filter(line => line.includes('SHARED'))).toEqual([])
    // Once they come to this company, both are told of, the one in the pay as well.
    const { destinations } = await call(world, other, 'getBanking')
    const body = destinations.map(({ destination_uuid }, n) => ({
      identifier: destination_uuid,
      percentage: n === 0 ? 5000 : n === destinations.length - 1 ? 5000 : 0,
    }))
    await call(world, other, 'putSetupPercentages', { body })
    expect((await found()).filter(line => line.includes('SHARED'))).toEqual([])
    await engage(world, stage.employer, other, engagement('Analyst', '2026-06-01'))
    expect((await found()).filter(line => line.includes('SHARED'))).toEqual(['2 SHARED_ACCOUNT'])
    expect(await staleReviews(world, admin)).toEqual([])
  })
})

function engagement(role: string, start_date = '2026-03-16') {
  return {
    role,
    hourly_rate: { currency: 'USD', minor: 4250n },
    hours: 80,
    policy_uuid: stage.id.policy_uuid,
    start_date,
    signer_title: 'Director',
  }
}

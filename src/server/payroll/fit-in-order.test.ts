/** What fits cycles anew waits where what holds a person's contracts and then a cycle goes on: neither is ended by the database for the other. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call, type Person } from '#db/seed/cast.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { offer, sign } from '#test/harness/offers.ts'
import {
  type CycleStage,
  givenApprovableCycle,
  testWorld,
  type World,
} from '#test/harness/world.ts'
import { holdPairOf } from '../contracts/index.ts'
import { lockCycle } from './cycle.store.ts'
import { fitCyclesOfContract } from './index.ts'

let world: World
let admin: Admin
let stage: CycleStage
beforeAll(async () => {
  world = await testWorld()
  admin = await adminOf(world)
  stage = await givenApprovableCycle(world)
})
afterAll(async () => {
  await admin?.close()
  await world?.close()
})

const deadlocks = () =>
  admin.rows('select deadlocks from pg_stat_database where datname = current_database()')
const somebodyWaits = async () => {
  const [{ n } = { n: 0 }] = await admin.rows<{ n: number }>(
    'select count(*)::int n from pg_locks where not granted',
  )
  return n > 0
}

it('a role that was signed late, while time of another one is reported', async () => {
  const contractor = stage.contractors[0] as Person
  const [own] = await call(world, contractor, 'listTimesheets')
  const terms = {
    role: 'Reviewer',
    rate: 6500n,
    effective_date: '2026-03-02',
    policy_uuid: stage.id.policy_uuid,
  }
  const offered = await offer(world, stage.employer, contractor, terms)
  await sign(world, offered)
  const before = await deadlocks()
  let fitted: Promise<void> | undefined
  let tries = 0
  await world.unit(async ctx => {
    tries += 1
    await holdPairOf(ctx, own?.contract_uuid ?? '')
    fitted ??= world.unit(of => fitCyclesOfContract(of, { contract_uuid: offered.id }))
    await expect.poll(somebodyWaits, { timeout: 60_000 }).toBe(true)
    await lockCycle(ctx.tx, stage.id.policy_uuid, stage.id.cycle_uuid)
  })
  await fitted
  expect(await deadlocks()).toEqual(before)
  expect(tries).toBe(1)
  const { items } = await call(world, stage.employer, 'getCycle', {
    params: stage.id,
    query: { limit: 9 },
  })
  expect(items.map(({ role }) => role).sort()).toEqual(['Data engineer', 'Reviewer'])
})

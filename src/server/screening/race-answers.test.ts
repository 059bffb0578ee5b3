/** What is said of two matches of one person at the same moment, by two operators: whoever comes second sees what the first said. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { actorOf, type Person } from '#db/seed/cast.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { givenOperator } from '#test/harness/people.ts'
import { waiting } from '#test/harness/races.ts'
import { givenDuePayments, plainWorld, type World } from '#test/harness/world.ts'
import { unitOfWork } from '../kernel/unit-of-work.ts'
import { decideHit } from './decide-hit.ts'
import { decide, importFtm, invented, screenAll, waitingHits } from './lists.test-data.ts'

let world: World
let admin: Admin
let operator: Person
let second: Person
beforeEach(async () => {
  world = await plainWorld()
  admin = await adminOf(world)
  operator = (await givenDuePayments(world)).operator
  second = await givenOperator(world, 'second@corridor.test')
  await importFtm(
    world,
    ['inv-1', 'inv-2'].map(id => invented({ id, name: 'Amara1 Okafor', country: ['ng'] })).join(''),
  )
  await screenAll(world)
})
afterEach(async () => {
  await admin.close()
  await world.close()
})

const holds = () => admin.rows('select party from compliance_hold')

/** What the first operator says is kept once what `meanwhile` begins has ended, or waits for it. */
async function saysBeside(
  hit: { readonly hit_uuid: string; readonly version: number },
  meanwhile: () => Promise<unknown>,
): Promise<void> {
  const from = { request_id: 'first', address: 'server' }
  let other: Promise<unknown> = Promise.resolve()
  await unitOfWork(world.kernel, await actorOf(world, operator), from, async ctx => {
    await decideHit(ctx, hit.hit_uuid, { action: 'clear', version: hit.version, words: 'Another.' })
    other = meanwhile()
    await waiting(admin, 1, other)
  })
  await other
}

it('lets go of payments when both matches are said to be somebody else', async () => {
  const [one, other] = await waitingHits(world, operator)
  if (!one || !other) throw new Error('two are found')
  expect(await holds()).toHaveLength(1)
  await saysBeside(one, () => decide(world, second, other, 'clear'))
  expect(await waitingHits(world, operator)).toEqual([])
  expect(await holds()).toEqual([])
  expect(await world.broken()).toEqual([])
})

it('goes on holding payments when one is said to be somebody else, and the other the same', async () => {
  const [one, other] = await waitingHits(world, operator)
  if (!one || !other) throw new Error('two are found')
  await saysBeside(one, () => decide(world, second, other, 'claim'))
  expect(await holds()).toHaveLength(1)
  expect(await world.broken()).toEqual([])
})

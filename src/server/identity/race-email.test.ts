/** A change of an e-mail beside another one of the same person, begun at the same moment in two tabs. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { actorOf, type Person } from '#db/seed/cast.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { type EmbeddedProvider, embeddedProvider } from '#test/harness/embedded-provider.ts'
import { waiting } from '#test/harness/races.ts'
import { givenContractor, givenOperator, plainWorld, type World } from '#test/harness/world.ts'
import { type Ctx, unitOfWork } from '../kernel/unit-of-work.ts'
import { changeEmail } from './change-email.ts'

let world: World
let admin: Admin
let embedded: EmbeddedProvider
let who: Person
beforeAll(async () => {
  world = await plainWorld()
  admin = await adminOf(world)
  embedded = await embeddedProvider()
  who = await givenContractor(world, await givenOperator(world), 'amara@okafor.test')
})
afterAll(async () => {
  await embedded?.close()
  await admin.close()
  await world.close()
})

it('leaves one that waits: the one that was asked for last', async () => {
  const from = { request_id: 'tabs', address: 'server' }
  const actor = await actorOf(world, who)
  const ask = (to: string, then: (ctx: Ctx) => Promise<void> = async () => {}) =>
    unitOfWork(world.kernel, actor, from, async ctx => {
      await changeEmail(ctx, embedded.provider, to)
      await then(ctx)
    })
  let other = Promise.resolve()
  await ask('first@okafor.test', async () => {
    other = ask('second@okafor.test')
    await waiting(admin, 1, other)
  })
  await other
  expect(
    await admin.rows('select new_email from email_change where ended_at is null order by 1'),
  ).toEqual([{ new_email: 'second@okafor.test' }])
})

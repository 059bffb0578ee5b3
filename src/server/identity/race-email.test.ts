/** A change of an e-mail beside another one of the same person, begun at the same moment in two tabs. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { actorOf, type Person } from '#db/seed/cast.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { type EmbeddedProvider, embeddedProvider } from '#test/harness/embedded-provider.ts'
import { holding, outcome, waiting } from '#test/harness/races.ts'
import { givenContractor, givenOperator, plainWorld, type World } from '#test/harness/world.ts'
import { type Actor, SYSTEM_ACTOR } from '../kernel/actor.ts'
import { type Ctx, unitOfWork } from '../kernel/unit-of-work.ts'
import { changeEmail, confirmEmailChange } from './change-email.ts'

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

const from = { request_id: 'tabs', address: 'server' }

/** Somebody who asked for another address, which one of both confirmed; with the link of the other. */
async function halfMoved(name: string) {
  const who = await givenContractor(world, await givenOperator(world), `old@${name}.test`)
  const actor = await actorOf(world, who)
  const links: string[] = []
  await unitOfWork(world.kernel, actor, from, ctx => {
    const announce: Ctx['announce'] = (_type, payload) => {
      if ('secret' in payload) links.push(String(payload.secret))
    }
    return changeEmail({ ...ctx, announce }, embedded.provider, `new@${name}.test`)
  })
  const [old_link = '', link = ''] = links
  await unitOfWork(world.kernel, SYSTEM_ACTOR, from, ctx =>
    confirmEmailChange(ctx, embedded.provider, old_link),
  )
  return { sub: who.sub, actor, link }
}

it('begins at no address that the account had until a moment ago', async () => {
  const { sub, actor, link } = await halfMoved('moving')
  const moves = { ...embedded.provider, changeEmail: async () => true, endSessions: async () => [] }
  let asked = Promise.resolve('')
  await unitOfWork(world.kernel, SYSTEM_ACTOR, from, async ctx => {
    await confirmEmailChange(ctx, moves, link)
    asked = outcome(
      unitOfWork(world.kernel, actor, from, late =>
        changeEmail(late, embedded.provider, 'third@moving.test'),
      ),
    )
    await waiting(admin, 1, asked)
  })
  expect(await asked).toBe('CONFLICT')
  const open = await admin.rows('select from email_change where sub = $1 and ended_at is null', [
    sub,
  ])
  expect(open).toEqual([])
})

it('waits for a confirmation of the one before as that waits for it: in one order', async () => {
  const { sub, actor, link } = await halfMoved('meeting')
  const end = await holding(world, `select from person where sub = '${sub}' for no key update`)
  let runs = 0
  const run = (who: Actor, work: (ctx: Ctx) => Promise<unknown>) =>
    outcome(
      unitOfWork(world.kernel, who, from, ctx => {
        runs += 1
        return work(ctx)
      }),
    )
  const asked = run(actor, ctx => changeEmail(ctx, embedded.provider, 'third@meeting.test'))
  await waiting(admin, 1, asked)
  const confirmed = run(SYSTEM_ACTOR, ctx => confirmEmailChange(ctx, embedded.provider, link))
  await waiting(admin, 2, confirmed)
  await end()
  expect([await asked, await confirmed]).toEqual(['done', 'LINK_NOT_VALID'])
  // Neither was run again after a deadlock.
  expect(runs).toBe(2)
})

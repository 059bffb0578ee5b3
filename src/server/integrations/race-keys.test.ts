/** A key for a machine, or a webhook, that somebody makes while they are taken out of the team, or given less to do there: none that stays behind. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { actorOf, call, callAs, inviteToTeam, joinTeam, type Person } from '#db/seed/cast.ts'
import { outcome } from '#test/harness/races.ts'
import { givenEmployer, givenOperator, plainWorld, type World } from '#test/harness/world.ts'
import type { Actor } from '../kernel/actor.ts'

let world: World
let owner: Person
beforeAll(async () => {
  world = await plainWorld()
  owner = await givenEmployer(world, await givenOperator(world))
})
afterAll(async () => {
  await world.close()
})

/** An admin of the company, as they were when their request came. */
async function adminAtWork(email: string): Promise<Actor> {
  const token = await inviteToTeam(world, owner, { email, role: 'admin' })
  const names = { email, first_name: 'Priya', last_name: 'Raman' }
  return actorOf(
    world,
    await joinTeam(world, token, { ...names, password: 'Blue-kettle-9th-shelf' }),
  )
}
const make = (actor: Actor) =>
  callAs(world, actor, 'makeApiKey', {
    body: { name: 'Books', scopes: ['reports:read'], sandbox: false, days: 30, addresses: [] },
  })
const keys = async () => (await call(world, owner, 'listApiKeys')).keys

it('is refused who was removed, or is a viewer by now, although their request was under way', async () => {
  const [gone, less] = [
    await adminAtWork('gone@northwind.test'),
    await adminAtWork('less@northwind.test'),
  ]
  const { key } = await make(less)
  await call(world, owner, 'removeMember', { params: { sub: gone.sub } })
  const params = { sub: less.sub }
  await call(world, owner, 'changeMemberRole', { params, body: { role: 'viewer' } })
  expect(await outcome(make(gone))).toBe('FORBIDDEN')
  expect(await outcome(make(less))).toBe('FORBIDDEN')
  const replace = { params: { id: key.key_uuid } }
  expect(await outcome(callAs(world, less, 'replaceApiKey', replace))).toBe('FORBIDDEN')
  expect(await keys()).toHaveLength(1)
  const hook = { url: 'http://127.0.0.1:9/hook', sandbox: false, events: ['*'] }
  expect(await outcome(callAs(world, gone, 'makeWebhook', { body: hook }))).toBe('FORBIDDEN')
  const { webhook } = await call(world, owner, 'makeWebhook', { body: hook })
  const secret = { params: { id: webhook.webhook_uuid } }
  expect(await outcome(callAs(world, less, 'replaceWebhookSecret', secret))).toBe('FORBIDDEN')
})

/** A company that has not said its name: whom it would invite could not know who invites, and no page would take the answer. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { acceptTerms, actorOf, call, type Person } from '#db/seed/cast.ts'
import { requireGates } from '#server/identity/index.ts'
import { person, plainWorld, type World } from '#test/harness/world.ts'
import { entries, type HttpWorld, httpWorld } from './http-world.ts'

let world: World
let http: HttpWorld
let boss: Person
beforeAll(async () => {
  world = await plainWorld()
  http = await httpWorld(world)
  boss = person('ana@gmail.com')
  await call(world, boss, 'signUp', {
    body: {
      type: 'employer',
      first_name: 'Ana',
      last_name: 'Sousa',
      preferred_name: 'Ana',
      country_code: 'CA',
      subdivision_code: 'CA-ON',
      phone_number: '+14165550142',
      is_partner: false,
      how_did_you_hear_about_us: 'Referral',
    },
  })
  await acceptTerms(world, boss)
})
afterAll(async () => {
  await http?.close()
  await world?.close()
})

const email = 'chloe@tremblay.test'
const asks = {
  inviteContractor: { body: { email, role: 'Designer' } },
  inviteMany: { body: { invitations: [{ email, role: 'Designer' }] } },
  previewInvitations: { body: { text: `${email}, Designer` } },
  resendInvitation: { params: { contractor_email: email } },
} as const
async function ask(name: string) {
  const entry = entries.find(([of]) => of === name)?.[1]
  if (!entry) throw new Error(`no call ${name}`)
  const token = await http.tokenOf(boss)
  return http.ask(entry, { token, ...asks[name as keyof typeof asks] })
}

it('invites nobody on any path, is told what comes first and where, and can once it has a name', async () => {
  for (const name of Object.keys(asks)) {
    const { status, body } = await ask(name)
    expect([name, status, body]).toMatchObject([
      name,
      403,
      {
        code: 'ONBOARDING_INCOMPLETE',
        detail: expect.stringContaining('what your company is called'),
      },
    ])
  }
  const { held_calls } = await call(world, boss, 'getMe')
  for (const name of Object.keys(asks))
    expect(held_calls).toContainEqual(
      expect.objectContaining({ name, link: '/employer/onboarding' }),
    )
  // One of before there was this rule: it waits, and its page is there.
  const old = await call(world, boss, 'inviteContractor', {
    body: { email: 'old@x.test', role: 'Designer' },
  })
  const actor = await actorOf(world, boss)
  const key = { ...actor, sub: 'key:1', key: { key_uuid: '1', scopes: [], sandbox: false } }
  const gate = () => world.unit(ctx => requireGates(ctx, ['company_named']), key)
  await expect(gate()).rejects.toMatchObject({ code: 'ONBOARDING_INCOMPLETE' })
  expect((await ask('resendInvitation')).status).toBe(403)
  await call(world, boss, 'putEmployerName', {
    body: { corporation_name: 'Atelier Sousa', business_name: '' },
  })
  await gate()
  expect((await ask('inviteContractor')).status).toBe(200)
  const known = (await call(world, boss, 'getMe')).held_calls.map(({ name }) => name)
  for (const name of Object.keys(asks)) expect(known).not.toContain(name)
  expect((old as { status: string }).status).toBe('INVITED')
})

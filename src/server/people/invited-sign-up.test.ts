/** What an account is told before its details of the invitation that waits for its address, and as what it was begun. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import {
  detailsOf,
  type LiveCorridor,
  liveCorridor,
  PASSWORD,
} from '#test/harness/live-corridor.ts'
import { getMe } from '../identity/me.ts'
import { signUp } from '../identity/sign-up.ts'
import { type Actor, ANONYMOUS } from '../kernel/actor.ts'
import { type SmallWorld, smallWorld } from './small-world.test-data.ts'

describe('who was invited', () => {
  let world: SmallWorld
  let employer: Actor
  beforeAll(async () => {
    world = await smallWorld()
    employer = await world.employer('dana@northwind.test', 'Dana Whitfield')
  })
  afterAll(() => world?.end())

  const account = (email: string, more: Partial<Actor> = {}): Actor => ({
    ...ANONYMOUS,
    sub: `sub-${email}`,
    email,
    email_verified: true,
    ...more,
  })
  const told = async (actor: Actor) => (await world.unit(actor, getMe)).sign_up
  const invite = (email: string) =>
    world.call('inviteContractor', employer, {
      body: { email, role: 'Designer', country_code: 'CA' },
    })
  const invited = { role: 'contractor', invited_by: 'Company of Dana Whitfield' }

  it('is to be a contractor, whatever the account was begun as', async () => {
    await invite('ana@example.test')
    expect(await told(account('ana@example.test'))).toEqual(invited)
    expect(await told(account('Ana@Example.test', { sign_up_role: 'employer' }))).toEqual(invited)
  })

  it('hears of it once the address is proven, and nobody else does', async () => {
    await invite('ben@example.test')
    const nothing = { role: null, invited_by: null }
    expect(await told(account('ben@example.test', { email_verified: false }))).toEqual(nothing)
    expect(await told(account('eve@example.test'))).toEqual(nothing)
    expect(await told(account('eve@example.test', { sign_up_role: 'partner' }))).toEqual({
      role: 'partner',
      invited_by: null,
    })
  })

  it('becomes a business only where that is said, by whatever provider they came', async () => {
    await invite('fay@example.test')
    const fay = account('fay@example.test', { sign_up_role: 'employer' })
    const details = api.signUp.body.parse(detailsOf('employer'))
    const sends = (body: typeof details) => world.unit(fay, ctx => signUp(ctx, body))
    await expect(sends(details)).rejects.toMatchObject({
      code: 'VALIDATION',
      fields: [{ loc: ['body', 'type'], params: { name: 'Company of Dana Whitfield' } }],
    })
    expect(await told(fay)).toEqual(invited)
    await sends({ ...details, as_business: true })
    // Sent again without it, it is the same person.
    await world.unit({ ...fay, known: true }, ctx => signUp(ctx, details))
  })

  it('hears of no invitation that is over, and of none once the details are given', async () => {
    const row = await invite('cleo@example.test')
    const start = world.clock.now()
    world.clock.set(new Date(start.getTime() + 30 * 86_400_000).toISOString())
    expect(await told(account('cleo@example.test'))).toEqual({ role: null, invited_by: null })
    world.clock.set(start.toISOString())
    const cleo = await world.contractor('cleo@example.test', 'Cleo Laine')
    expect(await told(cleo)).toBeNull()
    await world.call('rejectInvitation', cleo, { params: { id: row.invitation_uuid } })
    expect(await told(account('cleo@example.test', { sub: 'another' }))).toEqual({
      role: null,
      invited_by: null,
    })
  })
})

describe('as what an account was begun', () => {
  let corridor: LiveCorridor
  beforeAll(async () => {
    corridor = await liveCorridor()
  })
  afterAll(() => corridor?.close())

  const begin = async (email: string, role: unknown, more = {}) => {
    const body = { email, password: PASSWORD, name: email, role, ...more }
    expect((await corridor.visitor().ask('POST', '/sign-up/email', body)).status).toBe(200)
    const elsewhere = corridor.visitor()
    await elsewhere.ask('POST', '/sign-in/email', { email, password: PASSWORD })
    return elsewhere
  }
  const signUpOf = (answer: { body: unknown }) => (answer.body as { sign_up: unknown }).sign_up

  it.each(['employer', 'contractor', 'partner'])('%s, is known on another device', async role => {
    const elsewhere = await begin(`${role}@visitors.test`, role)
    const me = await elsewhere.api('GET', '/user/me')
    expect(signUpOf(me)).toEqual({ role, invited_by: null })
    const type = role === 'contractor' ? 'contractor' : 'employer'
    expect(signUpOf(await elsewhere.api('POST', '/user/signup', detailsOf(type)))).toBeNull()
  })

  it('is nothing where nothing was said, or nothing that there is', async () => {
    const none = { role: null, invited_by: null }
    for (const [n, role] of [undefined, 'operator', '', 7, ['partner']].entries()) {
      const elsewhere = await begin(`none${n}@visitors.test`, role, { signUpRole: 'partner' })
      expect(signUpOf(await elsewhere.api('GET', '/user/me'))).toEqual(none)
    }
  })
})

/** What an account is told before its details of the invitation that waits for its address, and as what it was begun. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
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

describe('over HTTP', () => {
  let corridor: LiveCorridor
  let admin: Admin
  beforeAll(async () => {
    corridor = await liveCorridor()
    admin = await adminOf(corridor)
  })
  afterAll(async () => {
    await admin?.close()
    await corridor?.close()
  })

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

  const signsUp = async (email: string, invitation?: unknown) => {
    const body = { email, password: PASSWORD, name: email, role: 'contractor', invitation }
    return (await corridor.visitor().ask('POST', '/sign-up/email', body)).status
  }
  const tokenOf = async (email: string) =>
    /invitation=([\w-]+)/.exec((await corridor.mail(email, 'invitation=')).body)?.[1] ?? ''
  const offices = ['first', 'second'].map(name =>
    Array.from({ length: 18 }, (_, n) => `${name}${n}@office.test`),
  )
  const office = offices.flat()

  it('an office that was invited gets in from one network, whatever strangers in it do, and they get no further by it', async () => {
    for (const [n, emails] of offices.entries()) {
      const owner = await corridor.signedUp(`owner@office${n}.test`, 'employer')
      for (const id of ['terms-of-service', 'data-privacy-policy'])
        expect((await owner.api('PUT', `/user/agreement/${id}`, {})).status).toBe(200)
      const names = { corporation_name: `Office ${n} Ltd`, business_name: `Office ${n}` }
      const named = await owner.api('PUT', '/employer/name', names)
      expect([named.status, named.text]).toEqual([200, named.text])
      for (const email of emails) {
        const invite = { email, role: 'Designer', country_code: 'CA' }
        expect((await owner.api('POST', '/employer/contractors', invite)).status).toBe(200)
      }
    }
    const tokens = await Promise.all(office.map(tokenOf))
    const [first = '', second = ''] = tokens
    await admin.rows('delete from rate_limit')
    // A stranger uses up what the network has, and comes no further by a link to somebody else, nor by one that never was.
    const strange = Array.from({ length: 31 }, (_, n) => signsUp(`stranger${n}@elsewhere.test`))
    expect((await Promise.all(strange)).filter(status => status === 429)).toEqual([429])
    for (const token of [undefined, null, 7, '', 'x'.repeat(43), first, [first], { token: first }])
      expect([token, await signsUp('stranger@elsewhere.test', token)]).toEqual([token, 429])
    expect(await signsUp(office[1] ?? '', first)).toBe(429)
    const entered = await Promise.all(office.map((email, n) => signsUp(email, tokens[n])))
    expect(entered).toEqual(Array(office.length).fill(200))
    // Each has some tries more, as written in other letters, and no more than that.
    const again: number[] = []
    for (let n = 0; n < 6; n++) again.push(await signsUp(' First0@Office.TEST', first))
    expect(again).toEqual([200, 200, 200, 200, 429, 429])
    // Links that ended are worth nothing more.
    await admin.rows(`update invitation set removed_at = now() where email = 'first1@office.test'`)
    expect(await signsUp('first1@office.test', second)).toBe(429)
  })
})

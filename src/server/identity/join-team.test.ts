/** Joining teams, against PostgreSQL and the embedded provider. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  actorOf,
  call,
  callAs,
  inviteOperator,
  inviteToTeam,
  type Person,
  type Stage,
} from '#db/seed/cast.ts'
import type { MemberRole } from '#domain/identity/team.ts'
import { testLogins } from '#test/harness/test-server.ts'
import {
  givenContractor,
  givenEmployer,
  givenOperator,
  person,
  plainWorld,
  type World,
} from '#test/harness/world.ts'
import { startBetterAuth } from '../gateways/identity-provider/embedded/better-auth.ts'
import { type IdentityProvider, UNHEARD } from '../gateways/identity-provider/identity-provider.ts'
import { createHandlers } from '../handlers.ts'
import { ANONYMOUS } from '../kernel/actor.ts'
import { outcome, outcomes, PASSWORD, resent } from './team.test-data.ts'

let world: World
let provider: IdentityProvider & { close(): Promise<void> }
let stage: Stage
let operator: Person
let owner: Person
let rival: Person
let contractor: Person

beforeAll(async () => {
  world = await plainWorld()
  provider = await startBetterAuth({
    databaseUrl: testLogins(world.databaseUrl).services,
    secret: 'x'.repeat(40),
    publicUrl: 'http://localhost:3000',
    trustedOrigins: [],
    ...UNHEARD,
  })
  stage = { kernel: world.kernel, handlers: createHandlers(world.config, world.kernel, provider) }
  operator = await givenOperator(world)
  owner = await givenEmployer(world, operator)
  rival = await givenEmployer(world, operator, 'boss@rival.test')
  contractor = await givenContractor(world, operator, 'amara@okafor.test')
})
afterAll(async () => {
  await provider?.close()
  await world?.close()
})

const invite = (email: string, role: MemberRole = 'viewer', inviter: Person = owner) =>
  inviteToTeam(stage, inviter, { email, role })
const names = {
  first_name: 'Priya',
  last_name: 'Raman',
  preferred_name: 'Priya',
  phone_number: '+14165550150',
}
const join = (token: string, password = PASSWORD, on = stage) =>
  callAs(on, ANONYMOUS, 'joinTeam', { body: { token, password, ...names } })
const read = (token: string) =>
  callAs(stage, ANONYMOUS, 'findTeamInvitation', { params: { token } })
const accept = (who: Person, token: string, given = {}) =>
  call(stage, who, 'acceptTeamInvitation', { body: { token, ...given } })
const teamOf = async (who: Person = owner) => (await call(stage, who, 'listMembers')).members
const rolesOf = async (who: Person = owner) =>
  Object.fromEntries((await teamOf(who)).map(({ email, role }) => [email, role]))
const waiting = async (email: string) =>
  (await call(stage, owner, 'listMembers')).invitations.find(one => one.email === email)

describe('an invitation', () => {
  it('says what it is about, makes account, person and membership, and works once', async () => {
    const email = 'priya@northwind.test'
    const token = await invite(email, 'approver')
    expect(await read(token)).toMatchObject({
      kind: 'employer',
      organisation: 'Company of boss',
      inviter_name: 'Ingrid Solberg',
      email,
      role: 'approver',
      has_account: false,
    })
    expect(await join(token)).toEqual({ email })
    const me = (await teamOf()).find(one => one.email === email)
    expect(me).toMatchObject({
      first_name: 'Priya',
      role: 'approver',
      has_authorization_to_act_for_employer: true,
      is_me: false,
    })
    const { sub } = await provider.createVerifiedAccount({ email, password: 'x', name: 'x' })
    expect(me?.sub).toBe(sub)
    expect(await call(stage, { sub, email }, 'getMe')).toMatchObject({
      type: 'employer',
      member_role: 'approver',
      basic_info_completed: true,
      organisation: { name: 'Company of boss' },
      onboarding: { next: 'terms_of_service' },
    })
    expect(await outcomes([join(token), read(token)])).toEqual(['LINK_USED', 'LINK_USED'])
    expect(await waiting(email)).toBeUndefined()
  })

  it('sent twice at once makes one of everything', async () => {
    const email = 'twice@northwind.test'
    const invited = outcomes([invite(email), invite(email)])
    expect(await invited).toEqual(['ALREADY_INVITED', 'ok'])
    const again = await waiting(email)
    world.clock.set('2026-03-02T10:02:00Z')
    const token = await resent(stage, owner, again?.invitation_uuid ?? '')
    expect(await outcomes([join(token), join(token), join(token)])).toEqual([
      'LINK_USED',
      'LINK_USED',
      'ok',
    ])
    expect((await teamOf()).filter(one => one.email === email)).toHaveLength(1)
  })

  it('is sent again after a minute, and the link before stops working', async () => {
    const email = 'again@northwind.test'
    const first = await invite(email)
    const { invitation_uuid = '' } = (await waiting(email)) ?? {}
    expect(await outcome(resent(stage, owner, invitation_uuid))).toBe('INVITATION_TOO_SOON')
    world.clock.set('2026-03-02T10:05:00Z')
    const second = await resent(stage, owner, invitation_uuid)
    expect(await outcomes([read(first), join(first)])).toEqual(['LINK_NOT_VALID', 'LINK_NOT_VALID'])
    expect(await outcome(join(second))).toBe('ok')
  })

  it('ends after 30 days, and stays in the list to be sent again', async () => {
    const email = 'late@northwind.test'
    const token = await invite(email)
    world.clock.set('2026-04-01T10:04:59Z')
    expect((await read(token)).email).toBe(email)
    world.clock.set('2026-04-01T10:05:00Z')
    expect(await outcomes([read(token), join(token)])).toEqual(['LINK_EXPIRED', 'LINK_EXPIRED'])
    expect(await waiting(email)).toMatchObject({
      expired: true,
      allowed_actions: ['resend', 'withdraw'],
    })
  })

  it('is withdrawn, and the address can be invited again', async () => {
    const email = 'gone@northwind.test'
    const token = await invite(email)
    const id = (await waiting(email))?.invitation_uuid ?? ''
    await call(stage, owner, 'withdrawMemberInvitation', { params: { id } })
    expect(await outcomes([read(token), join(token)])).toEqual(['LINK_NOT_VALID', 'LINK_NOT_VALID'])
    expect(await outcome(call(stage, owner, 'withdrawMemberInvitation', { params: { id } }))).toBe(
      'NOT_FOUND',
    )
    expect(await outcome(invite(email))).toBe('ok')
  })

  it('is not for who is in the team', async () => {
    expect(await outcome(invite(owner.email))).toBe('ALREADY_MEMBER')
  })

  it('with a weak or a leaked password makes nothing', async () => {
    const token = await invite('weak@northwind.test')
    expect(await outcome(join(token, 'short'))).toBe('VALIDATION')
    expect(await outcome(join(token, 'Password123!'))).toBe('VALIDATION')
    expect(await outcome(join(token))).toBe('ok')
  })

  it("asks an employer's person for a phone number, and an operator for none", async () => {
    const { phone_number: _phone, ...rest } = names
    const body = { password: PASSWORD, ...rest }
    const member = await invite('phone@northwind.test')
    const missing = callAs(stage, ANONYMOUS, 'joinTeam', { body: { token: member, ...body } })
    await expect(missing).rejects.toMatchObject({ fields: [{ loc: ['body', 'phone_number'] }] })
    const email = 'tess@corridor.test'
    const confirmer = await givenOperator(world, 'samuel@corridor.test')
    const admins = { inviter: operator, confirmer }
    const token = await inviteOperator(stage, admins, { email, role: 'verifier' })
    expect(await callAs(stage, ANONYMOUS, 'joinTeam', { body: { token, ...body } })).toEqual({
      email,
    })
  })

  it('that was cut off after the account was made is completed by the same call', async () => {
    const email = 'cut@northwind.test'
    const token = await invite(email)
    const cutOff = createHandlers(world.config, world.kernel, {
      ...provider,
      createVerifiedAccount: async account => {
        await provider.createVerifiedAccount(account)
        throw new Error('the process ended here')
      },
    })
    await expect(join(token, PASSWORD, { ...stage, handlers: cutOff })).rejects.toThrow('ended')
    expect(await read(token)).toMatchObject({ email, has_account: false })
    expect(await outcome(join(token))).toBe('ok')
    expect((await teamOf()).filter(one => one.email === email)).toHaveLength(1)
  })
})

describe('who has an account', () => {
  const email = 'known@northwind.test'
  let known: Person

  beforeAll(async () => {
    const account = { email, password: PASSWORD, name: 'Known' }
    known = { sub: (await provider.createVerifiedAccount(account)).sub, email }
  })

  it('accepts with the invited address alone, and says who they are where nobody knows', async () => {
    const token = await invite(known.email, 'admin')
    expect(await outcome(accept(person('other@northwind.test'), token, names))).toBe('FORBIDDEN')
    const unproven = { ...(await actorOf(stage, known)), email_verified: false }
    const body = { token, ...names }
    expect(await outcome(callAs(stage, unproven, 'acceptTeamInvitation', { body }))).toBe(
      'EMAIL_NOT_VERIFIED',
    )
    expect(await outcome(accept(known, token))).toBe('VALIDATION')
    expect(await outcomes([accept(known, token, names), accept(known, token, names)])).toEqual([
      'ok',
      'ok',
    ])
    expect((await rolesOf())[known.email]).toBe('admin')
    // The link is used: nobody else joins with it.
    expect(await outcome(accept(person('other@northwind.test'), token, names))).toBe('LINK_USED')
  })

  it('is told to log in, and that one account acts for one employer or is none', async () => {
    const elsewhere = await invite(known.email, 'owner', rival)
    expect(await read(elsewhere)).toMatchObject({ has_account: true })
    expect(await outcome(join(elsewhere))).toBe('CONFLICT')
    expect(await outcome(accept(known, elsewhere))).toBe('ALREADY_MEMBER')
    expect(await outcome(accept(contractor, await invite(contractor.email)))).toBe('CONFLICT')
    expect(await outcome(accept(operator, await invite(operator.email)))).toBe('CONFLICT')
    expect(await rolesOf(rival)).toEqual({ [rival.email]: 'owner' })
  })

  it('joins another employer once they left the first', async () => {
    const token = await invite(known.email, 'viewer').catch(() => '')
    expect(token).toBe('')
    await call(stage, known, 'leaveEmployer')
    expect(await call(stage, known, 'getMe')).toMatchObject({
      member_role: null,
      organisation: null,
      allowed_calls: [],
      has_authorization_to_act_for_employer: false,
    })
    expect(await outcome(call(stage, known, 'listMembers'))).toBe('FORBIDDEN')
    const email = known.email
    world.clock.set('2026-04-01T10:20:00Z')
    const { invitations } = await call(stage, rival, 'listMembers')
    const id = invitations.find(one => one.email === email)?.invitation_uuid ?? ''
    await accept(known, await resent(stage, rival, id))
    expect(await rolesOf(rival)).toEqual({ [rival.email]: 'owner', [email]: 'owner' })
  })
})

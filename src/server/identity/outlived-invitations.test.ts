/** Invitations into a team whose inviter runs it no more: they let nobody in, whenever the inviter went. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  actorOf,
  call,
  callAs,
  inviteOperator,
  inviteToTeam,
  joinTeam,
  type Person,
} from '#db/seed/cast.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { ROUNDS, waiting } from '#test/harness/races.ts'
import { givenEmployer, givenOperator, plainWorld, type World } from '#test/harness/world.ts'
import { ANONYMOUS } from '../kernel/actor.ts'
import { unitOfWork } from '../kernel/unit-of-work.ts'
import { removeMember } from './change-teammate.ts'
import { added, newcomer, outcome, outcomes, resent } from './team.test-data.ts'

let world: World
let admin: Admin
let operator: Person
let owner: Person
let n = 0
beforeAll(async () => {
  world = await plainWorld()
  admin = await adminOf(world)
  operator = await givenOperator(world)
  owner = await givenEmployer(world, operator)
})
afterAll(async () => {
  await admin.close()
  await world.close()
})

const later = () => world.clock.set(new Date(world.clock.now().getTime() + 120_000).toISOString())
const fresh = (at: string) => `p${++n}@${at}.test`
const read = (token: string) =>
  callAs(world, ANONYMOUS, 'findTeamInvitation', { params: { token } })
const remove = (who: Person) => call(world, owner, 'removeMember', { params: { sub: who.sub } })
const invite = (inviter: Person, email: string) =>
  inviteToTeam(world, inviter, { email, role: 'owner' })
const listed = async (email: string) =>
  (await call(world, owner, 'listMembers')).invitations.find(one => one.email === email)

describe('into a company’s team', () => {
  it.each([
    ['was removed', (who: Person) => remove(who)],
    ['left', (who: Person) => call(world, who, 'leaveEmployer')],
    [
      'is an admin by now',
      ({ sub }: Person) =>
        call(world, owner, 'changeMemberRole', { params: { sub }, body: { role: 'admin' } }),
    ],
  ])('of an owner who %s: until an owner sends it again, as theirs', async (_how, go) => {
    const guest = fresh('guest')
    const other = await added(world, owner, fresh('company'), 'owner')
    const token = await invite(other, guest)
    expect(await listed(guest)).toMatchObject({ waits: null })
    await go(other)
    expect(await outcomes([read(token), joinTeam(world, token, newcomer(guest))])).toEqual([
      'LINK_NOT_VALID',
      'LINK_NOT_VALID',
    ])
    const dead = await listed(guest)
    expect(dead).toMatchObject({
      allowed_actions: ['resend', 'withdraw'],
      waits: expect.stringContaining('no owner any more'),
    })
    later()
    const again = await resent(world, owner, dead?.invitation_uuid ?? '')
    expect(await listed(guest)).toMatchObject({ inviter_name: 'Ingrid Solberg', waits: null })
    expect(await read(again)).toMatchObject({ inviter_name: 'Ingrid Solberg' })
    await joinTeam(world, again, newcomer(guest))
  })

  it('lets nobody in who opens it while the owner is being removed', async () => {
    const guest = fresh('guest')
    const other = await added(world, owner, fresh('company'), 'owner')
    const token = await invite(other, guest)
    let joined = Promise.resolve<string | undefined>(undefined)
    const from = { request_id: 'removes', address: 'server' }
    await unitOfWork(world.kernel, await actorOf(world, owner), from, async ctx => {
      await removeMember(ctx, other.sub)
      joined = outcome(joinTeam(world, token, newcomer(guest)))
      await waiting(admin, 1, joined)
    })
    expect(await joined).toBe('LINK_NOT_VALID')
  })

  it('is made by nobody whose request was under way while they were removed, to any effect', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [guest, other] = [fresh('guest'), await added(world, owner, fresh('company'), 'owner')]
      const token = invite(other, guest).catch(() => '')
      await Promise.all([token, remove(other)])
      const end = await outcome(joinTeam(world, await token, newcomer(guest)))
      expect(['LINK_NOT_VALID', 'VALIDATION']).toContain(end)
    }
  })
})

it.each(['invited', 'confirmed'] as const)(
  'among the operators lets nobody in once who %s is suspended, until they are reinstated',
  async which => {
    const [inviter, confirmer] = [
      await givenOperator(world, fresh('inviters')),
      await givenOperator(world, fresh('confirmers')),
    ]
    const guest = fresh('guest')
    const token = await inviteOperator(
      world,
      { inviter, confirmer },
      { email: guest, role: 'admin' },
    )
    const { sub } = which === 'invited' ? inviter : confirmer
    const standing = (operation: 'suspend' | 'reinstate') =>
      call(world, operator, 'changeOperatorStanding', { params: { sub, operation } })
    await standing('suspend')
    expect(await outcomes([read(token), joinTeam(world, token, newcomer(guest))])).toEqual([
      'LINK_NOT_VALID',
      'LINK_NOT_VALID',
    ])
    const { invitations } = await call(world, operator, 'listOperators')
    const dead = invitations.find(one => one.email === guest)
    expect(dead).toMatchObject({
      allowed_actions: ['withdraw'],
      waits: expect.stringContaining('no admin any more'),
    })
    later()
    const params = { id: dead?.invitation_uuid ?? '' }
    expect(await outcome(call(world, operator, 'resendOperatorInvitation', { params }))).toBe(
      'TRANSITION_NOT_ALLOWED',
    )
    await standing('reinstate')
    await joinTeam(world, token, newcomer(guest))
  },
)

it('leaves an unbroken audit log', async () => {
  expect(await world.broken()).toEqual([])
})

/** Who may change what in a team, against PostgreSQL. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { actorOf, call, callAs, inviteOperator, joinTeam, type Person } from '#db/seed/cast.ts'
import type { MemberRole } from '#domain/identity/team.ts'
import { adminOf } from '#test/harness/admin.ts'
import { givenEmployer, givenOperator, plainWorld, type World } from '#test/harness/world.ts'
import { ANONYMOUS } from '../kernel/actor.ts'
import { added, newcomer, outcome, outcomes } from './team.test-data.ts'

let world: World
let operator: Person

beforeAll(async () => {
  world = await plainWorld()
  operator = await givenOperator(world)
})
afterAll(() => world?.close())

const employer = (name: string) => givenEmployer(world, operator, `boss@${name}.test`)
const teamOf = async (who: Person) => (await call(world, who, 'listMembers')).members

describe('who runs a team', () => {
  const setRole = (who: Person, whom: Person, role: MemberRole) =>
    call(world, who, 'changeMemberRole', { params: { sub: whom.sub }, body: { role } })
  const remove = (who: Person, whom: Person) =>
    call(world, who, 'removeMember', { params: { sub: whom.sub } })

  it('changes roles, and offers what may be done', async () => {
    const boss = await employer('one')
    world.clock.set('2026-04-01T10:30:00Z')
    const vic = await added(world, boss, 'vic@one.test', 'viewer')
    expect(await teamOf(boss)).toMatchObject([
      { email: boss.email, is_me: true, allowed_actions: [], allowed_roles: [] },
      {
        email: vic.email,
        allowed_actions: ['change_role', 'remove'],
        allowed_roles: ['owner', 'admin', 'approver'],
      },
    ])
    expect(await teamOf(vic)).toMatchObject([
      { allowed_actions: [], allowed_roles: [] },
      { is_me: true, allowed_actions: ['leave'] },
    ])
    expect(await setRole(boss, vic, 'admin')).toMatchObject({ role: 'admin' })
    expect(await setRole(boss, vic, 'admin')).toMatchObject({ role: 'admin' })
    expect(await outcomes([setRole(vic, boss, 'viewer'), remove(vic, boss)])).toEqual([
      'FORBIDDEN',
      'FORBIDDEN',
    ])
    expect(await audited(boss.employer_uuid, vic.sub)).toEqual(['join', 'change_role'])
  })

  it("finds nobody of another employer's", async () => {
    const [owner, rival] = [await employer('northwind'), await employer('rival')]
    const body = { email: 'late@northwind.test', role: 'viewer' as const }
    const { invitation_uuid: id } = await call(world, owner, 'inviteMember', { body })
    expect(
      await outcomes([
        setRole(owner, rival, 'viewer'),
        remove(owner, rival),
        call(world, rival, 'resendMemberInvitation', { params: { id } }),
        call(world, rival, 'withdrawMemberInvitation', { params: { id } }),
        call(world, operator, 'resendOperatorInvitation', { params: { id } }),
        call(world, operator, 'withdrawOperatorInvitation', { params: { id } }),
        call(world, operator, 'confirmOperatorInvitation', { params: { id } }),
      ]),
    ).toEqual(Array(7).fill('NOT_FOUND'))
  })

  it('removes who invited for the company: what they did stays, and they act for nobody', async () => {
    const boss = await employer('five')
    const kim = await added(world, boss, 'kim@five.test', 'admin')
    const body = { email: 'someone@okafor.test', role: 'Courier' }
    await call(world, kim, 'inviteContractor', { body })
    expect(await outcome(remove(boss, kim))).toBe('ok')
    expect(await teamOf(boss)).toMatchObject([{ email: boss.email }])
    expect(await call(world, kim, 'getMe')).toMatchObject({
      organisation: null,
      has_authorization_to_act_for_employer: false,
    })
  })

  it('stays as the last owner', async () => {
    const boss = await employer('two')
    await added(world, boss, 'vic@two.test', 'admin')
    expect(
      await outcomes([
        call(world, boss, 'leaveEmployer'),
        remove(boss, boss),
        setRole(boss, boss, 'admin'),
      ]),
    ).toEqual(['LAST_OWNER', 'LAST_OWNER', 'LAST_OWNER'])
  })

  it('is one of two who demote or remove each other at the same moment', async () => {
    const boss = await employer('three')
    const other = await added(world, boss, 'other@three.test', 'owner')
    expect(
      await outcomes([setRole(boss, other, 'viewer'), setRole(other, boss, 'viewer')]),
    ).toEqual(['FORBIDDEN', 'ok'])
    const [winner] = (await teamOf(boss)).filter(one => one.role === 'owner')
    const loser = winner?.sub === boss.sub ? other : boss
    const left = winner?.sub === boss.sub ? boss : other
    await setRole(left, loser, 'owner')
    expect(await outcomes([remove(left, loser), remove(loser, left)])).toEqual(['FORBIDDEN', 'ok'])
    const [last] = await teamOf(left).catch(() => teamOf(loser))
    expect(last?.role).toBe('owner')
  })

  it('is one of two owners who leave at the same moment', async () => {
    const boss = await employer('four')
    const other = await added(world, boss, 'other@four.test', 'owner')
    const leave = (who: Person) => call(world, who, 'leaveEmployer')
    expect(await outcomes([leave(boss), leave(other)])).toEqual(['LAST_OWNER', 'ok'])
  })
})

describe('operators', () => {
  const setStanding = (who: Person, whom: Person, operation: 'suspend' | 'reinstate') =>
    call(world, who, 'changeOperatorStanding', { params: { sub: whom.sub, operation } })

  const invite = (email: string) =>
    call(world, operator, 'inviteOperator', { body: { email, role: 'treasurer' } })
  const confirm = (who: Person, id: string) =>
    call(world, who, 'confirmOperatorInvitation', { params: { id } })
  const resend = (who: Person, id: string) =>
    call(world, who, 'resendOperatorInvitation', { params: { id } })
  const invitationsOf = async (who: Person) => (await call(world, who, 'listOperators')).invitations

  it('are never made by one of them alone', async () => {
    const email = 'sock@corridor.test'
    const alone = await invite(email)
    expect(alone).toMatchObject({
      allowed_actions: ['withdraw'],
      waits: expect.stringContaining('no other active admin'),
    })
    const id = alone.invitation_uuid
    expect(await outcomes([confirm(operator, id), resend(operator, id)])).toEqual([
      'SECOND_PERSON_NEEDED',
      'SECOND_PERSON_NEEDED',
    ])
    const samuel = await givenOperator(world, 'samuel@corridor.test')
    expect(await invitationsOf(operator)).toMatchObject([
      { allowed_actions: ['withdraw'], waits: 'Not sent yet: another admin confirms it first' },
    ])
    expect(await invitationsOf(samuel)).toMatchObject([
      { allowed_actions: ['confirm', 'withdraw'] },
    ])
    expect(await outcome(resend(samuel, id))).toBe('SECOND_PERSON_NEEDED')
    world.clock.set('2026-04-03T10:00:00Z')
    const confirmed = await confirm(samuel, id)
    expect(confirmed).toMatchObject({ allowed_actions: ['resend', 'withdraw'], waits: null })
    expect(confirmed.link_sent_at).toEqual(world.clock.now())
    // Again, by whomever: nothing changes, and nothing is sent.
    world.clock.set('2026-04-03T11:00:00Z')
    expect(await confirm(samuel, id)).toEqual(confirmed)
    expect(await confirm(operator, id)).toEqual(confirmed)
    expect(await audited(null, id)).toEqual(['invite', 'confirm'])
    await call(world, samuel, 'withdrawOperatorInvitation', { params: { id } })
    expect(await outcome(confirm(samuel, id))).toBe('NOT_FOUND')
    await setStanding(operator, samuel, 'suspend')
  })

  it('are not made by one of them in the database either', async () => {
    const { invitation_uuid } = await invite('row@corridor.test')
    const set = (what: string) =>
      world.unit(ctx =>
        sql`update team_invitation set ${sql.raw(what)}
          where invitation_uuid = ${invitation_uuid}::uuid`.execute(ctx.tx),
      )
    const joined = 'accepted_at = now(), accepted_by = inviter_sub'
    await expect(set(joined)).rejects.toThrow('team_invitation_of_operators')
    await expect(set('confirmed_at = now(), confirmed_by = inviter_sub')).rejects.toThrow(
      'team_invitation_by_two',
    )
  })

  it('join by a link of 7 days, and are suspended and reinstated by another admin', async () => {
    const email = 'vera@corridor.test'
    const confirmer = await givenOperator(world, 'samira@corridor.test')
    const admins = { inviter: operator, confirmer }
    const token = await inviteOperator(world, admins, { email, role: 'admin' })
    const link = await callAs(world, ANONYMOUS, 'findTeamInvitation', { params: { token } })
    expect(link).toMatchObject({ kind: 'operators', organisation: 'Corridor operators' })
    expect(link.expires_at.getTime() - world.clock.now().getTime()).toBe(7 * 86_400_000)
    const vera = await joinTeam(world, token, newcomer(email))
    expect(await call(world, vera, 'getMe')).toMatchObject({
      type: 'operator',
      operator_role: 'admin',
    })
    expect(
      await outcomes([
        setStanding(vera, vera, 'suspend'),
        setStanding(operator, vera, 'reinstate'),
      ]),
    ).toEqual(['FORBIDDEN', 'TRANSITION_NOT_ALLOWED'])
    expect(await setStanding(operator, vera, 'suspend')).toMatchObject({ suspended: true })
    expect((await actorOf(world, vera)).suspended).toMatchObject({
      text: 'identity.suspension.operator',
    })
    // A suspended admin runs nothing, not even by a request that is under way.
    expect(await outcome(setStanding(vera, operator, 'suspend'))).toBe('FORBIDDEN')
    // Who invited them gives them nothing alone.
    const setRole = (who: Person, role: 'admin' | 'verifier') =>
      call(world, operator, 'changeOperatorRole', { params: { sub: who.sub }, body: { role } })
    expect(
      await outcomes([setStanding(operator, vera, 'reinstate'), setRole(vera, 'verifier')]),
    ).toEqual(['SECOND_PERSON_NEEDED', 'SECOND_PERSON_NEEDED'])
    expect(await setStanding(confirmer, vera, 'reinstate')).toMatchObject({ suspended: false })
    await setStanding(operator, confirmer, 'suspend')
    expect(
      await outcomes([
        setStanding(operator, vera, 'suspend'),
        setStanding(vera, operator, 'suspend'),
      ]),
    ).toEqual(['FORBIDDEN', 'ok'])
    // And the one who is left is the last.
    const left = (await actorOf(world, vera)).suspended ? operator : vera
    expect(await outcome(setStanding(left, left, 'suspend'))).toBe('LAST_OWNER')
    const demote = call(world, left, 'changeOperatorRole', {
      params: { sub: left.sub },
      body: { role: 'verifier' },
    })
    expect(await outcome(demote)).toBe('LAST_OWNER')
  })

  it('are confirmed or withdrawn at the same moment, and mailed a link only where confirmed', async () => {
    const confirmer = await givenOperator(world, 'olga@corridor.test')
    for (const round of [1, 2, 3, 4, 5]) {
      const { invitation_uuid: id } = await invite(`both${round}@corridor.test`)
      const withdraw = call(world, operator, 'withdrawOperatorInvitation', { params: { id } })
      const ends = await Promise.all(
        [confirm(confirmer, id), confirm(confirmer, id), withdraw].map(outcome),
      )
      const actions = await audited(null, id)
      expect(actions.filter(action => action === 'confirm').length).toBe(
        ends[0] === 'ok' || ends[1] === 'ok' ? 1 : 0,
      )
      expect(ends[2]).toBe('ok')
      expect(actions.at(-1)).toBe('withdraw')
    }
  })

  it('are not confirmed for who is no admin any more, nor when their time is over', async () => {
    const [inviter, other] = await Promise.all(
      ['ines@corridor.test', 'omar@corridor.test'].map(email => givenOperator(world, email)),
    )
    if (!inviter || !other) throw new Error('two operators')
    const body = { email: 'late@corridor.test', role: 'treasurer' as const }
    const { invitation_uuid: id } = await call(world, inviter, 'inviteOperator', { body })
    await setStanding(other, inviter, 'suspend')
    expect(await outcome(confirm(other, id))).toBe('TRANSITION_NOT_ALLOWED')
    const seen = async () => (await invitationsOf(other)).find(one => one.invitation_uuid === id)
    expect(await seen()).toMatchObject({ allowed_actions: ['withdraw'] })
    await setStanding(other, inviter, 'reinstate')
    world.clock.set((await seen())?.expires_at.toISOString() ?? '')
    expect(await outcome(confirm(other, id))).toBe('TRANSITION_NOT_ALLOWED')
  })

  it('do not join by a link that was mailed before anybody had to confirm them', async () => {
    const token = 'a-link-of-the-version-before-this-one'
    const { invitation_uuid } = await call(
      world,
      await givenOperator(world, 'old@corridor.test'),
      'inviteOperator',
      {
        body: { email: 'guest@corridor.test', role: 'admin' },
      },
    )
    const admin = await adminOf(world)
    await admin.tamper(
      `update team_invitation set token_hash = sha256('${token}') where invitation_uuid = '${invitation_uuid}'`,
    )
    await admin.close()
    const find = callAs(world, ANONYMOUS, 'findTeamInvitation', { params: { token } })
    expect(await outcome(find)).toBe('LINK_NOT_VALID')
  })
})

it('every change is in an unbroken audit log', async () => {
  expect(await world.broken()).toEqual([])
})

/** What happened to one of a team, or to an invitation, by its audit log, in order. */
async function audited(employer_uuid: string | null, id: string): Promise<string[]> {
  const rows = await world.unit(ctx =>
    ctx.tx
      .selectFrom('audit_entry')
      .select(['action', 'entity_uuids'])
      .where('employer_uuid', 'is not distinct from', employer_uuid)
      .where('entity', 'in', ['employer_member', 'team_invitation'])
      .orderBy('seq')
      .execute(),
  )
  return rows.filter(row => row.entity_uuids.includes(id)).map(row => row.action)
}
